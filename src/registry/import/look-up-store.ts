import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import type { Owner } from '../../kernel/call.ts'
import type { Keyring } from '../../vault/keyring.ts'
import type { AliasRow } from '../aliases/record.ts'
import { createErasedSkeleton } from '../aliases/reservation.ts'
import { isOwnReset } from '../aliases/reservation-store.ts'
import type { EndpointRow } from '../endpoints/record.ts'
import type { Fingerprints } from '../endpoints/sealing.ts'
import { type IdentityRow, identityColumns } from '../identities/store.ts'
import type { NoteColumns, NotedKind } from '../notes/sealing.ts'
import { columnNames, rowsAs } from '../record-store.ts'

/*
 * Looks up the records of a batch's lines with one statement for each table. Hashes are those of references.
 *
 * INVARIANT (one search a line): each is searched by a separate index scan, in its own subquery. While a table has no
 * statistics, as in a first import, the planner expects few rows of an owner: with a list of hashes, or a join, it
 * would read them all, and each batch would cost more than the last. It does the same if the statistics know other
 * owners alone: then every index that begins with the owner seems as good as those of references. Only those of
 * references give the requested order, and sorting is switched off.
 */

export type AliasName = { type: string; skeleton: string }

/** Names of one kind of record: ids and hashes. */
type Names = { readonly ids: readonly string[]; readonly hashes: readonly Buffer[] }
export type BatchNames = Readonly<Record<NotedKind, Names>> & { readonly names: readonly AliasName[] }

export type FoundIdentity = Omit<
  IdentityRow,
  'consumer_id' | 'created_at' | 'updated_at' | 'erased_at' | keyof NoteColumns
> &
  NoteColumns

export type FoundAlias = Pick<
  AliasRow,
  'id' | 'livemode' | 'identity_id' | 'type' | 'value' | 'skeleton' | 'privacy_level' | 'status' | 'released_at'
> &
  NoteColumns

/** `size` are the bytes of its capabilities. */
export type FoundEndpoint = Pick<
  EndpointRow,
  'id' | 'livemode' | 'identity_id' | 'type' | 'privacy_level' | 'priority' | 'status' | 'release' | 'removed_at'
> & { capabilities: unknown; size: number; mark: Buffer | null } & Fingerprints &
  NoteColumns

/** The fingerprint of a live endpoint's address. */
export type HeldAddress = Pick<FoundEndpoint, 'id' | 'identity_id' | 'type' | 'address_fingerprint'>

/** A taken reservation: its alias if it is the owner's and registered, and whether the owner's cools down. */
export type HeldReservation = AliasName & { own: string | null; cooling: boolean }

const live = {
  identity: sql`status <> 'closed'`,
  alias: sql`status = 'registered'`,
  endpoint: sql`removed_at is null`,
}

/**
 * The owner's live records with these references, as a table `t`. `>= and <=` keeps the index order that `=` would
 * drop.
 */
const referenced = (table: keyof typeof live, { consumerId, livemode }: Owner, hashes: readonly Buffer[]) => sql`
  unnest(${hashes}::bytea[]) as r (hash) cross join lateral (
    select * from ${sql.table(table)} where consumer_id = ${consumerId} and livemode = ${livemode}
      and reference_hash >= r.hash and reference_hash <= r.hash and ${live[table]} order by reference_hash limit 1) as t`

/** The reservations of these names by any holder, as a table `s`. */
const reservations = (livemode: boolean, asked: readonly AliasName[]) => sql`
  ${rowsAs(['type', 'skeleton'], asked)} cross join lateral (
    select * from alias_reservation where livemode = ${livemode} and type = q.type and skeleton = q.skeleton offset 0) as s`

/** The reservations of the owner's registered aliases. */
const held = ({ consumerId, livemode }: Owner, asked: readonly AliasName[]) => sql`
  (select s.alias_id from ${reservations(livemode, asked)}
  where s.consumer_id = ${consumerId} and s.available_at is null) as h`

/** The alias with an id of the outer query, as a table `a`. */
const aliasOf = (id: string) => sql`lateral (select * from alias where id = ${sql.ref(id)} offset 0) as a`

/** The identity with an id of the outer query, where it is the owner's, as a table `i`. */
const ownIdentity = ({ consumerId, livemode }: Owner, id: string) => sql`
  lateral (select id, consumer_id, livemode from identity where id = ${sql.ref(id)} offset 0) as i
    on i.consumer_id = ${consumerId} and i.livemode = ${livemode}`

/** The owner's records with these ids, ended ones too, as a table `t`. */
const identified = (table: 'alias' | 'endpoint', owner: Owner, ids: readonly string[]) => sql`
  (select t.* from unnest(${ids}::uuid[]) as q (id)
    cross join lateral (select * from ${sql.table(table)} where id = q.id offset 0) as t
    join ${ownIdentity(owner, 't.identity_id')}) as t`

/** For the rest of the transaction: the planner avoids sorting. */
export async function searchInOrder(db: Database): Promise<void> {
  await sql`select set_config('enable_sort', 'off', true)`.execute(db)
}

/**
 * The owner's identities that the lines name, or whose records they name: locked in one order, before their records. A
 * closed one is found by its id alone.
 */
export async function lockIdentities(db: Database, owner: Owner, asked: BatchNames): Promise<FoundIdentity[]> {
  const { rows } = await sql<FoundIdentity>`
    with named as (
      select i.id from unnest(${asked.identity.ids}::uuid[]) as q (id) join ${ownIdentity(owner, 'q.id')}
      union select t.id from ${referenced('identity', owner, asked.identity.hashes)}
      union select t.identity_id from ${referenced('alias', owner, asked.alias.hashes)}
      union select t.identity_id from ${identified('alias', owner, asked.alias.ids)}
      union select a.identity_id from ${held(owner, asked.names)} cross join ${aliasOf('h.alias_id')}
      union select t.identity_id from ${referenced('endpoint', owner, asked.endpoint.hashes)}
      union select t.identity_id from ${identified('endpoint', owner, asked.endpoint.ids)}
    )
    select * from (
      select ${columnNames(identityColumns)} from identity
      where id = any(array(select id from named)) order by id offset 0 for no key update) as i
    where i.consumer_id = ${owner.consumerId} and i.livemode = ${owner.livemode}`.execute(db)
  return rows
}

/** The owner's aliases: registered ones with these references or reservations, and those with these ids. */
export async function findAliases(db: Database, owner: Owner, asked: BatchNames): Promise<FoundAlias[]> {
  if (asked.alias.hashes.length + asked.alias.ids.length + asked.names.length === 0) return []
  const { rows } = await sql<FoundAlias>`
    with found as (
      select t.id from ${referenced('alias', owner, asked.alias.hashes)}
      union select h.alias_id from ${held(owner, asked.names)}
      union select t.id from ${identified('alias', owner, asked.alias.ids)}
    )
    select a.id, a.livemode, a.identity_id, a.type, a.value, a.skeleton, a.privacy_level, a.status, a.released_at,
      a.external_reference, a.reference_hash, a.metadata
    from found cross join ${aliasOf('found.id')} join ${ownIdentity(owner, 'a.identity_id')}
    where a.status = 'registered' or a.id = any(${asked.alias.ids}::uuid[])`.execute(db)
  return rows
}

/** The taken ones of these reservations, with the result that a single create would get. */
export async function findReservations(
  db: Database,
  { consumerId, livemode }: Owner,
  asked: readonly AliasName[],
): Promise<HeldReservation[]> {
  if (asked.length === 0) return []
  const { rows } = await sql<HeldReservation>`
    select s.type, s.skeleton, case when s.consumer_id = ${consumerId} and s.available_at is null then s.alias_id end as own,
      coalesce(s.consumer_id = ${consumerId} and s.available_at > now(), false) as cooling
    from ${reservations(livemode, asked)}
    where (s.available_at is null or s.available_at > now() or s.claim_id is not null)
      and not ${isOwnReset('s', sql`${consumerId}::uuid`)}`.execute(db)
  return rows
}

const endpointColumns = sql`t.id, t.livemode, t.identity_id, t.type, t.privacy_level, t.priority, t.capabilities,
  octet_length(t.capabilities::text) as size, t.mark, t.status, t.release, t.address_fingerprint, t.details_fingerprint,
  t.removed_at, t.external_reference, t.reference_hash, t.metadata`

/** The owner's endpoints: live ones with these references, and those with these ids. */
export async function findEndpoints(db: Database, owner: Owner, asked: BatchNames): Promise<FoundEndpoint[]> {
  const { hashes, ids } = asked.endpoint
  const byHash = hashes.length === 0 ? [] : await rowsOf(db, referenced('endpoint', owner, hashes))
  const found = new Set(byHash.map(({ id }) => id))
  const byId = ids.length === 0 ? [] : await rowsOf(db, identified('endpoint', owner, ids))
  return [...byHash, ...byId.filter(({ id }) => !found.has(id))]
}

const rowsOf = async (db: Database, table: RawBuilder<unknown>): Promise<FoundEndpoint[]> =>
  (await sql<FoundEndpoint>`select ${endpointColumns} from ${table}`.execute(db)).rows

/** The live addresses of these locked identities. */
export async function findHeldAddresses(db: Database, ids: readonly string[]): Promise<HeldAddress[]> {
  const { rows } = await sql<HeldAddress>`
    select e.id, e.identity_id, e.type, e.address_fingerprint
    from unnest(${ids}::uuid[]) as q (id) cross join lateral (
      select * from endpoint where identity_id = q.id and removed_at is null offset 0) as e`.execute(db)
  return rows
}

/** Number of records that an identity holds; `capabilities` in bytes. */
export type Holding = { id: string; aliases: number; endpoints: number; capabilities: number }

/** Counts the records that these locked identities hold. */
export async function countHoldings(db: Database, ids: readonly string[]): Promise<Holding[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Holding>`
    select q.id,
      (select count(*)::int from alias a where a.identity_id = q.id and a.status = 'registered') as aliases,
      e.endpoints, e.capabilities
    from unnest(${ids}::uuid[]) as q (id), lateral (
      select count(*)::int as endpoints, coalesce(sum(octet_length(e.capabilities::text)), 0)::int as capabilities
      from endpoint e where e.identity_id = q.id and e.removed_at is null) e`.execute(db)
  return rows
}

/** Returns those of these aliases that still cool down after an erasure, by the names in their lines. */
export async function findErasedReservations(
  db: Database,
  keyring: Keyring,
  { consumerId, livemode }: Owner,
  asked: readonly AliasName[],
): Promise<HeldReservation[]> {
  if (asked.length === 0) return []
  const erasedSkeleton = createErasedSkeleton(keyring)
  const erased = asked.map((name) => ({ ...name, erased: erasedSkeleton({ ...name, livemode }) }))
  const { rows } = await sql<HeldReservation>`
    select q.type, q.skeleton, null::uuid as own, s.consumer_id = ${consumerId} and s.available_at > now() as cooling
    from ${rowsAs(['type', 'skeleton', 'erased'], erased)}
    join alias_reservation s on s.livemode = ${livemode} and s.type = q.type and s.skeleton = q.erased
    where (s.available_at > now() or s.claim_id is not null) and not ${isOwnReset('s', sql`${consumerId}::uuid`)}`.execute(
    db,
  )
  return rows
}
