import { sql } from 'kysely'
import type { Database } from '../../src/database/orm.ts'

/**
 * Counts the rows of a table that the work reads in its transaction. The statistics of a connection also have what
 * statements before read and it has not reported yet, so the counts before are taken off.
 */
export async function countReads<T>(trx: Database, table: string, work: () => Promise<T>): Promise<[reads: number, T]> {
  const count = async () => {
    const { rows } = await sql<{ n: number }>`
      select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n from pg_stat_xact_user_tables
      where relname = ${table}`.execute(trx)
    return rows[0]!.n
  }
  const before = await count()
  const done = await work()
  return [(await count()) - before, done]
}
