import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import type { Owner } from '../../kernel/call.ts'
import { inheritedLevel } from '../../registry/identities/store.ts'

/*
 * Set-based writes for imports: the same tables and the same guards as one-at-a-time creation, a statement per table
 * and batch. Ids are uuids.
 */

export type IdentityLine = { id: string; type: string; displayName: string | null; defaultPrivacyLevel: string }
export type AliasLine = {
  id: string
  identityId: string
  type: string
  value: string
  skeleton: string
  normVersion: number
  privacyLevel: string | null
}
const column = <T, K extends keyof T>(rows: readonly T[], name: K): T[K][] => rows.map((row) => row[name])

/** @returns the ids that are new */
export async function insertIdentities(
  db: Database,
  owner: Owner,
  rows: readonly IdentityLine[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const inserted = await sql<{ id: string }>`
    insert into identity (id, livemode, consumer_id, type, display_name, default_privacy_level)
    select id, ${owner.livemode}, ${owner.consumerId}, type, display_name, level
    from unnest(${column(rows, 'id')}::uuid[], ${column(rows, 'type')}::text[], ${column(rows, 'displayName')}::text[],
      ${column(rows, 'defaultPrivacyLevel')}::text[]) as q (id, type, display_name, level)
    on conflict (id) do nothing
    returning id`.execute(db)
  return new Set(inserted.rows.map(({ id }) => id))
}

export type ImportTarget = {
  id: string
  type: string
  status: string
  primaryAliasId: string | null
  aliases: number
  endpoints: number
  /** Bytes of its endpoints' capabilities. */
  capabilities: number
}

/** The owner's identities among `ids`, locked in one order, with how much each holds. */
export async function lockTargets(
  db: Database,
  owner: Owner,
  ids: readonly string[],
): Promise<Map<string, ImportTarget>> {
  const { rows } = await sql<{ id: string; type: string; status: string; primary_alias_id: string | null }>`
    select id, type, status, primary_alias_id from identity
    where id = any(${ids}::uuid[]) and consumer_id = ${owner.consumerId} and livemode = ${owner.livemode}
    order by id for no key update`.execute(db)
  const counts = await sql<{ id: string; aliases: number; endpoints: number; capabilities: number }>`
    select q.id,
      (select count(*)::int from alias a where a.identity_id = q.id and a.status = 'registered') as aliases,
      (select count(*)::int from endpoint e where e.identity_id = q.id and e.removed_at is null) as endpoints,
      (select coalesce(sum(octet_length(e.capabilities::text)), 0)::int from endpoint e
        where e.identity_id = q.id and e.removed_at is null) as capabilities
    from unnest(${rows.map(({ id }) => id)}::uuid[]) as q (id)`.execute(db)
  const held = new Map(counts.rows.map((row) => [row.id, row]))
  return new Map(
    rows.map(({ id, type, status, primary_alias_id }) => {
      const { aliases, endpoints, capabilities } = held.get(id)!
      return [id, { id, type, status, primaryAliasId: primary_alias_id, aliases, endpoints, capabilities }]
    }),
  )
}

/** Takes reservations as one-at-a-time creation does. The lines' skeletons differ. @returns the ids of those that got theirs */
export async function takeReservations(db: Database, owner: Owner, rows: readonly AliasLine[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const taken = await sql<{ alias_id: string }>`
    insert into alias_slot as held (livemode, type, skeleton, alias_id, consumer_id)
    select ${owner.livemode}, type, skeleton, id, ${owner.consumerId}
    from unnest(${column(rows, 'type')}::text[], ${column(rows, 'skeleton')}::text[], ${column(rows, 'id')}::uuid[])
      as q (type, skeleton, id)
    order by type, skeleton
    on conflict (livemode, type, skeleton) do update
      set alias_id = excluded.alias_id, consumer_id = excluded.consumer_id, available_at = null
      where held.available_at <= now() and held.claim_id is null
    returning alias_id`.execute(db)
  return new Set(taken.rows.map(({ alias_id }) => alias_id))
}

/** Inserts aliases that hold their reservations; one without a level of its own takes its identity's default. */
export async function insertAliases(db: Database, owner: Owner, rows: readonly AliasLine[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into alias (id, livemode, identity_id, consumer_id, type, value, skeleton, norm_version, privacy_level)
    select q.id, i.livemode, i.id, i.consumer_id, q.type, q.value, q.skeleton, q.norm_version, coalesce(q.level, ${inheritedLevel})
    from unnest(${column(rows, 'id')}::uuid[], ${column(rows, 'identityId')}::uuid[], ${column(rows, 'type')}::text[],
      ${column(rows, 'value')}::text[], ${column(rows, 'skeleton')}::text[], ${column(rows, 'normVersion')}::int[],
      ${column(rows, 'privacyLevel')}::text[]) as q (id, identity_id, type, value, skeleton, norm_version, level)
    join identity i on i.id = q.identity_id and i.consumer_id = ${owner.consumerId}`.execute(db)
}

export async function setPrimaries(db: Database, rows: readonly { identityId: string; id: string }[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update identity i set primary_alias_id = q.alias_id, updated_at = now()
    from unnest(${column(rows, 'identityId')}::uuid[], ${column(rows, 'id')}::uuid[]) as q (id, alias_id)
    where i.id = q.id`.execute(db)
}

/** How many lines of this import are done: kept in the transaction that did them. */
export async function readCheckpoint(db: Database, id: string): Promise<number> {
  const { rows } = await sql<{ lines: number }>`select lines from import_checkpoint where id = ${id}`.execute(db)
  return rows[0]?.lines ?? 0
}

export async function writeCheckpoint(db: Database, id: string, lines: number): Promise<void> {
  await sql`
    insert into import_checkpoint (id, lines) values (${id}, ${lines})
    on conflict (id) do update set lines = excluded.lines, updated_at = now()`.execute(db)
}
