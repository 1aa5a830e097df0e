import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import { type IdentityRow, identityColumns } from '../identities/store.ts'

/**
 * Identities whose erasure was requested since a time, ended or not, in the order of the requests. `id`, `after`:
 * uuids.
 */
export async function findAsked(
  db: Database,
  since: Date | null,
  after: string | null,
  limit: number,
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select id from identity
    where erasing_at is not null and (${since}::timestamptz is null or erasing_at >= ${since}::timestamptz)
      and (${after}::uuid is null
        or (erasing_at, id) > (select last.erasing_at, last.id from identity as last where last.id = ${after}::uuid))
    order by erasing_at, id limit ${limit}`.execute(db)
  return rows
}

export type Standing = { id: string; isAsked: boolean; isErased: boolean }

/** Reads the erasure status of identities. Absent ones are left out. */
export async function findStandings(db: Database, ids: readonly string[]): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select id, erasing_at is not null as "isAsked", erased_at is not null as "isErased" from identity
    where id = any(${ids}::uuid[])`.execute(db)
  return rows
}

/** Locks an identity of any owner: the operator replays the owners' requests. */
export function lockForReplay(db: Database, id: string): Promise<IdentityRow | undefined> {
  return db.selectFrom('identity').select(identityColumns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}
