import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import type { Owner } from '../../kernel/call.ts'
import { isOwnReset } from '../aliases/reservation-store.ts'
import { settingColumns } from '../identities/record.ts'
import { columnNames, type IdentityOwned, rowsAs } from '../record-store.ts'
import type { FoundAlias, FoundIdentity } from './look-up-store.ts'

/*
 * Set-based writes for imports: the same tables and the same guards as single writes, a statement per table and batch.
 * Ids are uuids. Inserts return the number of rows: the unique indexes arbitrate, and fewer rows than asked is a lost
 * race.
 */

const noteColumns = ['external_reference', 'reference_hash', 'metadata'] as const
const changedOfIdentity = [...(['status', 'display_name_folded', 'metadata'] as const), ...settingColumns]
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

/** Changes these columns of rows that their ids find. */
const updating =
  <Id extends string, Name extends string>(table: string, ids: readonly Id[], names: readonly Name[]) =>
  async (db: Database, rows: readonly { readonly [Column in Id | Name]: unknown }[]): Promise<void> => {
    if (rows.length === 0) return
    const changes = names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`q.${name}`)}`)
    const found = ids.map((id) => sql`${sql.ref(`t.${id}`)} = ${sql.ref(`q.${id}`)}`)
    await sql`
      update ${sql.table(table)} t set ${sql.join(changes)}, updated_at = now()
      from ${rowsAs<Id | Name>([...ids, ...names], rows)} where ${sql.join(found, sql` and `)}`.execute(db)
  }

export const updateIdentities = updating('identity', ['id'], changedOfIdentity)
export const setPrimaries = updating('identity', ['id'], ['primary_alias_id'])

/** @throws a unique violation if a reference was taken meanwhile */
export const updateAliases = updating('alias', ['id', 'identity_id'], ['privacy_level', ...noteColumns])

/** A trigger updates the snapshots. */
export const updateEndpoints = updating(
  'endpoint',
  ['id', 'identity_id'],
  ['privacy_level', 'priority', 'capabilities', 'mark', 'status', 'release', 'metadata'],
)

/** Takes reservations like a single create. The lines' skeletons differ. */
export async function takeReservations(db: Database, owner: Owner, rows: readonly AliasLine[]): Promise<number> {
  if (rows.length === 0) return 0
  const { numAffectedRows } = await sql`
    insert into alias_reservation as held (livemode, type, skeleton, alias_id, consumer_id)
    select ${owner.livemode}, type, skeleton, id, ${owner.consumerId} from ${rowsAs(['type', 'skeleton', 'id'], rows)}
    order by type, skeleton
    on conflict (livemode, type, skeleton) do update
      set alias_id = excluded.alias_id, consumer_id = excluded.consumer_id, available_at = null, by_reset = false
      where (held.available_at <= now() and held.claim_id is null) or ${isOwnReset('held', sql`excluded.consumer_id`)}`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

/** Clears the primary mark of aliases whose identity has another one now. @returns their fields for events */
export async function touchAliases(
  db: Database,
  rows: readonly IdentityOwned[],
): Promise<(IdentityOwned & { type: string })[]> {
  if (rows.length === 0) return []
  const touched = await sql<IdentityOwned & { type: string }>`
    update alias a set updated_at = now() from ${rowsAs(['id', 'identity_id'], rows)}
    where a.identity_id = q.identity_id and a.id = q.id and a.status = 'registered'
    returning a.id, a.identity_id, a.type`.execute(db)
  return touched.rows
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
