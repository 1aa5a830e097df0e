import type { Database } from '../../database/orm.ts'
import type { Listing } from '../../database/pages.ts'
import { type ReadLists, readOwn } from '../../database/read-pool.ts'
import { type Call, requireAnyScope, requireScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { decodeId, noId } from '../../kernel/id.ts'
import { requireId, requireOneOf } from '../../kernel/input.ts'
import { type Page, type RecordPage, recordsByIds } from '../../kernel/page.ts'
import { hasScope } from '../../kernel/scopes.ts'
import { findActiveIdentities } from '../../registry/identities/store.ts'
import type { Purposes } from '../purposes.ts'
import { findCoverable, findReleasable } from './covered-store.ts'
import { type ConsentGrantRecord, type GrantRow, grantRecord } from './record.ts'
import { findGrants, grantsCovering, grantsOf, grantsOn } from './store.ts'

export const consentGrantRoles = ['owner', 'grantee'] as const
export type ConsentGrantRole = (typeof consentGrantRoles)[number]

type Context = { db: Database; readLists: ReadLists; purposes: Purposes }

/** Adds the releasable endpoints to rows whose grantee is the viewer. */
async function withReleasable({ db }: Context, viewer: string, rows: readonly GrantRow[]): Promise<GrantRow[]> {
  const held = rows.filter(({ owner_id }) => owner_id !== viewer).map(({ id }) => id)
  if (held.length === 0) return [...rows]
  const releasable = await findReleasable(db, held)
  return rows.map((row) => ({ ...row, releasable: releasable.get(row.id) }))
}

async function withIdentityStatus({ db }: Context, rows: readonly GrantRow[]): Promise<GrantRow[]> {
  const ids = rows.map(({ identity_id }) => identity_id)
  const active = await findActiveIdentities(db, ids)
  return rows.map((row) => ({ ...row, identity_status: active.has(row.identity_id) ? 'active' : 'not active' }))
}

/** The grantee sees no purpose: it is opened for the owner only. */
export const shownTo = async (
  { purposes }: Pick<Context, 'purposes'>,
  viewer: string,
  row: GrantRow,
): Promise<ConsentGrantRecord> =>
  grantRecord(row.owner_id === viewer ? await purposes.shown('grant_purpose', row) : row, viewer)

async function allShownTo(context: Context, viewer: string, rows: readonly GrantRow[]): Promise<ConsentGrantRecord[]> {
  const whole = await withReleasable(context, viewer, rows)
  return Promise.all(whole.map((row) => shownTo(context, viewer, row)))
}

/** Records for public ids, null for each that is absent, malformed, or neither made by nor to the caller. */
export async function byIds(
  context: Context,
  call: Call,
  ids: readonly string[],
): Promise<(ConsentGrantRecord | null)[]> {
  requireAnyScope(call, ['consents:read', 'resolve'])
  const { consumerId, scopes } = call.caller
  // A key sees the sides that its scopes allow: grants made by its consumer, or to it.
  const isVisible = ({ owner_id }: GrantRow) => hasScope(scopes, owner_id === consumerId ? 'consents:read' : 'resolve')
  const find = async (uuids: string[]) => (await findGrants(context.db, call.caller, uuids)).filter(isVisible)
  return recordsByIds('consentGrant', ids, find, { open: (rows) => allShownTo(context, consumerId, rows) })
}

/** A record of the caller's: only the active grants that cover it. */
export type GrantFilter = { alias?: string | null | undefined; endpoint?: string | null | undefined }

/** A record that is absent, malformed or another owner's is covered by no grant. @throws SignpostError parameter_conflict */
async function listingOf(
  { db }: Context,
  { caller }: Call,
  role: ConsentGrantRole,
  { alias, endpoint }: GrantFilter,
): Promise<Listing> {
  const id = alias ?? endpoint
  if (id == null) return grantsOf(caller, role)
  if (alias != null && endpoint != null) throw new SignpostError('parameter_conflict', { param: 'endpoint' })
  if (role !== 'owner') throw new SignpostError('parameter_conflict', { param: 'role' })
  const kind = alias == null ? 'endpoint' : 'alias'
  const uuid = decodeId(kind, id) ?? noId
  const [record = { id: noId, identity_id: noId }] = await findCoverable(db, caller, kind, uuid)
  return grantsCovering(record)
}

/**
 * `owner` lists the grants on the caller's identities, `grantee` those made to the caller. @throws SignpostError
 * parameter_invalid · parameter_conflict
 */
export async function list(
  context: Context,
  call: Call,
  page: Page,
  role: ConsentGrantRole,
  filter: GrantFilter = {},
): Promise<RecordPage<ConsentGrantRecord>> {
  requireOneOf(consentGrantRoles, role, 'role')
  requireScope(call, role === 'owner' ? 'consents:read' : 'resolve')
  const listing = await listingOf(context, call, role, filter)
  const list = await readOwn<GrantRow>(context.readLists, call.caller.consumerId, listing, page)
  const rows = role === 'owner' ? list.rows : await withIdentityStatus(context, list.rows)
  return { records: await allShownTo(context, call.caller.consumerId, rows), hasMore: list.hasMore }
}

/** A page of the grants on each identity of the caller's. */
export async function listOf(
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
