import type { PoolClient } from 'pg'
import type { TestServer } from './server.ts'

/** As many connections as a hundred contenders need: a race is about rows, not about a pool. */
export const poolForAll = { DATABASE_POOL_SIZE: '110' }

/** Opens every connection of the pool, one after the other, so that none has to be opened within a request's second. */
export async function warmUp({ app }: TestServer): Promise<void> {
  const clients: PoolClient[] = []
  let failures = 0
  try {
    while (clients.length < app.config.databasePoolSize) {
      await app.pool.connect().then(
        (client) => clients.push(client),
        (error) => {
          failures++
          if (failures > 20) throw error
        },
      )
    }
  } finally {
    for (const client of clients) client.release()
  }
}
