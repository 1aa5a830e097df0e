import pg from 'pg'
import { Distribution } from '../observability/family.ts'
import type { Tracing } from '../observability/tracing.ts'
import { traceStatements } from './tracing.ts'

/** Minimum time that opening a connection may take: longer than a request waits for one. */
export const connectMs = 3_000

/** Extra time for an answer after the server should have ended the statement. */
export const answerGraceMs = 1_000

const unanswered = 'Query read timeout'

/** No answer came although the server had to end the statement: the connection is dead. */
export const isUnanswered = (error: unknown): boolean => error instanceof Error && error.message === unanswered

type Settle = (error: Error | null, result?: unknown) => void
type Statement = string | (pg.QueryConfig & { submit?: unknown; query_timeout?: number | undefined })
type Query = (statement: Statement, values?: unknown, settle?: Settle) => unknown

export type BoundConfig = pg.ClientConfig & {
  /** Time for the answer to a statement; no limit without it. */
  readonly answerMs?: number | undefined
  /** Off by default, and where a pooler gives each statement another connection. */
  readonly prepared?: boolean | undefined
}

/** The name that a statement has in a comment: it opens the statement, or follows its first word. */
const nameIn = (text: string): string | undefined => /^\s*(?:\w+\s+)?\/\* ([\w-]+) \*\//.exec(text)?.[1]

/**
 * A connection that closes when a statement is not answered: its pool then drops it. It plans a named statement once; the
 * text and the columns of its result are the same under one name.
 *
 * INVARIANT (results die young): pg's own `query_timeout` and its promises assign a function to a property of the
 * statement. V8 places such functions among the old objects, so every result would outlive the young generation. This
 * class hands pg a callback instead, and measures the time itself.
 */
export class BoundClient extends pg.Client {
  constructor(config?: string | BoundConfig) {
    super(config)
    const { answerMs = 0, prepared = false } = typeof config === 'object' ? config : {}
    const query = this.query.bind(this) as Query
    this.query = ((statement, values, settle) => {
      if (typeof statement === 'object' && statement.submit !== undefined) {
        statement.query_timeout ??= answerMs
        return query(statement, values, settle)
      }
      const [given, bound] = typeof values === 'function' ? [values as Settle] : [settle, values]
      const { query_timeout: ms = answerMs, ...asked } = typeof statement === 'string' ? { text: statement } : statement
      const name = prepared ? (asked.name ?? nameIn(asked.text)) : undefined
      const ask = (end: Settle) => this.#ask(query, ms, { ...asked, name }, bound, end)
      return given ? ask(given) : promised(ask)
    }) as Query as typeof this.query
  }

  #ask(query: Query, ms: number, asked: Statement, values: unknown, end: Settle): void {
    let settle = end
    const onTime = () => {
      settle(new Error(unanswered))
      settle = () => undefined
      void this.end()
      this.emit('unanswered')
    }
    const timer = ms > 0 ? setTimeout(onTime, ms) : undefined
    query(asked, values, (error, result) => {
      clearTimeout(timer)
      settle(error, result)
    })
  }
}

/** Replaces the stack of an error, which leads to the socket, by one that leads to the statement. */
async function promised(ask: (settle: Settle) => void): Promise<unknown> {
  try {
    return await new Promise((resolve, reject) => ask((error, result) => (error ? reject(error) : resolve(result))))
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}

/**
 * Drops the idle connections of a pool with an unanswered one: if one peer vanished, the others have too, and each
 * would cost the next request the same time.
 */
function dropIdleWithUnanswered(pool: pg.Pool): void {
  const dropIdle = () => {
    for (let left = pool.idleCount; left > 0; left--) pool.connect((_error, _client, release) => release(true))
  }
  // A failed statement of the pool's own reports it when its connection is returned.
  pool.on('release', (error) => {
    if (isUnanswered(error)) dropIdle()
  })
  const watched = new WeakSet<pg.PoolClient>()
  // Added to existing connections too: `connect` fires only for new ones.
  pool.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    client.on('unanswered' as 'end', dropIdle)
  })
}

/** Waiting times for connections, and the number of timeouts. */
export type PoolWaits = { readonly seconds: Distribution; timeouts: number }

export type PoolTerms = {
  /** Time that a request waits for a connection. */
  waitMs: number
  tracing?: Tracing | null
}

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void
type Connect = { (): Promise<pg.PoolClient>; (callback: Connected): void }

const bounds = [0.000_1, 0.000_5, 0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** The service's requirements on every pool: bounded and measured waits, and a time limit for statements. */
export function instrument(pool: pg.Pool, { waitMs, tracing = null }: PoolTerms): PoolWaits {
  const waits = boundWait(pool, waitMs)
  dropIdleWithUnanswered(pool)
  if (tracing) traceStatements(pool, tracing)
  return waits
}

/**
 * Bounds the wait of a request for a connection. An opening connection continues when its request gives up, and serves
 * the next: otherwise, after all of them broke at once, a machine under load would open them again and again and finish
 * none.
 */
function boundWait(pool: pg.Pool, waitMs: number): PoolWaits {
  const waits: PoolWaits = { seconds: new Distribution(bounds), timeouts: 0 }
  const connect = pool.connect.bind(pool) as Connect

  function within(callback: Connected): void {
    const began = performance.now()
    const settle: Connected = (error, client, release) => {
      waits.seconds.note((performance.now() - began) / 1_000)
      if (error && /timeout exceeded when trying to connect/.test(error.message)) waits.timeouts++
      callback(error, client, release)
    }
    let isOver = false
    const timer = setTimeout(() => {
      isOver = true
      settle(new Error('timeout exceeded when trying to connect'), undefined, () => undefined)
    }, waitMs)
    connect((error, client, release) => {
      clearTimeout(timer)
      if (!isOver) settle(error, client, release)
      else if (client) release()
    })
  }

  // `query` gets its connection through this, too.
  pool.connect = ((callback?: Connected) => {
    if (callback) return within(callback)
    return new Promise<pg.PoolClient>((resolve, reject) => {
      within((error, client) => (client ? resolve(client) : reject(error)))
    })
  }) as Connect
  return waits
}
