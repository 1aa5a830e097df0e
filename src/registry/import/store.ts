import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import type { Owner } from '../../kernel/call.ts'
import { isOwnReset } from '../aliases/reservation-store.ts'
import type { EndpointLine } from '../endpoints/store.ts'
import { switchColumns } from '../identities/rules.ts'
import { assigned, column, columnNames, type IdentityOwned, rowsAs } from '../record-store.ts'
import type { FoundAlias, FoundIdentity } from './look-up-store.ts'

/*
 * Set-based writes for imports: the same tables and the same guards as single writes, a statement per table and batch.
 * Ids are uuids. Inserts return the number of rows: the unique indexes arbitrate, and fewer rows than asked is a lost
 * race.
 */

const noteColumns = ['external_reference', 'reference_hash', 'metadata'] as const
const changedOfIdentity = [
  ...(['status', 'display_name', 'display_name_folded', 'default_privacy_level', 'metadata'] as const),
  ...Object.values(switchColumns),
]
const identityColumns = [
  ...(['id', 'type', 'primary_alias_id', 'external_reference', 'reference_hash'] as const),
  ...changedOfIdentity,
]
export type IdentityLine = FoundIdentity & { display_name_folded: string | null }

const aliasColumns = [
  ...(['id', 'identity_id', 'type', 'value', 'skeleton', 'norm_version', 'privacy_level', 'mark'] as const),
  ...noteColumns,
]
export type AliasLine = FoundAlias & { norm_version: number; mark: Buffer }

const affected = ({ numAffectedRows }: { numAffectedRows?: bigint }): number => Number(numAffectedRows ?? 0)

/** Inserts rows of the owner's in the order of their references, and returns 1 for each new one. */
const inserted = <Name extends string>(
  table: 'identity' | 'alias',
  { livemode, consumerId }: Owner,
  names: readonly Name[],
  rows: readonly { readonly [Column in Name]: unknown }[],
) => sql`
    insert into ${sql.table(table)} (livemode, consumer_id, ${columnNames(names)})
    select ${livemode}, ${consumerId}, ${columnNames(names)} from ${rowsAs(names, rows)} order by reference_hash
    on conflict do nothing returning 1`

/**
 * Inserts identities with their primary aliases, and aliases with their reservations, in one statement: foreign keys
 * are checked at its end, so an identity needs no second write for its primary mark. @returns the numbers of both
 * @throws a foreign key violation if one of the two was left out
 */
export async function insertWithAliases(
  db: Database,
  owner: Owner,
  identities: readonly IdentityLine[],
  aliases: readonly AliasLine[],
): Promise<number> {
  if (identities.length + aliases.length === 0) return 0
  const { rows } = await sql<{ made: number }>`
    with identities as (${inserted('identity', owner, identityColumns, identities)}),
      aliases as (${inserted('alias', owner, aliasColumns, aliases)})
    select ((select count(*) from identities) + (select count(*) from aliases))::int as made`.execute(db)
  return rows[0]!.made
}

export async function updateIdentities(db: Database, rows: readonly IdentityLine[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update identity i set ${assigned(changedOfIdentity)}, updated_at = now()
    from ${rowsAs(['id', ...changedOfIdentity], rows)} where i.id = q.id`.execute(db)
}

/** Takes reservations like a single create. The lines' skeletons differ. */
export async function takeReservations(db: Database, owner: Owner, rows: readonly AliasLine[]): Promise<number> {
  if (rows.length === 0) return 0
  return affected(
    await sql`
    insert into alias_reservation as held (livemode, type, skeleton, alias_id, consumer_id)
    select ${owner.livemode}, type, skeleton, id, ${owner.consumerId}
    from unnest(${column(rows, 'type')}::text[], ${column(rows, 'skeleton')}::text[], ${column(rows, 'id')}::uuid[])
      as q (type, skeleton, id)
    order by type, skeleton
    on conflict (livemode, type, skeleton) do update
      set alias_id = excluded.alias_id, consumer_id = excluded.consumer_id, available_at = null, by_reset = false
      where (held.available_at <= now() and held.claim_id is null) or ${isOwnReset('held', sql`excluded.consumer_id`)}`.execute(
      db,
    ),
  )
}

const changedOfAlias = ['privacy_level', ...noteColumns] as const

/** @throws a unique violation if a reference was taken meanwhile */
export async function updateAliases(db: Database, rows: readonly FoundAlias[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update alias a set ${assigned(changedOfAlias)}, updated_at = now()
    from ${rowsAs(['id', 'identity_id', ...changedOfAlias], rows)} where a.identity_id = q.identity_id and a.id = q.id`.execute(
    db,
  )
}

/** Clears the primary mark of aliases whose identity has another one now. @returns their fields for events */
export async function touchAliases(
  db: Database,
  rows: readonly IdentityOwned[],
): Promise<(IdentityOwned & { type: string })[]> {
  if (rows.length === 0) return []
  const touched = await sql<IdentityOwned & { type: string }>`
    update alias a set updated_at = now()
    from unnest(${column(rows, 'id')}::uuid[], ${column(rows, 'identity_id')}::uuid[]) as q (id, identity_id)
    where a.identity_id = q.identity_id and a.id = q.id and a.status = 'registered'
    returning a.id, a.identity_id, a.type`.execute(db)
  return touched.rows
}

export async function setPrimaries(
  db: Database,
  rows: readonly Pick<FoundIdentity, 'id' | 'primary_alias_id'>[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update identity i set primary_alias_id = q.alias_id, updated_at = now()
    from unnest(${column(rows, 'id')}::uuid[], ${column(rows, 'primary_alias_id')}::uuid[]) as q (id, alias_id)
    where i.id = q.id`.execute(db)
}

const changedOfEndpoint = ['privacy_level', 'priority', 'mark', 'status', 'release', 'metadata'] as const

/** A trigger updates the snapshots. */
export async function updateEndpoints(db: Database, rows: readonly EndpointLine[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update endpoint e set ${assigned(changedOfEndpoint)}, capabilities = q.capabilities::jsonb, updated_at = now()
    from ${rowsAs(['id', 'identity_id', 'capabilities', ...changedOfEndpoint], rows)}
    where e.identity_id = q.identity_id and e.id = q.id`.execute(db)
}

/** Number of finished lines of this file, stored in the transaction that wrote them. */
export async function readCheckpoint(db: Database, id: string): Promise<number> {
  const { rows } = await sql<{ lines: number }>`select lines from import_checkpoint where id = ${id}`.execute(db)
  return rows[0]?.lines ?? 0
}

export async function writeCheckpoint(db: Database, id: string, lines: number): Promise<void> {
  await sql`
    insert into import_checkpoint as c (id, lines) values (${id}, ${lines})
    on conflict (id) do update set lines = greatest(c.lines, excluded.lines), updated_at = now()`.execute(db)
}
