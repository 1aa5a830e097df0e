import type { CompiledQuery } from 'kysely'
import type { Database } from './orm.ts'
import { TimedClient } from './transaction-time.ts'

/** What each compiled statement is prepared as. The query builder hands its parameters on as they are: they stand for it. */
type Known = { readonly name: string; readonly isLast: boolean }
const names = new WeakMap<object, Known>()

/**
 * Runs a statement that is planned once per connection, wherever `PreparingClient` runs it. For the statements of every write:
 * elsewhere planning costs less than a plan that doesn't know its parameters. Such a statement names its columns: a plan of `*`
 * would not survive a migration.
 *
 * `isLast`: nothing follows in its transaction. The commit goes out with it.
 */
export async function runPrepared<R>(
  db: Database,
  name: string,
  statement: { compile(db: Database): CompiledQuery<R> },
  { isLast = false } = {},
): Promise<R[]> {
  const compiled = statement.compile(db)
  names.set(compiled.parameters, { name, isLast })
  return (await db.executeQuery(compiled)).rows
}

/** A connection that gives the driver the name of what `runPrepared` runs: the query builder has no word for it. */
export class PreparingClient extends TimedClient {
  constructor(...config: ConstructorParameters<typeof TimedClient>) {
    super(...config)
    const query = this.query.bind(this) as (...args: unknown[]) => unknown
    this.query = ((text: unknown, values?: object, ...rest: unknown[]) => {
      const known = values && names.get(values)
      if (known === undefined) return query(text, values, ...rest)
      const run = () => query({ name: known.name, text, values }, ...rest)
      return known.isLast ? this.lastOf(run) : run()
    }) as typeof this.query
  }
}
