import type { Admission } from '../../access/quotas/reservations.ts'
import type { Limits } from '../../access/quotas/service.ts'
import type { Database } from '../../database/orm.ts'
import { fromDatabase } from '../../database/violations.ts'
import type { Call } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { isWider, replaceTerms, type TermsChange } from './rules.ts'
import { findConsumer, findGrants, termsOf } from './store.ts'

/** Limit of cached grantees, about 100 bytes each. */
const knownLimit = 10_000

/** `known` caches existing grantees, by the asking consumer. */
export type AdmissionContext = { db: Database; limits: Pick<Limits, 'admitGrant'>; known: Set<string> }

async function isConsumer({ known, db }: AdmissionContext, { caller }: Call, granteeId: string): Promise<boolean> {
  const asked = `${caller.consumerId}:${granteeId}`
  if (known.has(asked)) return true
  const grantee = await findConsumer(db, granteeId).catch((error) => {
    throw fromDatabase(error)
  })
  if (!grantee) return false
  if (known.size >= knownLimit) known.clear()
  known.add(asked)
  return true
}

/** A bucket for each existing grantee only: invented ids fill no store. */
export async function admit(context: AdmissionContext, call: Call, granteeId: string): Promise<Admission | undefined> {
  return (await isConsumer(context, call, granteeId)) ? context.limits.admitGrant(call, granteeId) : undefined
}

/**
 * Pays for the grantee's notification of a change, by the grant's state before it is locked. A change that gives
 * nothing more is never refused: if the bucket is empty the grantee is not notified, so that nobody floods another's
 * event log.
 */
export async function admitChange(context: AdmissionContext, call: Call, uuid: string, change: TermsChange) {
  const [row] = await findGrants(context.db, call.caller, [uuid]).catch((error) => {
    throw fromDatabase(error)
  })
  if (row?.owner_id !== call.caller.consumerId) return { isTold: false, isWider: false }
  const terms = termsOf(row)
  if (isWider(terms, replaceTerms(terms, change)))
    return { admission: await admit(context, call, row.consumer_id), isTold: true, isWider: true }
  try {
    const admission = await context.limits.admitGrant(call, row.consumer_id, true)
    return { admission, isTold: true, isWider: false }
  } catch (error) {
    if (error instanceof SignpostError && error.code === 'rate_limited') return { isTold: false, isWider: false }
    throw error
  }
}
