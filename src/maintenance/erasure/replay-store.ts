import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import { type IdentityRow, identityColumns } from '../../registry/identities/store.ts'

/** Where a list goes on. `at` is PostgreSQL's own text, which keeps what a Date cannot. */
type Place = { id: string; at: string }

/** Identities whose erasure was asked for since a moment, ended or not, in the order in which it was. `id` is a uuid. */
export async function findAsked(
  db: Database,
  since: Date | null,
  after: Place | null,
  limit: number,
): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select id, erasing_at::text as at from identity
    where erasing_at is not null and (${since}::timestamptz is null or erasing_at >= ${since}::timestamptz)
      and (${after?.at ?? null}::timestamptz is null
        or (erasing_at, id) > (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by erasing_at, id limit ${limit}`.execute(db)
  return rows
}

export type Standing = { id: string; isAsked: boolean; isErased: boolean }

/** How far the erasure of identities is. One that does not exist is left out. */
export async function findStandings(db: Database, ids: readonly string[]): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select id, erasing_at is not null as "isAsked", erased_at is not null as "isErased" from identity
    where id = any(${ids}::uuid[])`.execute(db)
  return rows
}

/** An identity of whichever owner, locked: the operator replays what its owners asked for. */
export function lockForReplay(db: Database, id: string): Promise<IdentityRow | undefined> {
  return db.selectFrom('identity').select(identityColumns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}
