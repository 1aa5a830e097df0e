import { sql } from 'kysely'
import { every } from '../../database/conditions.ts'
import type { Database } from '../../database/orm.ts'
import type { Listing } from '../../database/pages.ts'
import type { Owner } from '../../kernel/call.ts'
import { levelsWhere } from '../../kernel/privacy.ts'
import { lockIdentity } from '../identities/store.ts'
import type { NoteColumns } from '../notes/sealing.ts'
import {
  column,
  columnNames,
  filtered,
  type IdentityOwned,
  ownedBy,
  refusingTaken,
  rowsAs,
  type StoredFilter,
} from '../record-store.ts'
import type { Capability } from './capability.ts'
import { measureRoom } from './capability-store.ts'
import type { EndpointState } from './endpoint-types.ts'
import type { EndpointMethod, EndpointVerification } from './rules.ts'
import type { SealedPrints } from './sealing.ts'
import { refreshSnapshot, refreshSnapshots } from './snapshot-store.ts'

/** Reads endpoints of one owner by id, in no order; those of others and removed ones are left out. */
export function findEndpoints(db: Database, owner: Owner, ids: readonly string[]) {
  return db
    .selectFrom('endpoint')
    .innerJoin('identity', 'identity.id', 'endpoint.identity_id')
    .selectAll('endpoint')
    .where(sql<boolean>`endpoint.id = any(${ids}::uuid[])`)
    .where('endpoint.removed_at', 'is', null)
    .where('identity.consumer_id', '=', owner.consumerId)
    .where('identity.livemode', '=', owner.livemode)
    .execute()
}

/** The endpoints of each identity of the owner's. */
export const endpointsOf = ({ consumerId, livemode }: Owner): Listing => ({
  table: 'endpoint',
  kind: 'endpoint',
  belongs: sql<boolean>`t.identity_id = q.id and t.livemode = ${livemode}
    and exists (select 1 from identity i where i.id = q.id and i.consumer_id = ${consumerId})`,
  shown: sql<boolean>`t.removed_at is null`,
})

/** The endpoints of the owner that meet the filter. Without a status all except removed ones are found. */
export function ownEndpoints(
  { livemode }: Owner,
  filter: StoredFilter & { identityId: string | null; status: EndpointState | null },
): Listing {
  const { identityId, status } = filter
  const isRemoved = status === 'removed'
  return {
    table: 'endpoint',
    kind: 'endpoint',
    belongs: ownedBy(livemode, identityId),
    shown: every([
      isRemoved ? sql<boolean>`t.removed_at is not null` : sql<boolean>`t.removed_at is null`,
      ...(status === 'disabled' ? [sql<boolean>`t.status = 'disabled'`] : []),
      ...(status === 'active' ? [sql<boolean>`t.status = 'active'`] : []),
      ...filtered(filter),
    ]),
  }
}

/** Locks the identity of a new endpoint, and then reads the number and size of its endpoints. */
export async function lockForEndpoint(
  db: Database,
  owner: Owner,
  identityId: string,
  capabilities: readonly Capability[],
) {
  const identity = await lockIdentity(db, owner, identityId)
  return { identity, room: await measureRoom(db, identityId, null, capabilities) }
}

const jsonb = (capabilities: Capability[]) => sql<Capability[]>`${JSON.stringify(capabilities)}::jsonb`

type EndpointTuple = Awaited<ReturnType<typeof findEndpoints>>[number]

/** An endpoint of an import, its capabilities as JSON. Its identity is of the same owner. */
export type EndpointLine = Pick<
  EndpointTuple,
  'id' | 'identity_id' | 'type' | 'privacy_level' | 'priority' | 'status' | 'release'
> & { capabilities: string; address: Buffer | null; projection: Buffer | null; mark: Buffer | null } & SealedPrints &
  NoteColumns

const lineColumns = [
  ...(['id', 'identity_id', 'type', 'privacy_level', 'priority', 'capabilities', 'status', 'release'] as const),
  ...(['address', 'projection', 'mark', 'address_fingerprint', 'details_fingerprint'] as const),
  ...(['destination_fingerprint', 'external_reference', 'reference_hash', 'metadata'] as const),
]

export type NewEndpoint = EndpointLine & {
  livemode: boolean
  consumer_id: string
  verification: EndpointVerification
  verified_method: EndpointMethod | null
}

const newColumns = [...lineColumns, ...(['livemode', 'consumer_id', 'verification', 'verified_method'] as const)]

/*
 * INVARIANT (snapshot): every function that inserts endpoints refreshes the snapshots of their identities. A change or
 * a removal needs no refresh, because triggers do the same.
 */

/** Adds an endpoint to a locked identity. */
export async function insertEndpoint(db: Database, endpoint: NewEndpoint): Promise<EndpointTuple> {
  const inserting = sql<EndpointTuple>`
    /* endpoint-insert */ insert into endpoint (${columnNames(newColumns)})
    values (${sql.join(newColumns.map((name) => endpoint[name]))})
    returning ${columnNames([...newColumns, 'created_at', 'updated_at', 'changed', 'removed_at'])}`
  const { rows } = await refusingTaken(inserting.execute(db))
  await refreshSnapshot(db, endpoint.identity_id)
  return rows[0]!
}

/**
 * Inserts endpoints of the owner's identities in one statement. @returns the number inserted: one whose reference is
 * taken is left out
 */
export async function insertEndpoints(db: Database, owner: Owner, rows: readonly EndpointLine[]): Promise<number> {
  if (rows.length === 0) return 0
  const { numAffectedRows } = await sql`
    insert into endpoint (livemode, consumer_id, ${columnNames(lineColumns)})
    select ${owner.livemode}, ${owner.consumerId}, ${columnNames(lineColumns)} from ${rowsAs(lineColumns, rows)}
    order by reference_hash
    on conflict do nothing`.execute(db)
  await refreshSnapshots(db, column(rows, 'identity_id'))
  return Number(numAffectedRows ?? 0)
}

type EndpointChange = Pick<EndpointTuple, 'privacy_level' | 'priority' | 'status' | 'release'> &
  Partial<NoteColumns> & { capabilities: Capability[]; mark?: Buffer }

export function updateEndpoint(
  db: Database,
  { id, identity_id }: IdentityOwned,
  { capabilities, ...change }: EndpointChange,
) {
  return refusingTaken(
    db
      .updateTable('endpoint')
      .set({ ...change, capabilities: jsonb(capabilities), updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('identity_id', '=', identity_id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
}

/** Removes endpoints and erases their sealed columns. */
export async function removeEndpoints(db: Database, rows: readonly IdentityOwned[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update endpoint e set address = null, projection = null, mark = null, address_fingerprint = null, details_fingerprint = null,
      destination_fingerprint = null, removed_at = now(), updated_at = now()
    from ${rowsAs(['id', 'identity_id'], rows)} where e.identity_id = q.identity_id and e.id = q.id`.execute(db)
}

/** Disables the active endpoints of an identity that the caller has locked. */
export function disableEndpoints(db: Database, identityId: string): Promise<{ id: string; type: string }[]> {
  return db
    .updateTable('endpoint')
    .set({ status: 'disabled', updated_at: sql<Date>`now()` })
    .where('identity_id', '=', identityId)
    .where('status', '=', 'active')
    .where('removed_at', 'is', null)
    .returning(['id', 'type'])
    .execute()
}

const coveredByApproval = levelsWhere((rule) => rule.coveredByApproval)

/** The endpoints of an identity that an approval covers if it names none. */
export async function findCoveredByApproval(db: Database, identityId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('endpoint')
    .select('id')
    .where('identity_id', '=', identityId)
    .where('privacy_level', 'in', coveredByApproval)
    .where('removed_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}
