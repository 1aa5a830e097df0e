import type { PoolClient } from 'pg'
import type { TestServer } from '../support/server.ts'

/** As many connections as there are contenders, opened one after the other: a race is about rows, not about a pool. */
export const poolForAll = { DATABASE_POOL_SIZE: '110' }

export async function warmUp({ app }: TestServer): Promise<void> {
  const clients: PoolClient[] = []
  while (clients.length < Number(poolForAll.DATABASE_POOL_SIZE)) clients.push(await app.pool.connect())
  for (const client of clients) client.release()
}
