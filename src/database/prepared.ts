import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Database } from './orm.ts'
import { TimedClient } from './transaction-time.ts'
import { isDivisionByZero, RaceLost } from './violations.ts'

/** What each compiled statement is prepared as. The query builder hands its parameters on as they are: they stand for it. */
type Known = { readonly name: string; readonly isLast: boolean }
const names = new WeakMap<object, Known>()

/** A statement and the name that it is planned by. */
export type Prepared<R> = {
  readonly name: string
  readonly statement: { compile(db: Database): CompiledQuery<R> }
  /** Set where no row means that another transaction was first. */
  readonly isRequired?: true
}

export const prepared = <R>(name: string, statement: Prepared<R>['statement']): Prepared<R> => ({
  name,
  statement,
})

/**
 * The statement, which fails with `RaceLost` where it comes to no row. So what is sent behind it in its transaction comes to
 * nothing, its commit too.
 */
export const required = <R>({ name, statement }: { name: string; statement: RawBuilder<R> }): Prepared<R> => ({
  name: `${name}, required`,
  statement: sql<R>`
    with done as (${statement})
    select done.* from (select 1 / least(count(*), 1) as one from done) counted left join done on counted.one = 1`,
  isRequired: true,
})

/** The rows of each statement. */
export type RowsOf<S extends readonly Prepared<unknown>[]> = {
  -readonly [K in keyof S]: S[K] extends Prepared<infer R> ? R[] : never
}

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
  statement: Prepared<R>['statement'],
  { isLast = false } = {},
): Promise<R[]> {
  return (await db.executeQuery(compiledAs(db, { name, statement }, isLast))).rows
}

/**
 * Sends statements of one transaction together, which is one wait for all of them. Each runs by itself, after those before it,
 * and sees what they did; none may need an answer of theirs. The first that fails is told, and the others come to nothing.
 *
 * `isLast`: nothing follows in the transaction. The commit goes out with them.
 */
export async function runTogether<const S extends readonly Prepared<unknown>[]>(
  db: Database,
  statements: S,
  { isLast = false } = {},
): Promise<RowsOf<S>> {
  const last = statements.length - 1
  const compiled = statements.map((statement, index) => compiledAs(db, statement, isLast && index === last))
  // The executor would run them one after another: the connection takes them as they come.
  const settled = await db
    .getExecutor()
    .provideConnection((connection) => Promise.allSettled(compiled.map((one) => connection.executeQuery(one))))
  return settled.map((result, index) => {
    if (result.status === 'fulfilled') return result.value.rows
    const isLost = statements[index]!.isRequired && isDivisionByZero(result.reason)
    throw isLost ? new RaceLost({ cause: result.reason }) : result.reason
  }) as RowsOf<S>
}

function compiledAs<R>(db: Database, { name, statement }: Prepared<R>, isLast: boolean): CompiledQuery<R> {
  const compiled = statement.compile(db)
  names.set(compiled.parameters, { name, isLast })
  return compiled
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
