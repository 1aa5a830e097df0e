import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import type { ClaimRow } from '../../ownership/claims/store.ts'
import { type ErasureTarget, isLeft } from './catalogue-store.ts'

/** Locks up to `limit` claims that still have data: a claim is locked before identities, as by every change of it. */
export async function lockErasingClaims(
  db: Database,
  holder: ErasureTarget,
  ids: readonly string[],
  limit: number,
): Promise<ClaimRow[]> {
  const { rows } = await sql<ClaimRow>`
    select * from claim t
    where ${holder.of((column) => sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`)} and ${isLeft(holder)}
    order by id limit ${limit} for update`.execute(db)
  return rows
}

/** Erases the values of claims. The keyed hash stays, so that a lost one is recognized. */
export async function blankClaims(db: Database, claims: readonly { id: string; erased: string }[]): Promise<void> {
  await sql`
    update claim t set value = '', skeleton = q.erased, proof_token = null, updated_at = now()
    from unnest(${claims.map(({ id }) => id)}::uuid[], ${claims.map(({ erased }) => erased)}::text[]) as q (id, erased)
    where t.id = q.id`.execute(db)
}
