import { keepName } from '../../access/consumers/names.ts'
import { payFor } from '../../access/quotas/reservations.ts'
import type { Limits } from '../../access/quotas/service.ts'
import type { Database } from '../../database/orm.ts'
import type { ReadLists } from '../../database/read-pool.ts'
import type { Change, Write } from '../../events/write.ts'
import { bound, type Call, requireScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { present, requireFuture, requireId } from '../../kernel/input.ts'
import { lockIdentity } from '../../registry/identities/store.ts'
import type { Purposes } from '../purposes.ts'
import { type AdmissionContext, admit, admitChange, createGrant, emitGrant, updateGrant } from './change.ts'
import {
  addedBy,
  type GrantConsentInput,
  namedBy,
  readChange,
  readGrant,
  requireCovered,
  requireOwnRows,
  type UpdateConsentGrantInput,
} from './input.ts'
import { byIds, list, listOf, shownTo } from './reading.ts'
import { type ConsentGrantRecord, grantRecord } from './record.ts'
import { isWider, replaceTerms } from './rules.ts'
import { findGrantee, findPlace, lockGrant, revokeGrant, termsOf } from './store.ts'

export { type ConsentGrantRole, consentGrantRoles } from './reading.ts'

export type { ConsentGrantRecord } from './record.ts'

type Deps = {
  db: Database
  readLists: ReadLists
  write: Write
  newId: () => string
  clock: () => number
  limits: Pick<Limits, 'admitGrant'>
  purposes: Purposes
}

type Context = Deps & AdmissionContext

async function grant(context: Context, call: Call, input: GrantConsentInput): Promise<ConsentGrantRecord> {
  requireScope(call, 'consents:write')
  const { identityId, consumerId, covers, release, purpose, expiresAt } = readGrant(input)

  const admission = await admit(context, call, consumerId)
  const make = async (change: Change) => {
    const locked = await lockIdentity(change.db, call.caller, identityId)
    const found = await findGrantee(change.db, consumerId)
    await requireOwnRows(change.db, { id: identityId }, namedBy(covers, release))
    const [identity, grantee] = [present(locked), present(found)]
    if (identity.status !== 'active') throw new SignpostError('identity_not_active')
    const made = await createGrant(context, change, identity, { consumerId, covers, release, purpose, expiresAt })
    keepName(call, grantee)
    return grantRecord(made, call.caller.consumerId)
  }
  const cost = () => (call.replayed ? 0 : 1)
  const validate = () => void requireFuture(expiresAt, context.clock())
  return payFor(admission, () => context.write(call, make, validate), cost)
}

const versionChanged = () => new SignpostError('version_changed')

/**
 * Replaces the terms of an active grant, which keeps its id. Once this answers, nothing outside the new terms is
 * disclosed or released. A change that a concurrent one made wider than its payment is refused as `version_changed`.
 */
async function update(
  context: Context,
  call: Call,
  id: string,
  input: UpdateConsentGrantInput,
): Promise<ConsentGrantRecord> {
  requireScope(call, 'consents:write')
  const { change: terms, version } = readChange(input)
  const uuid = requireId('consentGrant', id)
  const admitted = await admitChange(context, call, uuid, terms)
  let isChanged = false
  const replace = async (change: Change) => {
    const placed = present(await findPlace(change.db, call.caller, uuid))
    const found = await lockGrant(change.db, call.caller, placed)
    const [identity, row] = [present(found.identity), present(found.row)]
    const before = termsOf(row)
    await requireOwnRows(change.db, identity, addedBy(terms, before))
    if (row.status !== 'active' || row.revoked_at !== null || row.ran_out) throw new SignpostError('grant_ended')
    if (version !== undefined && version !== row.version) throw versionChanged()
    // The grantee sees the end: a change of it would tell a suspended identity from a revoked grant.
    if (terms.expiresAt !== undefined && identity.status !== 'active') throw new SignpostError('identity_not_active')
    const next = replaceTerms(before, terms)
    requireCovered(next.covers, next.release)
    if (isWider(before, next) && !admitted.isWider) throw versionChanged()
    if (found.grantee) keepName(call, found.grantee)
    const updated = await updateGrant(change, identity, row, next, admitted.isTold)
    isChanged = updated !== row
    return shownTo(context, call.caller.consumerId, { ...updated, owner_id: row.owner_id, ran_out: false })
  }
  const cost = () => (isChanged && !call.replayed ? 1 : 0)
  const validate = () => void requireFuture(terms.expiresAt, context.clock())
  return payFor(admitted.admission, () => context.write(call, replace, validate), cost)
}

/** Revokes at once: once this answers, the grant discloses nothing. Repeating it changes nothing. */
async function revoke(context: Context, call: Call, id: string): Promise<ConsentGrantRecord> {
  requireScope(call, 'consents:write')
  const uuid = requireId('consentGrant', id)
  return context.write(call, async (change) => {
    const placed = present(await findPlace(change.db, call.caller, uuid))
    const found = await lockGrant(change.db, call.caller, placed)
    const identity = present(found.identity)
    const row = present(found.row)
    if (found.grantee) keepName(call, found.grantee)
    const { consumerId } = call.caller
    if (row.status !== 'active' || row.ran_out) return shownTo(context, consumerId, row)
    emitGrant(change, 'consent.revoked', row, identity)
    const revoked = await revokeGrant(change.db, placed)
    return shownTo(context, consumerId, { ...revoked, owner_id: row.owner_id, ran_out: false })
  })
}

export function createConsentGrants(deps: Deps) {
  /**
   * Existing grantees, by the asking consumer: consumers are never removed, and its time reveals nothing about the
   * requests of others.
   */
  const known = new Set<string>()
  const context: Context = { ...deps, known }
  return bound(context, { grant, update, byIds, list, listOf, revoke })
}
