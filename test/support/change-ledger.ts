import { randomInt, randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { decodeId, type Kind } from '../../src/kernel/id.ts'
import type { Feed } from './changes.ts'
import { query } from './registry.ts'
import type { TestServer } from './server.ts'

/** The objects of the feed: the kind that their ids are of; the tables have their names. */
export const kinds: Readonly<Record<string, Kind>> = {
  identity: 'identity',
  alias: 'alias',
  endpoint: 'endpoint',
  consent_grant: 'consentGrant',
  webhook: 'webhook',
  api_key: 'apiKey',
}

/** A record as it stands, without what is no change to it. */
const print = `md5((to_jsonb(t) - array['changed', 'snapshot', 'noticing', 'noticed', 'last_used_at', 'display_name_folded'])::text)`

/** A reader's cache: for each record the hash of the row that it read when the feed named it. */
export type Cache = Map<string, string>

async function readPrints(server: TestServer, cache: Cache, table: string, ids: readonly string[]): Promise<void> {
  const rows = await query<{ id: string; print: string }>(
    server,
    `select id, ${print} as print from ${table} t where id = any($1::uuid[])`,
    [ids],
  )
  for (const one of rows) cache.set(one.id, one.print)
}

/** The records of a consumer that a cache does not hold as they stand. */
export async function missedBy(server: TestServer, cache: Cache, consumerId: string, tables: readonly string[]) {
  const missed: string[] = []
  for (const table of tables) {
    const owner = table === 'consent_grant' ? 'owner_id' : 'consumer_id'
    const rows = await query<{ id: string; print: string }>(
      server,
      `select id, ${print} as print from ${table} t where ${owner} = $1`,
      [consumerId],
    )
    for (const one of rows) if (cache.get(one.id) !== one.print) missed.push(`${table} ${one.id}`)
  }
  return missed
}

/** Follows the feed up to the record named by `end`. */
export async function followFeed(server: TestServer, feed: Feed, end: () => string | null) {
  const cache: Cache = new Map()
  let told = 0
  let mostBehind = 0
  for (let cursor: string | undefined; ; ) {
    const page = await feed.page(cursor)
    cursor = page.cursor
    told += page.data.length
    mostBehind = Math.max(mostBehind, page.behind_seconds)
    for (const [object, kind] of Object.entries(kinds)) {
      const ids = page.data.filter((one: { object: string }) => one.object === object)
      if (ids.length > 0)
        await readPrints(
          server,
          cache,
          object,
          ids.map((one: { id: string }) => decodeId(kind, one.id)!),
        )
    }
    const last = end()
    if (last !== null && cache.has(last)) return { cache, told, mostBehind }
    if (page.data.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** A reader of identities by an order that commits do not keep: the control, which must miss changes. It fills `cache`. */
export async function followNaively(
  server: TestServer,
  cache: Cache,
  consumerId: string,
  order: 'updated_at' | 'changed',
  end: () => string | null,
): Promise<void> {
  const type = { updated_at: 'timestamptz', changed: 'xid8' }[order]
  let position = { at: order === 'changed' ? '0' : '-infinity', id: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    const isLast = end() !== null
    const rows = await query<{ id: string; at: string; print: string }>(
      server,
      `select id, ${order}::text as at, ${print} as print from identity t
       where consumer_id = $1 and not livemode and (${order}, id) > ($2::text::${type}, $3::uuid)
       order by ${order}, id limit 1000`,
      [consumerId, position.at, position.id],
    )
    for (const one of rows) cache.set(one.id, one.print)
    const [newest] = rows.slice(-1)
    if (newest) position = newest
    else if (isLast) return
    else await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

export type Tally = { left: number; committed: number; rolledBack: number; broken: number }

export const writerName = 'ledger writer'

async function connect(server: TestServer): Promise<Client> {
  const client = new Client({ connectionString: server.database.url, application_name: writerName })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Makes and changes identities, some in each transaction; every seventh is rolled back. A connection that is killed is replaced. */
export async function writeChanges(server: TestServer, consumerId: string, tally: Tally): Promise<void> {
  const own: string[] = []
  let client = await connect(server)
  for (let turn = 1; tally.left > 0; turn++) {
    const size = Math.min(tally.left, randomInt(1, 21))
    const fresh = Array.from({ length: Math.ceil(size / 2) }, () => randomUUID())
    const changed = [...new Set(Array.from({ length: size - fresh.length }, () => own[randomInt(own.length || 1)]))]
    try {
      await client.query('begin')
      await client.query(
        `insert into identity (id, livemode, consumer_id, type, default_privacy_level)
         select id, false, $1, 'user', 'private' from unnest($2::uuid[]) as q (id)`,
        [consumerId, fresh],
      )
      const { rowCount } = await client.query(
        'update identity set display_name = gen_random_uuid()::text, updated_at = now() where id = any($1::uuid[])',
        [changed.filter((id) => id !== undefined)],
      )
      if (turn % 7 === 0) {
        await client.query('rollback')
        tally.rolledBack++
        continue
      }
      await client.query('commit')
      own.push(...fresh)
      tally.committed += fresh.length + rowCount!
      tally.left -= fresh.length + rowCount!
    } catch (error) {
      if (!/^57P0|^08/.test((error as { code?: string }).code ?? '08')) throw error
      tally.broken++
      await client.end().catch(() => undefined)
      client = await connect(server)
    }
  }
  await client.end()
}

/** Ends the connection of a writer, whatever it is at. */
export const killWriter = (server: TestServer) =>
  server.query`select pg_terminate_backend(pid) from (select pid from pg_stat_activity
    where application_name = ${writerName} and datname = current_database() order by random() limit 1) q`
