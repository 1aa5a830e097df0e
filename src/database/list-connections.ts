import pg from 'pg'
import { SignpostError } from '../kernel/errors.ts'
import type { Database } from './orm.ts'
import type { Read } from './pages.ts'
import { type BoundConfig, connectMs, instrument, type PoolTerms } from './pool.ts'
import { optionsOf } from './probe.ts'

type PoolLimits = PoolTerms & {
  /** Connections for lists only. */
  poolSize: number
}

export type ListLimits = PoolLimits & {
  /** Time that a list's statement may take. */
  timeoutMs: number
}

const ignore = () => undefined

export const isCancelled = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '57014'

export const tooLong = (cause: unknown) => new SignpostError('overloaded', { cause, retryAfter: 1 })

/**
 * A separate server, with its time limit for a statement: it is set as the connection begins, so this needs a
 * connection without a pooler.
 */
type Elsewhere = { url: string; statementMs?: number | undefined }

/** A pool like `like`, or to another server, with a separate size. */
export function listPool(like: pg.Pool, { poolSize, ...terms }: PoolLimits, elsewhere?: Elsewhere): pg.Pool {
  const { types, Client, prepared } = like.options as BoundConfig & pg.PoolConfig
  const pool = new pg.Pool({
    ...(elsewhere === undefined
      ? optionsOf(like)
      : { connectionString: elsewhere.url, ...(types ? { types } : {}), Client, prepared }),
    ...(elsewhere?.statementMs === undefined ? {} : { statement_timeout: elsewhere.statementMs }),
    // Connections stay open: a machine under load opens new ones too slowly.
    min: poolSize,
    max: poolSize,
    connectionTimeoutMillis: Math.max(terms.waitMs, connectMs),
  })
  pool.on('error', () => undefined)
  instrument(pool, terms)
  return pool
}

/**
 * Runs a list's statement, which the server ends after `timeoutMs`. The setting belongs to the transaction: a pooler in
 * transaction mode keeps no session settings.
 *
 * @throws SignpostError overloaded if it took too long
 */
export function readWithin(pool: pg.Pool, db: Database, timeoutMs: number): Read {
  async function run<R>(client: pg.PoolClient, text: string, values: readonly unknown[]): Promise<R[]> {
    await client.query(`begin read only; set local statement_timeout = ${timeoutMs}`)
    try {
      return (await client.query(text, [...values])).rows as R[]
    } finally {
      await client.query('rollback')
    }
  }

  return async <R>(statement: Parameters<Read>[0]) => {
    const { sql, parameters } = statement.compile(db)
    const client = await pool.connect()
    // The statement reports the error, too; without a listener the event would end the process.
    client.on('error', ignore)
    try {
      return await run<R>(client, sql, parameters)
    } catch (error) {
      throw isCancelled(error) ? tooLong(error) : error
    } finally {
      client.off('error', ignore)
      client.release()
    }
  }
}
