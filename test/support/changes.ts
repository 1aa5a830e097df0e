import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { registryOf } from './registry.ts'
import type { Body, Key, TestServer } from './server.ts'

export type Told = { told: Body[]; cursor: string }

/** The feed as a key follows it. */
export function feedOf(server: TestServer, { key }: Pick<Key, 'key'>) {
  async function page(cursor?: string, more: Readonly<Record<string, string>> = {}): Promise<Body> {
    const query = new URLSearchParams({ ...(cursor ? { cursor } : {}), ...more })
    const answer = await server.send('GET', `/v1/changes?${query}`, { key })
    if (answer.status !== 200) throw new Error(`Expected 200, got ${answer.status}: ${answer.text}`)
    return answer.body
  }

  /** Returns all current changes after a cursor. */
  async function follow(cursor?: string): Promise<Told> {
    const told: Body[] = []
    for (let at = cursor; ; ) {
      const { data, cursor: next, has_more } = await page(at)
      told.push(...data)
      at = next as string
      if (!has_more) return { told, cursor: at }
    }
  }

  /** Returns all changes up to one record. Transactions of other databases of the cluster delay the feed too. */
  async function followTo(id: string, cursor?: string): Promise<Told> {
    const told: Body[] = []
    const deadline = Date.now() + 60_000
    for (let at = cursor; Date.now() < deadline; await setTimeout(20)) {
      const { told: more, cursor: next } = await follow(at)
      told.push(...more)
      at = next
      if (told.some((one) => one.id === id)) return { told, cursor: next }
    }
    throw new Error('The feed did not tell of a record in a minute.')
  }

  /** Returns the changes after a cursor until now. It creates a record that marks the end, and leaves it out. */
  async function since(cursor?: string): Promise<Told> {
    const { id } = await registryOf(server, { key }).identity()
    const { told, cursor: next } = await followTo(id, cursor)
    return { told: told.filter((one) => one.id !== id), cursor: next }
  }

  return { page, follow, followTo, since }
}

export type Feed = ReturnType<typeof feedOf>

/** A connection of somebody else's. */
export async function connected<T>(server: TestServer, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: server.database.url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
