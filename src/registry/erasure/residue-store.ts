import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import { type BoundValue, readValues, type SealedColumn } from '../../vault/rotation/sealed-value-store.ts'
import { type ErasureTarget, isLeft } from './catalogue-store.ts'
import { anyOf } from './store.ts'

export type Left = { table: string; column: string; rows: number }

/**
 * Counts the rows of identities in which each column still has data. A row that should be gone counts as a column `*`.
 */
export async function countLeft(db: Database, holder: ErasureTarget, ids: readonly string[]): Promise<Left[]> {
  const { table, of, blanks } = holder
  const columns = Object.entries(blanks ?? { '*': null })
  const counts = columns.map(
    ([column, blank]) =>
      sql`count(*) filter (where ${blank ? blank.isLeft(sql.ref(`t.${column}`)) : isLeft(holder)})::int as ${sql.id(column)}`,
  )
  const { rows } = await sql<Record<string, number>>`
    select ${sql.join(counts)} from ${sql.table(table)} t where ${of(anyOf(ids))}`.execute(db)
  return columns.flatMap(([column]) => (rows[0]![column]! > 0 ? [{ table, column, rows: rows[0]![column]! }] : []))
}

/** Reads the sealed values in a column of the rows of identities. */
export const readSealed = (
  db: Database,
  sealed: SealedColumn,
  { of }: ErasureTarget,
  ids: readonly string[],
): Promise<BoundValue[]> =>
  readValues(db, sealed, sql`where ${of(anyOf(ids))} and ${sql.ref(`t.${sealed.column}`)} is not null`)

export type CachedOutcome = { id: string; livemode: boolean; outcome: Buffer; expires_at: Date }

/** Cached answers of the owners of identities, after one by id. */
export async function readKept(
  db: Database,
  ids: readonly string[],
  after: string,
  limit: number,
): Promise<CachedOutcome[]> {
  const { rows } = await sql<CachedOutcome>`
    select r.id, r.livemode, r.outcome, r.expires_at from idempotency_record r
    where exists (
        select from identity i where i.id = any(${ids}::uuid[]) and i.consumer_id = r.consumer_id and i.livemode = r.livemode
          and r.created_at < coalesce(i.erased_at, r.expires_at))
      and r.id > ${after}::uuid
    order by r.id limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, outcome: Buffer.from(row.outcome) }))
}

export async function readErasure(
  db: Database,
  id: string,
): Promise<{ erasing_at: Date | null; erased_at: Date | null } | undefined> {
  return db.selectFrom('identity').select(['erasing_at', 'erased_at']).where('id', '=', id).executeTakeFirst()
}
