import { Client, type QueryArrayResult, type QueryResult } from 'pg'

type Query = (...args: unknown[]) => unknown

const changes = /^\s*(?:with|select|insert|update|delete)\b/i
const now = /\bnow\(\)/g

/**
 * A connection that knows the time of its transaction: it comes back from the statement that begins it, without a round trip of
 * its own, at full precision. In the place of `now()` that time is bound, so that no statement of a transaction holds a function
 * that an engine may refuse to run there, or may run elsewhere.
 *
 * Statements outside a transaction are left alone, and so is whatever has no parameters beside it, such as a migration.
 */
export class TimedClient extends Client {
  constructor(...config: ConstructorParameters<typeof Client>) {
    super(...config)
    const query = this.query.bind(this) as Query
    let at: string | null = null

    async function begin(): Promise<QueryResult> {
      const [begun, told] = (await query('begin; select now()::text')) as [QueryResult, QueryArrayResult]
      at = Object.values(told.rows[0]!)[0] as string
      return begun
    }

    this.query = ((text: unknown, values?: unknown, ...rest: unknown[]) => {
      if (text === 'begin' && typeof values !== 'function' && rest.length === 0) return begin()
      if (text === 'commit' || text === 'rollback') at = null
      if (at === null) return query(text, values, ...rest)
      if (isPrepared(text)) return query(timed(text, at), values, ...rest)
      if (typeof text !== 'string' || !Array.isArray(values)) return query(text, values, ...rest)
      const one = timed({ text, values }, at)
      return query(one.text, one.values, ...rest)
    }) as typeof this.query
  }
}

type Statement = { name?: string; text: string; values: readonly unknown[] }

const isPrepared = (given: unknown): given is Statement =>
  typeof given === 'object' && given !== null && Array.isArray((given as Statement).values)

/** The statement with the time in the place of `now()`, as one more parameter. What is prepared by that name is another text. */
function timed(statement: Statement, at: string): Statement {
  const { name, text, values } = statement
  if (values.length === 0 || !changes.test(text) || text.search(now) < 0) return statement
  return {
    ...(name === undefined ? {} : { name: `${name}, timed` }),
    text: text.replace(now, `$${values.length + 1}::timestamptz`),
    values: [...values, at],
  }
}
