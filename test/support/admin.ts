import { Client, Pool } from 'pg'

/** Runs something on a separate connection. */
export async function withClient<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  // A server may end it between two statements: the next one says so.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Opens a pool whose connections may still be closing while their database is dropped: `end` does not wait for them. */
export function openPool(url: string): Pool {
  const pool = new Pool({ connectionString: url, max: 4 })
  pool.on('error', () => undefined)
  return pool
}

/** Runs one server-wide statement on a separate connection, outside any other transaction. */
export async function administer(adminUrl: string, statement: string): Promise<void> {
  await withClient(adminUrl, (client) => client.query(statement))
}

/** The same server, another database. */
export function onDatabase(adminUrl: string, name: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}
