import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import type { Owner } from '../../kernel/call.ts'
import type { NoteColumns } from '../../registry/notes/sealing.ts'
import type { Placed } from '../../registry/placed.ts'

/*
 * Set-based writes for imports: the same tables and the same guards as one-at-a-time writes, a statement per table and batch. Ids
 * are uuids. What inserts says how many rows it made: the unique indexes arbitrate, and fewer than asked is a lost race.
 */

export type IdentityLine = {
  id: string
  type: string
  status: string
  display_name: string | null
  display_name_folded: string | null
  default_privacy_level: string | null
  primary_alias_id: string | null
  payee_checks: string
  close_match: string
} & NoteColumns

export type AliasLine = {
  id: string
  identity_id: string
  type: string
  value: string
  skeleton: string
  norm_version: number
  privacy_level: string | null
  mark: Buffer | null
} & NoteColumns

const column = <T, K extends keyof T>(rows: readonly T[], name: K): T[K][] => rows.map((row) => row[name])

const affected = ({ numAffectedRows }: { numAffectedRows?: bigint }): number => Number(numAffectedRows ?? 0)

const identityRows = (owner: Owner, rows: readonly IdentityLine[]) => sql`
    insert into identity (id, livemode, consumer_id, type, status, display_name, display_name_folded, default_privacy_level,
      primary_alias_id, payee_checks, close_match, external_reference, reference_hash, metadata)
    select id, ${owner.livemode}, ${owner.consumerId}, type, status, display_name, folded, level, alias_id, payee_checks,
      close_match, reference, hash, metadata
    from unnest(${column(rows, 'id')}::uuid[], ${column(rows, 'type')}::text[], ${column(rows, 'status')}::text[],
      ${column(rows, 'display_name')}::text[], ${column(rows, 'display_name_folded')}::text[],
      ${column(rows, 'default_privacy_level')}::text[], ${column(rows, 'primary_alias_id')}::uuid[],
      ${column(rows, 'payee_checks')}::text[], ${column(rows, 'close_match')}::text[],
      ${column(rows, 'external_reference')}::bytea[], ${column(rows, 'reference_hash')}::bytea[],
      ${column(rows, 'metadata')}::bytea[])
      as q (id, type, status, display_name, folded, level, alias_id, payee_checks, close_match, reference, hash, metadata)
    order by hash
    on conflict do nothing returning 1`

const aliasRows = (owner: Owner, rows: readonly AliasLine[]) => sql`
    insert into alias (id, livemode, consumer_id, identity_id, type, value, skeleton, norm_version, privacy_level,
      mark, external_reference, reference_hash, metadata)
    select id, ${owner.livemode}, ${owner.consumerId}, identity_id, type, value, skeleton, norm_version, level, mark, reference,
      hash, metadata
    from unnest(${column(rows, 'id')}::uuid[], ${column(rows, 'identity_id')}::uuid[], ${column(rows, 'type')}::text[],
      ${column(rows, 'value')}::text[], ${column(rows, 'skeleton')}::text[], ${column(rows, 'norm_version')}::int[],
      ${column(rows, 'privacy_level')}::text[], ${column(rows, 'mark')}::bytea[], ${column(rows, 'external_reference')}::bytea[],
      ${column(rows, 'reference_hash')}::bytea[], ${column(rows, 'metadata')}::bytea[])
      as q (id, identity_id, type, value, skeleton, norm_version, level, mark, reference, hash, metadata)
    order by hash
    on conflict do nothing returning 1`

/**
 * Inserts identities with their primary aliases, and aliases that hold their reservations. In one statement, at whose end their
 * foreign keys are looked at: so an identity is written once, and not again for its mark.
 * @returns how many of both
 * @throws a foreign key violation when one of the two was left out
 */
export async function insertWithAliases(
  db: Database,
  owner: Owner,
  identities: readonly IdentityLine[],
  aliases: readonly AliasLine[],
): Promise<number> {
  if (identities.length + aliases.length === 0) return 0
  const { rows } = await sql<{ made: number }>`
    with identities as (${identityRows(owner, identities)}), aliases as (${aliasRows(owner, aliases)})
    select ((select count(*) from identities) + (select count(*) from aliases))::int as made`.execute(db)
  return rows[0]!.made
}

export type IdentityChange = Omit<IdentityLine, 'type' | 'primary_alias_id' | 'external_reference' | 'reference_hash'>

export async function updateIdentities(db: Database, rows: readonly IdentityChange[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update identity i set status = q.status, display_name = q.display_name, display_name_folded = q.folded,
      default_privacy_level = q.level, payee_checks = q.payee_checks, close_match = q.close_match, metadata = q.metadata,
      updated_at = now()
    from unnest(${column(rows, 'id')}::uuid[], ${column(rows, 'status')}::text[], ${column(rows, 'display_name')}::text[],
      ${column(rows, 'display_name_folded')}::text[], ${column(rows, 'default_privacy_level')}::text[],
      ${column(rows, 'payee_checks')}::text[], ${column(rows, 'close_match')}::text[], ${column(rows, 'metadata')}::bytea[])
      as q (id, status, display_name, folded, level, payee_checks, close_match, metadata)
    where i.id = q.id`.execute(db)
}

/** Takes reservations as one-at-a-time creation does. The lines' skeletons differ. */
export async function takeReservations(db: Database, owner: Owner, rows: readonly AliasLine[]): Promise<number> {
  if (rows.length === 0) return 0
  return affected(
    await sql`
    insert into alias_slot as held (livemode, type, skeleton, alias_id, consumer_id)
    select ${owner.livemode}, type, skeleton, id, ${owner.consumerId}
    from unnest(${column(rows, 'type')}::text[], ${column(rows, 'skeleton')}::text[], ${column(rows, 'id')}::uuid[])
      as q (type, skeleton, id)
    order by type, skeleton
    on conflict (livemode, type, skeleton) do update
      set alias_id = excluded.alias_id, consumer_id = excluded.consumer_id, available_at = null
      where held.available_at <= now() and held.claim_id is null`.execute(db),
  )
}

export type AliasChange = Placed & { privacy_level: string | null } & NoteColumns

/** @throws a unique violation when a reference was taken meanwhile */
export async function updateAliases(db: Database, rows: readonly AliasChange[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update alias a set privacy_level = q.level, external_reference = q.reference, reference_hash = q.hash,
      metadata = q.metadata, updated_at = now()
    from unnest(${column(rows, 'id')}::uuid[], ${column(rows, 'identity_id')}::uuid[], ${column(rows, 'privacy_level')}::text[],
      ${column(rows, 'external_reference')}::bytea[], ${column(rows, 'reference_hash')}::bytea[],
      ${column(rows, 'metadata')}::bytea[]) as q (id, identity_id, level, reference, hash, metadata)
    where a.identity_id = q.identity_id and a.id = q.id`.execute(db)
}

/** Aliases that change with their identity: they are primary no more. @returns what they are called in events */
export async function touchAliases(db: Database, rows: readonly Placed[]): Promise<(Placed & { type: string })[]> {
  if (rows.length === 0) return []
  const touched = await sql<Placed & { type: string }>`
    update alias a set updated_at = now()
    from unnest(${column(rows, 'id')}::uuid[], ${column(rows, 'identity_id')}::uuid[]) as q (id, identity_id)
    where a.identity_id = q.identity_id and a.id = q.id and a.status = 'registered'
    returning a.id, a.identity_id, a.type`.execute(db)
  return touched.rows
}

/** Releases aliases into their cooldown, as a release by itself does. Their identities are locked, and lose their marks after. */
export async function releaseAliases(db: Database, rows: readonly (Placed & { days: number })[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    with released as (
      update alias a
      set status = 'released', released_at = now(), updated_at = now(), available_at = now() + q.days * interval '1 day'
      from unnest(${column(rows, 'id')}::uuid[], ${column(rows, 'identity_id')}::uuid[], ${column(rows, 'days')}::float8[])
        as q (id, identity_id, days)
      where a.identity_id = q.identity_id and a.id = q.id and a.status = 'registered'
      returning a.id, a.livemode, a.type, a.skeleton, a.available_at
    )
    update alias_slot s set available_at = r.available_at
    from released r
    where s.livemode = r.livemode and s.type = r.type and s.skeleton = r.skeleton and s.alias_id = r.id`.execute(db)
}

export async function setPrimaries(
  db: Database,
  rows: readonly { id: string; primary_alias_id: string | null }[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update identity i set primary_alias_id = q.alias_id, updated_at = now()
    from unnest(${column(rows, 'id')}::uuid[], ${column(rows, 'primary_alias_id')}::uuid[]) as q (id, alias_id)
    where i.id = q.id`.execute(db)
}

export type EndpointChange = Placed & {
  privacy_level: string | null
  priority: number
  capabilities: string
  mark: Buffer | null
  status: string
  release: string
  metadata: Buffer | null
}

/** The snapshots follow by a trigger. */
export async function updateEndpoints(db: Database, rows: readonly EndpointChange[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update endpoint e set privacy_level = q.level, priority = q.priority, capabilities = q.capabilities::jsonb,
      mark = q.mark, status = q.status, release = q.release, metadata = q.metadata, updated_at = now()
    from unnest(${column(rows, 'id')}::uuid[], ${column(rows, 'identity_id')}::uuid[], ${column(rows, 'privacy_level')}::text[],
      ${column(rows, 'priority')}::float8[], ${column(rows, 'capabilities')}::text[], ${column(rows, 'mark')}::bytea[], ${column(rows, 'status')}::text[],
      ${column(rows, 'release')}::text[], ${column(rows, 'metadata')}::bytea[])
      as q (id, identity_id, level, priority, capabilities, mark, status, release, metadata)
    where e.identity_id = q.identity_id and e.id = q.id`.execute(db)
}

/** Removes endpoints and erases what was sealed of them. */
export async function removeEndpoints(db: Database, rows: readonly Placed[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update endpoint e set address = null, projection = null, mark = null, address_fingerprint = null, details_fingerprint = null,
      removed_at = now(), updated_at = now()
    from unnest(${column(rows, 'id')}::uuid[], ${column(rows, 'identity_id')}::uuid[]) as q (id, identity_id)
    where e.identity_id = q.identity_id and e.id = q.id`.execute(db)
}

/** How many lines of this file are done: kept in the transaction that did them. */
export async function readCheckpoint(db: Database, id: string): Promise<number> {
  const { rows } = await sql<{ lines: number }>`select lines from import_checkpoint where id = ${id}`.execute(db)
  return rows[0]?.lines ?? 0
}

export async function writeCheckpoint(db: Database, id: string, lines: number): Promise<void> {
  await sql`
    insert into import_checkpoint as c (id, lines) values (${id}, ${lines})
    on conflict (id) do update set lines = greatest(c.lines, excluded.lines), updated_at = now()`.execute(db)
}
