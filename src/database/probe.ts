import pg from 'pg'
import { fromDatabase } from './violations.ts'

/** Of the connection, and of each answer. */
const timeoutMs = 1_000

export type Probe = {
  /** Checks the database; concurrent calls share an answer. @throws SignpostError service_unavailable · overloaded */
  ask(): Promise<void>
  close(): Promise<void>
}

/** The options of a pool, for one like it: pg hides the password from a spread copy. */
export const optionsOf = ({ options }: pg.Pool): pg.PoolConfig => ({
  ...options,
  ...(options.password === undefined ? {} : { password: options.password }),
})

/**
 * Reports whether the database answers, on a separate connection: a busy pool must not take the node out of service,
 * which would move the load to the next node.
 */
export function createProbe(busy: pg.Pool): Probe {
  const pool = new pg.Pool({
    ...optionsOf(busy),
    min: 0,
    max: 1,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  pool.on('error', () => undefined)
  let asking: Promise<void> | undefined

  async function ask(): Promise<void> {
    try {
      await pool.query('select 1')
    } catch (error) {
      throw fromDatabase(error)
    } finally {
      asking = undefined
    }
  }
  return { ask: () => (asking ??= ask()), close: () => pool.end() }
}

/** Runs `work` on a connection of its own. */
export async function withClient<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The major version of the server. */
export const readServerVersion = (url: string): Promise<number> =>
  withClient({ connectionString: url, connectionTimeoutMillis: 3_000, query_timeout: 3_000 }, async (client) => {
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int / 10000 as version",
    )
    return rows[0]!.version
  })
