import type { Pool, PoolClient } from 'pg'
import { Distribution } from '../observability/distribution.ts'

/** How long connections were waited for, and how often that was given up. */
export type PoolWaits = { readonly seconds: Distribution; timeouts: number }

type Connected = (error: Error | undefined, client: PoolClient | undefined, release: (error?: unknown) => void) => void
type Connect = { (): Promise<PoolClient>; (callback: Connected): void }

const bounds = [0.000_1, 0.000_5, 0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** Notes from now on how long every statement and transaction of this pool waits for its connection. */
export function watchPool(pool: Pool): PoolWaits {
  const waits: PoolWaits = { seconds: new Distribution(bounds), timeouts: 0 }
  const connect = pool.connect.bind(pool) as Connect

  function note(began: number, error?: unknown): void {
    waits.seconds.note((performance.now() - began) / 1_000)
    if (error instanceof Error && /timeout exceeded when trying to connect/.test(error.message)) waits.timeouts++
  }

  // `query` asks for its connection through this, too.
  pool.connect = ((callback?: Connected) => {
    const began = performance.now()
    if (callback) {
      return connect((error, client, release) => {
        note(began, error)
        callback(error, client, release)
      })
    }
    return connect().then(
      (client) => {
        note(began)
        return client
      },
      (error) => {
        note(began, error)
        throw error
      },
    )
  }) as Connect
  return waits
}
