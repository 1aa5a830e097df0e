import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import type { Owner } from '../../kernel/call.ts'
import { identityColumns } from '../../registry/identities/store.ts'

/*
 * What the lines of a batch find: a statement for each table, whatever the number of lines. Hashes are those of references.
 *
 * INVARIANT (one search a line): each is searched by an index of its own, in a subquery that is run for it. While a table has no
 * statistics, as in a first import, all rows of an owner seem to be a few: a list of hashes, or a join, would read them all, and each
 * batch would cost more than the last. So they do when the statistics know other owners alone: then every index that the owner leads
 * seems as good as those of references. Only these give the order that is asked for, and sorting is switched off.
 */

export type AliasName = { type: string; skeleton: string }

export type Asked = {
  identityIds: readonly string[]
  identityHashes: readonly Buffer[]
  aliasHashes: readonly Buffer[]
  aliasNames: readonly AliasName[]
  endpointHashes: readonly Buffer[]
}

export type FoundIdentity = {
  id: string
  livemode: boolean
  type: string
  status: string
  display_name: string | null
  default_privacy_level: string | null
  primary_alias_id: string | null
  payee_checks: string
  close_match: string
  external_reference: Buffer | null
  reference_hash: Buffer | null
  metadata: Buffer | null
}

export type FoundAlias = {
  id: string
  livemode: boolean
  identity_id: string
  type: string
  value: string
  skeleton: string
  privacy_level: string | null
  released_at: Date | null
  external_reference: Buffer | null
  reference_hash: Buffer | null
  metadata: Buffer | null
}

export type FoundEndpoint = {
  id: string
  livemode: boolean
  identity_id: string
  type: string
  privacy_level: string | null
  priority: number
  capabilities: unknown
  /** Bytes of its capabilities. */
  size: number
  mark: Buffer | null
  status: string
  release: string
  address_fingerprint: Buffer | null
  details_fingerprint: Buffer | null
  external_reference: Buffer | null
  reference_hash: Buffer | null
  metadata: Buffer | null
}

/** A reservation that is not free: its alias where it is the owner's and registered, and whether the owner's cools down. */
export type HeldReservation = AliasName & { own: string | null; cooling: boolean }

const column = <T, K extends keyof T>(rows: readonly T[], name: K): T[K][] => rows.map((row) => row[name])

/** The names of aliases, as a table `n`. */
const names = (asked: readonly AliasName[]) =>
  sql`unnest(${column(asked, 'type')}::text[], ${column(asked, 'skeleton')}::text[]) as n (type, skeleton)`

const live = {
  identity: sql`status <> 'closed'`,
  alias: sql`status = 'registered'`,
  endpoint: sql`removed_at is null`,
}

/** The owner's live records with these references, as a table `t`. A range of one, for an equal would make its order needless. */
const referenced = (table: keyof typeof live, { consumerId, livemode }: Owner, hashes: readonly Buffer[]) => sql`
  unnest(${hashes}::bytea[]) as r (hash) cross join lateral (
    select * from ${sql.table(table)} where consumer_id = ${consumerId} and livemode = ${livemode}
      and reference_hash >= r.hash and reference_hash <= r.hash and ${live[table]} order by reference_hash limit 1) as t`

/** The reservations of these names, whoever holds them, as a table `s`. */
const reservations = (livemode: boolean, asked: readonly AliasName[]) => sql`
  ${names(asked)} cross join lateral (
    select * from alias_slot where livemode = ${livemode} and type = n.type and skeleton = n.skeleton offset 0) as s`

/** Those of registered aliases of the owner's. */
const held = ({ consumerId, livemode }: Owner, asked: readonly AliasName[]) => sql`
  (select s.alias_id from ${reservations(livemode, asked)}
  where s.consumer_id = ${consumerId} and s.available_at is null) as h`

/** The alias with an id of the outer query, as a table `a`. */
const aliasOf = (id: string) => sql`lateral (select * from alias where id = ${sql.ref(id)} offset 0) as a`

/** The identity with an id of the outer query, where it is the owner's, as a table `i`. */
const ownIdentity = ({ consumerId, livemode }: Owner, id: string) => sql`
  lateral (select id, consumer_id, livemode from identity where id = ${sql.ref(id)} offset 0) as i
    on i.consumer_id = ${consumerId} and i.livemode = ${livemode}`

/** For the rest of the transaction: no plan sorts that can do without. */
export async function searchInOrder(db: Database): Promise<void> {
  await sql`select set_config('enable_sort', 'off', true)`.execute(db)
}

/**
 * The owner's identities that the lines name, or that hold what they find: locked in one order, before anything below them. A
 * closed one is found by its id alone.
 */
export async function lockIdentities(db: Database, owner: Owner, asked: Asked): Promise<FoundIdentity[]> {
  const { rows } = await sql<FoundIdentity>`
    with named as (
      select i.id from unnest(${asked.identityIds}::uuid[]) as q (id) join ${ownIdentity(owner, 'q.id')}
      union select t.id from ${referenced('identity', owner, asked.identityHashes)}
      union select t.identity_id from ${referenced('alias', owner, asked.aliasHashes)}
      union select a.identity_id from ${held(owner, asked.aliasNames)} cross join ${aliasOf('h.alias_id')}
      union select t.identity_id from ${referenced('endpoint', owner, asked.endpointHashes)}
    )
    select * from (
      select ${sql.join(identityColumns.map((name) => sql.ref(name)))} from identity
      where id = any(array(select id from named)) order by id offset 0 for no key update) as i
    where i.consumer_id = ${owner.consumerId} and i.livemode = ${owner.livemode}`.execute(db)
  return rows
}

/** The owner's registered aliases with these references, and those that hold these reservations. */
export async function findAliases(db: Database, owner: Owner, asked: Asked): Promise<FoundAlias[]> {
  if (asked.aliasHashes.length + asked.aliasNames.length === 0) return []
  const { rows } = await sql<FoundAlias>`
    with found as (
      select t.id from ${referenced('alias', owner, asked.aliasHashes)}
      union select h.alias_id from ${held(owner, asked.aliasNames)}
    )
    select a.id, a.livemode, a.identity_id, a.type, a.value, a.skeleton, a.privacy_level, a.released_at, a.external_reference, a.reference_hash,
      a.metadata
    from found cross join ${aliasOf('found.id')} join ${ownIdentity(owner, 'a.identity_id')}
    where a.status = 'registered'`.execute(db)
  return rows
}

/** Which of these reservations are not free, as one-at-a-time creation meets them. */
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
    where s.available_at is null or s.available_at > now() or s.claim_id is not null`.execute(db)
  return rows
}

/** The owner's endpoints with these references. */
export async function findEndpoints(db: Database, owner: Owner, hashes: readonly Buffer[]): Promise<FoundEndpoint[]> {
  if (hashes.length === 0) return []
  const { rows } = await sql<FoundEndpoint>`
    select t.id, t.livemode, t.identity_id, t.type, t.privacy_level, t.priority, t.capabilities,
      octet_length(t.capabilities::text) as size, t.mark, t.status, t.release, t.address_fingerprint, t.details_fingerprint,
      t.external_reference, t.reference_hash, t.metadata
    from ${referenced('endpoint', owner, hashes)}`.execute(db)
  return rows
}

/** How much an identity holds; `capabilities` in bytes. */
export type Holding = { id: string; aliases: number; endpoints: number; capabilities: number }

/** How much these identities hold, which are locked. */
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
