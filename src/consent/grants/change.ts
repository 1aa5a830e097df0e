import type { Admission } from '../../access/quotas/reservations.ts'
import type { Limits } from '../../access/quotas/service.ts'
import type { Database } from '../../database/orm.ts'
import { throwFromDatabase } from '../../database/violations.ts'
import { grantPayload } from '../../events/payload.ts'
import type { Change } from '../../events/write.ts'
import type { Call } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { encodeId } from '../../kernel/id.ts'
import type { IdentityRow } from '../../registry/identities/store.ts'
import type { Purposes } from '../purposes.ts'
import { readCoverable } from './covered-store.ts'
import type { GrantRow } from './record.ts'
import {
  changedTerms,
  isChangedForGrantee,
  isSameTerms,
  isWider,
  replaceTerms,
  type Terms,
  type TermsChange,
} from './rules.ts'
import {
  endGrants,
  findConsumer,
  findGrants,
  type GrantTuple,
  insertGrant,
  lockStanding,
  termsOf,
  updateTerms,
} from './store.ts'

/** Limit of cached grantees, about 100 bytes each. */
const knownLimit = 10_000

/** `known` caches existing grantees, by the asking consumer. */
export type AdmissionContext = { db: Database; limits: Pick<Limits, 'admitGrant'>; known: Set<string> }

async function isConsumer({ known, db }: AdmissionContext, { caller }: Call, granteeId: string): Promise<boolean> {
  const asked = `${caller.consumerId}:${granteeId}`
  if (known.has(asked)) return true
  const grantee = await findConsumer(db, granteeId).catch(throwFromDatabase)
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
  const [row] = await findGrants(context.db, call.caller, [uuid]).catch(throwFromDatabase)
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

type GrantEvent = 'consent.granted' | 'consent.updated' | 'consent.revoked' | 'consent.expired'

/** Emits a `consent.*` event; the grantee is notified while the identity is active. */
export function emitGrant(
  { emit }: Change,
  type: GrantEvent,
  grant: { id: string; identity_id: string; consumer_id: string },
  identity: { status: string; consumer_id: string },
  isForGrantee = true,
  changed: readonly string[] = [],
): void {
  emit(type, grantPayload(grant.identity_id, grant), {
    consumerId: identity.consumer_id,
    granteeId: isForGrantee && identity.status === 'active' ? grant.consumer_id : null,
    changed,
  })
}

export type NewGrant = Terms & { readonly consumerId: string; readonly purpose: string | null }

/**
 * Creates a grant on a locked, active identity, and emits its event. An expired grant is ended first, because a job may
 * not have marked it yet.
 *
 * INVARIANT (one grant): a partial unique index allows one active grant per (identity, consumer). @throws SignpostError
 * grant_exists
 */
export async function createGrant(
  { newId, purposes }: { newId: () => string; purposes: Purposes },
  change: Change,
  identity: IdentityRow,
  { covers, release, expiresAt, consumerId, purpose }: NewGrant,
): Promise<GrantRow> {
  const standing = await lockStanding(change.db, identity.id, consumerId)
  const active = standing.find(({ isActive }) => isActive)
  if (active) throw new SignpostError('grant_exists', { existing: encodeId('consentGrant', active.id) })
  for (const ended of await endGrants(change.db, standing))
    emitGrant(change, `consent.${ended.status}`, ended, identity)
  const id = newId()
  const made = await insertGrant(change.db, {
    id,
    livemode: identity.livemode,
    identity_id: identity.id,
    consumer_id: consumerId,
    owner_id: identity.consumer_id,
    covers_all: covers.all,
    covers_aliases: covers.aliases,
    covers_endpoints: covers.endpoints,
    release: [...release],
    sealed_purpose: purposes.seal('grant_purpose', id, identity.livemode, purpose),
    expires_at: expiresAt,
  })
  emitGrant(change, 'consent.granted', made, identity)
  return { ...made, purpose, owner_id: identity.consumer_id, ran_out: false } as GrantRow
}

/**
 * Changes the terms of a locked, active grant, and emits its event. Stored releases under removed terms are deleted
 * with it (the trigger `grant_releases`). Without a change nothing is written. `isTold` is false if the grantee is not
 * to be notified.
 */
export async function updateGrant(
  change: Change,
  identity: IdentityRow,
  grant: GrantTuple,
  next: Terms,
  isTold = true,
): Promise<GrantTuple> {
  const before = termsOf(grant)
  if (isSameTerms(before, next)) return grant
  const isForGrantee = isTold && isChangedForGrantee(before, next, await readCoverable(change.db, identity.id))
  emitGrant(change, 'consent.updated', grant, identity, isForGrantee, changedTerms(before, next))
  return updateTerms(change.db, grant, next)
}
