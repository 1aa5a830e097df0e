import { keepName } from '../../access/consumers/names.ts'
import type { Admission } from '../../access/quotas/reservations.ts'
import type { Limits } from '../../access/quotas/service.ts'
import type { Database } from '../../database/orm.ts'
import { type ReadLists, readOwn } from '../../database/read-pool.ts'
import { fromDatabase } from '../../database/violations.ts'
import { bound } from '../../kernel/bound.ts'
import { type Call, requireAnyScope, requireScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { decodeId } from '../../kernel/id.ts'
import { optionalText, present, requireFuture, requireId } from '../../kernel/input.ts'
import type { Page } from '../../kernel/page.ts'
import type { RecordPage } from '../../kernel/records.ts'
import { mustBeOneOf } from '../../kernel/rule.ts'
import { hasScope } from '../../kernel/scopes.ts'
import { findActiveIdentities } from '../../registry/identities/store.ts'
import type { Write } from '../../unit-of-work/write.ts'
import { type CoversInput, readCovers, readRelease, requireAll } from '../covers.ts'
import type { Purposes } from '../purposes.ts'
import { emitGrant, make, making } from './making.ts'
import { lockForGrant } from './making-store.ts'
import { type ConsentGrantRecord, type GrantRow, grantRecord } from './record.ts'
import { findConsumer, findGrants, findPlace, grantsOf, grantsOn, lockForRevoke, revokingGrant } from './store.ts'

export type { ConsentGrantRecord } from './record.ts'
export const consentGrantRoles = ['owner', 'grantee'] as const
export type ConsentGrantRole = (typeof consentGrantRoles)[number]

export type GrantConsentInput = {
  identity: string
  consumer: string
  covers: CoversInput
  release?: readonly string[] | null | undefined
  purpose?: string | null | undefined
  expiresAt?: Date | null | undefined
}

export const purposeLimit = 500

/** So many grantees are remembered, in about 100 bytes each. */
const knownLimit = 10_000

type Deps = {
  db: Database
  readLists: ReadLists
  write: Write
  newId: () => string
  clock: () => number
  limits: Pick<Limits, 'admitGrant'>
  purposes: Purposes
}

type Context = Deps & { known: Set<string> }

async function isConsumer({ known, db }: Context, { caller }: Call, granteeId: string): Promise<boolean> {
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

/** A bucket for each grantee that exists, and for no other: ids that somebody made up fill no store. */
async function admit(context: Context, call: Call, granteeId: string): Promise<Admission | undefined> {
  return (await isConsumer(context, call, granteeId)) ? context.limits.admitGrant(call, granteeId) : undefined
}

async function withIdentityStatus({ db }: Context, rows: readonly GrantRow[]): Promise<GrantRow[]> {
  const ids = rows.map(({ identity_id }) => identity_id)
  const active = await findActiveIdentities(db, ids)
  return rows.map((row) => ({ ...row, identity_status: active.has(row.identity_id) ? 'active' : 'not active' }))
}

/** The grantee is shown no purpose: it is opened for the owner only. */
const shownTo = async ({ purposes }: Context, viewer: string, row: GrantRow): Promise<ConsentGrantRecord> =>
  grantRecord(row.owner_id === viewer ? await purposes.shown('grant_purpose', row) : row, viewer)

const allShownTo = (context: Context, viewer: string, rows: readonly GrantRow[]): Promise<ConsentGrantRecord[]> =>
  Promise.all(rows.map((row) => shownTo(context, viewer, row)))

async function grant(context: Context, call: Call, input: GrantConsentInput): Promise<ConsentGrantRecord> {
  requireScope(call, 'consents:write')
  const covers = readCovers(input.covers)
  const release = readRelease(input.release)
  const owned = { aliases: covers.aliases, endpoints: [...new Set([...covers.endpoints, ...release])] }
  const purpose = optionalText(input.purpose, 'purpose', purposeLimit)
  const expiresAt = requireFuture(input.expiresAt, context.clock())
  const identityId = requireId('identity', input.identity)
  const consumerId = requireId('consumer', input.consumer)

  const admission = await admit(context, call, consumerId)
  let spent = 0
  try {
    const record = await context.write(call, async (change) => {
      const found = await lockForGrant(change.db, call.caller, identityId, consumerId, owned)
      const identity = present(found.identity)
      const grantee = present(found.consumer)
      requireAll(found.counts, owned)
      if (identity.status !== 'active') throw new SignpostError('identity_not_active')
      const grant = { consumerId, covers, release, purpose, expiresAt }
      const { statements, rowOf } = making(context, change, identity, grant, found.standing)
      const [, [made]] = await change.conclude(statements)
      keepName(call, grantee)
      return grantRecord(rowOf(made), call.caller.consumerId)
    })
    spent = call.replayed ? 0 : 1
    return record
  } finally {
    admission?.settle(spent)
  }
}

/** Records for public ids, null for each that is absent, malformed, or neither made by nor to the caller. */
async function byIds(context: Context, call: Call, ids: readonly string[]): Promise<(ConsentGrantRecord | null)[]> {
  requireAnyScope(call, ['consents:read', 'resolve'])
  const uuids = ids.map((id) => decodeId('consentGrant', id))
  const rows = await findGrants(
    context.db,
    call.caller,
    uuids.filter((id) => id !== null),
  )
  const { consumerId, scopes } = call.caller
  // A key sees the side that its scopes open: grants made by its consumer, or to it.
  const visible = rows.filter((row) => hasScope(scopes, row.owner_id === consumerId ? 'consents:read' : 'resolve'))
  const records = await allShownTo(context, consumerId, visible)
  const byId = new Map(visible.map(({ id }, index) => [id, records[index]!]))
  return uuids.map((id) => (id === null ? null : (byId.get(id) ?? null)))
}

/** `owner` lists the grants on the caller's identities, `grantee` those made to the caller. */
async function list(
  context: Context,
  call: Call,
  page: Page,
  role: ConsentGrantRole,
): Promise<RecordPage<ConsentGrantRecord>> {
  if (!consentGrantRoles.includes(role))
    throw new SignpostError('parameter_invalid', { param: 'role', rule: mustBeOneOf(consentGrantRoles) })
  requireScope(call, role === 'owner' ? 'consents:read' : 'resolve')
  const list = await readOwn<GrantRow>(context.readLists, call.caller.consumerId, grantsOf(call.caller, role), page)
  const rows = role === 'owner' ? list.rows : await withIdentityStatus(context, list.rows)
  return { records: await allShownTo(context, call.caller.consumerId, rows), hasMore: list.hasMore }
}

/** A page of the grants on each identity of the caller's. */
async function listOf(
  context: Context,
  call: Call,
  identities: readonly string[],
  page: Page,
): Promise<RecordPage<ConsentGrantRecord>[]> {
  requireScope(call, 'consents:read')
  const { consumerId } = call.caller
  const lists = await context.readLists<GrantRow>(
    call.caller.consumerId,
    grantsOn(call.caller),
    identities.map((id) => requireId('identity', id)),
    page,
  )
  return Promise.all(
    lists.map(async ({ rows, hasMore }) => ({ records: await allShownTo(context, consumerId, rows), hasMore })),
  )
}

/** Revokes at once: from the moment this answers, nothing is disclosed by it. Repeated, it changes nothing. */
async function revoke(context: Context, call: Call, id: string): Promise<ConsentGrantRecord> {
  requireScope(call, 'consents:write')
  const uuid = requireId('consentGrant', id)
  return context.write(call, async (change) => {
    const placed = present(await findPlace(change.db, call.caller, uuid))
    const found = await lockForRevoke(change.db, call.caller, placed)
    const identity = present(found.identity)
    const row = present(found.row)
    if (found.grantee) keepName(call, found.grantee)
    const { consumerId } = call.caller
    if (row.status !== 'active' || row.ran_out) return shownTo(context, consumerId, row)
    emitGrant(change, 'consent.revoked', row, identity)
    const [[revoked]] = await change.conclude([revokingGrant(placed)])
    return shownTo(context, consumerId, { ...revoked!, owner_id: row.owner_id, ran_out: false })
  })
}

export function createConsentGrants(deps: Deps) {
  /** Grantees that were found, by who asked: consumers are never removed, and what another asked can't be told from the time. */
  const known = new Set<string>()
  const context: Context = { ...deps, known }
  return bound(context, { make, grant, byIds, list, listOf, revoke })
}

export type ConsentGrants = ReturnType<typeof createConsentGrants>
