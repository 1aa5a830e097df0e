import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/orm.ts'

/**
 * Removes up to `limit` rows of a table with an `id`, by `over`. Rows that another transaction holds wait for the next
 * run.
 */
async function removeSome(db: Database, table: string, over: RawBuilder<boolean>, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where id in (
      select id from ${sql.table(table)} where ${over} limit ${limit} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Outcomes whose Idempotency-Key has expired. */
export const purgeOutcomes = (db: Database, limit: number): Promise<number> =>
  removeSome(db, 'idempotency_record', sql`expires_at <= now()`, limit)

/** Checkpoints of imports that were never resumed. */
export const purgeCheckpoints = (db: Database, days: number, limit: number): Promise<number> =>
  removeSome(db, 'import_checkpoint', sql`updated_at < now() - ${days} * interval '1 day'`, limit)

/** Processes that ended without a report. One that was only silent reports itself again. */
export const purgeNodes = (db: Database, days: number, limit: number): Promise<number> =>
  removeSome(db, 'node', sql`seen_at < now() - ${days} * interval '1 day'`, limit)
