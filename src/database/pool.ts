import type pg from 'pg'
import { Distribution } from '../observability/distribution.ts'
import type { Tracing } from '../observability/tracing.ts'
import { boundSilence } from './silence.ts'
import { traceStatements } from './tracing.ts'

/** How long making a connection may take at least: longer than a request waits for one. */
export const connectMs = 3_000

/** How long connections were waited for, and how often that was given up. */
export type PoolWaits = { readonly seconds: Distribution; timeouts: number }

export type PoolTerms = {
  /** How long a request waits for a connection. */
  waitMs: number
  /** How long a statement may be silent; 0 for ever. */
  silenceMs?: number
  tracing?: Tracing | null
}

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void
type Connect = { (): Promise<pg.PoolClient>; (callback: Connected): void }

const bounds = [0.000_1, 0.000_5, 0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** All that the service asks of a pool, whatever runs on it: its waits are bounded and measured, its statements watched. */
export function instrument(pool: pg.Pool, { waitMs, silenceMs = 0, tracing = null }: PoolTerms): PoolWaits {
  const waits = boundWait(pool, waitMs)
  if (silenceMs > 0) boundSilence(pool, silenceMs)
  if (tracing) traceStatements(pool, tracing)
  return waits
}

/**
 * Bounds how long a request waits for a connection. One that is being made goes on being made when the request gives up,
 * and is there for the next: after all of them broke at once, a machine under load would else begin them again and again
 * and finish none.
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

  // `query` asks for its connection through this, too.
  pool.connect = ((callback?: Connected) => {
    if (callback) return within(callback)
    return new Promise<pg.PoolClient>((resolve, reject) => {
      within((error, client) => (client ? resolve(client) : reject(error)))
    })
  }) as Connect
  return waits
}
