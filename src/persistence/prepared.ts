import type { RawBuilder } from 'kysely'
import type { Pool } from 'pg'
import type { Database } from './orm.ts'

/** Where prepared statements run; `isPrepared` is false behind a pooler that loses them. */
export type Statements = { db: Database; pool: Pool; isPrepared: boolean }

/** Runs a statement that is planned once per connection: planning a large one costs more than running it. */
export async function runPrepared<R extends object>(
  { db, pool, isPrepared }: Statements,
  name: string,
  statement: RawBuilder<R>,
): Promise<R[]> {
  const { sql: text, parameters } = statement.compile(db)
  const { rows } = await pool.query<R>({ ...(isPrepared && { name }), text, values: [...parameters] })
  return rows
}
