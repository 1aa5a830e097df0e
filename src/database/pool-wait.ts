import type pg from 'pg'

/** How long making a connection may take at least: longer than a request waits for one. */
export const connectMs = 3_000

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void
type Connect = { (): Promise<pg.PoolClient>; (callback: Connected): void }

/**
 * Bounds how long a request waits for a connection. One that is being made goes on being made when the request gives up,
 * and is there for the next: after all of them broke at once, a machine under load would else begin them again and again
 * and finish none.
 */
export function boundWait(pool: pg.Pool, waitMs: number): void {
  const connect = pool.connect.bind(pool) as Connect

  function within(callback: Connected): void {
    let isOver = false
    const timer = setTimeout(() => {
      isOver = true
      callback(new Error('timeout exceeded when trying to connect'), undefined, () => undefined)
    }, waitMs)
    connect((error, client, release) => {
      clearTimeout(timer)
      if (!isOver) callback(error, client, release)
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
}
