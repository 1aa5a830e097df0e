import { Client, type QueryArrayResult, type QueryResult } from 'pg'

type Query = (...args: unknown[]) => unknown

const changes = /^\s*(?:with|select|insert|update|delete)\b/i
const now = /\bnow\(\)/g

/** What is read first in a transaction may be sent along with its beginning. */
const reads = /^\s*select\b/i
const isEnd = (text: unknown): text is 'commit' | 'rollback' => text === 'commit' || text === 'rollback'

const unheard = () => undefined
const begun = { command: 'BEGIN', rowCount: null, oid: 0, rows: [], fields: [] } as unknown as QueryResult

/**
 * A connection that knows the time of its transaction: it comes back from the statement that begins it, without a round trip of
 * its own, at full precision. In the place of `now()` that time is bound, so that no statement of a transaction holds a function
 * that an engine may refuse to run there, or may run elsewhere.
 *
 * Two round trips of a transaction are none: its beginning goes out with the first statements, as long as they read and need
 * no time, and its commit with the last one (`lastOf`). The server takes them in their order. When a beginning fails, what was
 * read with it is thrown away; when the last statement fails, the commit behind it undoes the transaction.
 *
 * Statements outside a transaction are left alone, and so is whatever has no parameters beside it, such as a migration.
 */
export class TimedClient extends Client {
  /** Sends the commit behind what `run` sends. Whoever calls it sends nothing more in this transaction. */
  readonly lastOf: (run: () => unknown) => unknown

  constructor(...config: ConstructorParameters<typeof Client>) {
    super(...config)
    // What is asked without waiting is sent without waiting.
    Object.assign(this, { pipeline: true })
    const query = this.query.bind(this) as Query
    let at: string | null = null
    let beginning: Promise<void> | null = null
    /** Whether a statement waits for the beginning: none overtakes it. */
    let isWaitedFor = false
    let committing: Promise<unknown> | null = null

    async function askTime(): Promise<void> {
      const [, told] = (await query('begin; select now()::text')) as [QueryResult, QueryArrayResult]
      at = Object.values(told.rows[0]!)[0] as string
    }

    function begin(): void {
      isWaitedFor = false
      beginning = askTime()
      // Whatever waits goes on behind this.
      beginning.then(
        () => {
          beginning = null
        },
        () => {
          isWaitedFor = true
        },
      )
    }

    /** In a transaction whose time is known. */
    function send(text: unknown, values: unknown, rest: unknown[]): unknown {
      if (isPrepared(text)) return query(timed(text, at!), values, ...rest)
      if (typeof text !== 'string' || !Array.isArray(values)) return query(text, values, ...rest)
      const one = timed({ text, values }, at!)
      return query(one.text, one.values, ...rest)
    }

    /** Before the time is known. After a beginning that failed nothing is sent but what ends it. */
    function sendEarly(began: Promise<void>, text: unknown, values: unknown, rest: unknown[]): Promise<unknown> {
      if (text === 'rollback') return began.then(unheard, unheard).then(() => end(text))
      if (!isWaitedFor && mayGoAlong(text, values)) {
        const read = query(text, values, ...rest) as Promise<unknown>
        read.catch(unheard)
        return began.then(() => read)
      }
      isWaitedFor = true
      return began.then(() => (isEnd(text) ? end(text) : send(text, values, rest)))
    }

    function end(text: 'commit' | 'rollback'): unknown {
      const sent = committing
      at = null
      beginning = null
      committing = null
      return text === 'commit' && sent ? sent : query(text)
    }

    this.query = ((text: unknown, values?: unknown, ...rest: unknown[]) => {
      const isCalledBack = typeof values === 'function' || rest.length > 0
      if (isCalledBack) return at === null ? query(text, values, ...rest) : send(text, values, rest)
      if (text === 'begin') {
        begin()
        return Promise.resolve(begun)
      }
      if (beginning) return sendEarly(beginning, text, values, rest)
      if (isEnd(text)) return end(text)
      return at === null ? query(text, values, ...rest) : send(text, values, rest)
    }) as typeof this.query

    this.lastOf = (run) => {
      const running = run()
      if (at === null || beginning) return running
      at = null
      committing = query('commit') as Promise<unknown>
      committing.catch(unheard)
      return running
    }
  }
}

type Statement = { name?: string; text: string; values: readonly unknown[] }

/** A statement alone is a string with its parameters, or has a name too. */
function mayGoAlong(text: unknown, values: unknown): boolean {
  const [own, given] = isPrepared(text) ? [text.text, text.values] : [text, values]
  return typeof own === 'string' && Array.isArray(given) && reads.test(own) && own.search(now) < 0
}

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
