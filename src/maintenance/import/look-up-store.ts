import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import type { Owner } from '../../kernel/call.ts'
import { identityColumns } from '../../registry/identities/store.ts'

/*
 * What the lines of a batch find: a statement for each table, whatever the number of lines. Hashes are those of references.
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

/**
 * The owner's identities that the lines name, or that hold what they find: locked in one order, before anything below them. A
 * closed one is found by its id alone.
 */
export async function lockIdentities(db: Database, owner: Owner, asked: Asked): Promise<FoundIdentity[]> {
  const { consumerId, livemode } = owner
  const { rows } = await sql<FoundIdentity>`
    with named as (
      select unnest(${asked.identityIds}::uuid[]) as id
      union select id from identity
        where consumer_id = ${consumerId} and livemode = ${livemode} and reference_hash = any(${asked.identityHashes}::bytea[])
          and status <> 'closed'
      union select identity_id from alias
        where consumer_id = ${consumerId} and livemode = ${livemode} and reference_hash = any(${asked.aliasHashes}::bytea[])
          and status = 'registered'
      union select a.identity_id from ${names(asked.aliasNames)}
        join alias_slot s on s.livemode = ${livemode} and s.type = n.type and s.skeleton = n.skeleton
          and s.consumer_id = ${consumerId} and s.available_at is null
        join alias a on a.id = s.alias_id
      union select identity_id from endpoint
        where consumer_id = ${consumerId} and livemode = ${livemode} and reference_hash = any(${asked.endpointHashes}::bytea[])
          and removed_at is null
    )
    select ${sql.join(identityColumns.map((name) => sql.ref(name)))} from identity
    where id in (select id from named) and consumer_id = ${consumerId} and livemode = ${livemode}
    order by id for no key update`.execute(db)
  return rows
}

/** The owner's registered aliases with these references, and those that hold these reservations. */
export async function findAliases(db: Database, owner: Owner, asked: Asked): Promise<FoundAlias[]> {
  if (asked.aliasHashes.length + asked.aliasNames.length === 0) return []
  const { consumerId, livemode } = owner
  const { rows } = await sql<FoundAlias>`
    with found as (
      select id from alias
      where consumer_id = ${consumerId} and livemode = ${livemode} and reference_hash = any(${asked.aliasHashes}::bytea[])
        and status = 'registered'
      union select s.alias_id from ${names(asked.aliasNames)}
        join alias_slot s on s.livemode = ${livemode} and s.type = n.type and s.skeleton = n.skeleton
          and s.consumer_id = ${consumerId} and s.available_at is null
    )
    select a.id, a.livemode, a.identity_id, a.type, a.value, a.skeleton, a.privacy_level, a.released_at, a.external_reference, a.reference_hash,
      a.metadata
    from alias a join identity i on i.id = a.identity_id
    where a.id in (select id from found) and a.status = 'registered' and i.consumer_id = ${consumerId}
      and i.livemode = ${livemode}`.execute(db)
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
    from ${names(asked)}
    join alias_slot s on s.livemode = ${livemode} and s.type = n.type and s.skeleton = n.skeleton
    where s.available_at is null or s.available_at > now() or s.claim_id is not null`.execute(db)
  return rows
}

/** The owner's endpoints with these references. */
export async function findEndpoints(db: Database, owner: Owner, hashes: readonly Buffer[]): Promise<FoundEndpoint[]> {
  if (hashes.length === 0) return []
  const { rows } = await sql<FoundEndpoint>`
    select id, livemode, identity_id, type, privacy_level, priority, capabilities,
      octet_length(capabilities::text) as size, status, release, address_fingerprint, details_fingerprint, external_reference,
      reference_hash, metadata
    from endpoint
    where consumer_id = ${owner.consumerId} and livemode = ${owner.livemode} and reference_hash = any(${hashes}::bytea[])
      and removed_at is null`.execute(db)
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
