import { type RawBuilder, sql } from 'kysely'
import { Client, type Pool } from 'pg'
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

/**
 * Begins a statement of a transaction that is planned once per connection, wherever `PreparingClient` runs it. For the
 * statements of every write: elsewhere planning costs less than a plan that doesn't know its parameters. Such a statement
 * names its columns: a plan of `*` would not survive a migration.
 */
export const preparedAs = (name: string): RawBuilder<unknown> => sql.raw(`/* prepared: ${name} */`)

const marked = /^(?:select )?\s*\/\* prepared: ([a-z-]+) \*\//

/** A connection that prepares what `preparedAs` begins, under its name: the query builder has no word for it. */
export class PreparingClient extends Client {
  constructor(...config: ConstructorParameters<typeof Client>) {
    super(...config)
    const query = this.query.bind(this) as (...args: unknown[]) => unknown
    this.query = ((text: unknown, values?: unknown, ...rest: unknown[]) => {
      const name = typeof text === 'string' ? marked.exec(text)?.[1] : undefined
      return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest)
    }) as typeof this.query
  }
}
