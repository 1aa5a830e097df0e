import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { beatMs, channels, createListener, type Listener } from '../../src/database/listener.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { startProxy, type TcpProxy } from '../support/tcp-proxy.ts'

let database: TestDatabase
let proxy: TcpProxy
let listener: Listener
let warnings: string[]
beforeEach(async () => {
  database = await createDatabase()
  const url = new URL(database.url)
  proxy = await startProxy({ host: url.hostname, port: Number(url.port) })
  url.port = String(proxy.port)
  warnings = []
  listener = createListener({ url: url.href, warn: (message) => warnings.push(message) })
  await listener.start()
})
afterEach(async () => {
  await listener.close()
  await proxy.close()
  await database.drop()
})

test('a busy process, as at its start, reports no missing notifications', async () => {
  await pause(beatMs / 4)
  for (const ms of [1_700, 1_300, 2_600]) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
    await pause(beatMs / 2)
  }
  await pause(3 * beatMs)
  expect([warnings, listener.gaps, listener.isLive()]).toEqual([[], 0, true])
})

test('missing notifications are logged once', async () => {
  proxy.blackhole()
  await pause(6 * beatMs)
  expect([listener.isLive(), listener.gaps]).toEqual([false, 1])
  expect(warnings).toEqual([expect.stringMatching(/^notifications do not arrive/)])
})

/** Keys and their consumers, data keys, wake-ups of webhooks and of the opener, and results of waiting releases. */
const announced = ['consumers', 'dataKeys', 'deliveries', 'keys', 'releaseJobs', 'releases']
/** The beat of a listener, and the question whether an engine has announcements. */
const ownUse = ['${beatChannel}', "'signpost_probe'"]

test('NOTIFY serves keys and wake-ups of webhooks and of the opener only', async () => {
  const src = join(import.meta.dirname, '../../src')
  const sources = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const told = sources.flatMap((name) => [
    ...readFileSync(join(src, name), 'utf8').matchAll(/(?:pg_notify\(|[`'"]notify )([^,`)\s]+)/gi),
  ])
  const named = new Set(told.map(([, channel]) => channel!))
  expect([...named].sort()).toEqual([...ownUse, ...announced.map((name) => `\${channels.${name}}`)].sort())
  expect(Object.keys(channels).sort()).toEqual(announced)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query(
    "select proname from pg_proc where prosrc ~* 'notify' and pronamespace = current_schema()::regnamespace",
  )
  await client.end()
  expect(rows).toEqual([])
})
