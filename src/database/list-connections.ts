import pg from 'pg'
import { SignpostError } from '../kernel/errors.ts'
import type { Tracing } from '../observability/tracing.ts'
import type { Database } from './orm.ts'
import type { Read } from './pages.ts'
import { connectMs, instrument } from './pool.ts'
import { cancelStatement, type Wired } from './silence.ts'

type PoolLimits = {
  /** Connections that serve lists and nothing else. */
  poolSize: number
  /** How long a list may wait for a connection. */
  waitMs: number
  tracing?: Tracing | null
}

export type ListLimits = PoolLimits & {
  /** How long a list's statement may take. */
  timeoutMs: number
}

/** How long a cancelled statement may take to say so, before its connection is closed. */
const graceMs = 1_000

const ignore = () => undefined

export const isCancelled = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '57014'

export const tooLong = (cause: unknown) => new SignpostError('overloaded', { cause, retryAfter: 1 })

/** A server of its own, and how long it works at one statement: told as the connection begins, so no pooler stands there. */
type Elsewhere = { url: string; statementMs?: number | undefined }

/** A pool like `like`, or elsewhere, of its own size. */
export function listPool(like: pg.Pool, { poolSize, ...terms }: PoolLimits, elsewhere?: Elsewhere): pg.Pool {
  // pg keeps the password out of what a spread copies.
  const { password } = like.options
  const { types } = like.options
  const same = { ...like.options, ...(password === undefined ? {} : { password }) }
  const pool = new pg.Pool({
    ...(elsewhere === undefined ? same : { connectionString: elsewhere.url, ...(types ? { types } : {}) }),
    ...(elsewhere?.statementMs === undefined ? {} : { statement_timeout: elsewhere.statementMs }),
    // A connection that was made stays: a machine under load makes new ones too slowly.
    min: poolSize,
    max: poolSize,
    connectionTimeoutMillis: Math.max(terms.waitMs, connectMs),
  })
  pool.on('error', () => undefined)
  instrument(pool, terms)
  return pool
}

/**
 * Runs a list's statement, and calls it off after `timeoutMs`. By our own request and no setting of the session: a pooler
 * in transaction mode keeps none.
 *
 * @throws SignpostError overloaded when it took too long
 */
export function readWithin(pool: pg.Pool, db: Database, timeoutMs: number): Read {
  return async <R>(statement: Parameters<Read>[0]) => {
    const { sql, parameters } = statement.compile(db)
    const client = (await pool.connect()) as Wired
    // The statement tells of it, too; without a listener it would end the process.
    client.on('error', ignore)
    let cancelled = false
    let grace: NodeJS.Timeout | undefined
    const timer = setTimeout(() => {
      cancelled = true
      cancelStatement(client)
      grace = setTimeout(() => client.connection.stream.destroy(new Error('Connection terminated')), graceMs)
    }, timeoutMs)
    let failure: unknown
    try {
      return (await client.query(sql, [...parameters])).rows as R[]
    } catch (error) {
      failure = error
      throw isCancelled(error) ? tooLong(error) : error
    } finally {
      clearTimeout(timer)
      clearTimeout(grace)
      client.off('error', ignore)
      // A request that came too late would cancel whatever runs there next.
      client.release(cancelled && !isCancelled(failure))
    }
  }
}
