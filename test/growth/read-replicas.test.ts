import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { migrate } from '../../src/database/migrate.ts'
import { routes } from '../../src/surfaces/rest/routes.ts'
import { freshJwk } from '../fuzz/pool.ts'
import { administer } from '../support/admin.ts'
import { feedOf } from '../support/changes.ts'
import { freshNumber } from '../support/claims.ts'
import { inconclusive, report } from '../support/judge.ts'
import { freshName, registryOf } from '../support/registry.ts'
import { type Node, startPrimary, startStandby, until } from '../support/replication.ts'
import { type Body, type Key, startTestServer, type TestServer } from '../support/server.ts'
import { startProxy, type TcpProxy, throughProxy } from '../support/tcp-proxy.ts'

const fault = vi.hoisted(() => ({ believed: false }))

/** Seeded fault: a replica is believed to be fresh, whatever it has replayed. */
vi.mock('../../src/database/replica.ts', async (original) => {
  const module = await original<typeof import('../../src/database/replica.ts')>()
  const createReplica: typeof module.createReplica = (...args) => {
    const replica = module.createReplica(...args)
    return Object.defineProperty({ ...replica }, 'freshUntil', {
      get: () => (fault.believed ? Number.POSITIVE_INFINITY : replica.freshUntil),
    }) as typeof replica
  }
  return { ...module, createReplica }
})

const encryptionKey = randomBytes(32)
let primary: Node
let standby: Node
let proxy: TcpProxy
let plain: TestServer
let owner: Key
const open: TestServer[] = []

beforeAll(async () => {
  const { scratch } = inject('postgres')
  const name = `replicas-${randomUUID().slice(0, 8)}`
  primary = await startPrimary(scratch, name, { fsync: 'off' })
  await migrate(primary.url)
  standby = await startStandby(scratch, `${name}-standby`, primary)
  proxy = await startProxy({ host: '127.0.0.1', port: standby.port })
  plain = await gateway({ DISCLOSURE_RECORDS_SYNC: 'on' })
  owner = await plain.key()
})
afterAll(async () => {
  for (const server of open) await server.close()
  await proxy?.close()
  await standby?.stop()
  await primary?.stop()
})

async function gateway(env: Record<string, string>): Promise<TestServer> {
  const database = { url: primary.url, drop: async () => undefined }
  const server = await startTestServer({ database, encryptionKey, env })
  open.push(server)
  return server
}
const reading = (maxLagMs: number, urls = standby.url) =>
  gateway({ DATABASE_READ_URLS: urls, DATABASE_READ_MAX_LAG_MS: String(maxLagMs) })

const replay = (verb: 'pause' | 'resume') => administer(standby.url, `select pg_wal_replay_${verb}()`)
const listsAsked = `exists (select from pg_stat_activity where query like '%list_ord%' and pid <> pg_backend_pid())`

/** Lists at the server until the standby was asked for one. */
async function untilRead(server: TestServer): Promise<void> {
  const asking = setInterval(() => void list(server, '/v1/identities'), 20)
  await until(standby.url, listsAsked).finally(() => clearInterval(asking))
}

async function list(server: TestServer, path: string, { key } = owner): Promise<Body> {
  return server.send('GET', `${path}${path.includes('?') ? '&' : '?'}limit=100`, { key })
}
const idsIn = async (server: TestServer, path: string): Promise<string[]> =>
  (await list(server, path)).body.data.map(({ id }: Body) => id)

/** One more record in every list there is; the lists' paths, each with the newest record. */
async function fillLists(identity: string, webhook: string): Promise<Record<string, string>> {
  const mine = registryOf(plain, owner.key)
  const post = async (path: string, body: object = {}) =>
    (await plain.send('POST', path, { key: owner.key, body })).body
  const { consumer } = await plain.key({ consumer: 'payer' })
  const alias = await mine.username(identity, freshName())
  const grant = await mine.grant(identity, consumer)
  await mine.resolve(alias.value)
  const hook = await post('/v1/webhooks', { url: 'http://127.0.0.1:9/', enabled_events: ['*'] })
  const newest = async (path: string) => (await idsIn(plain, path))[0]!
  const delivery = await post(`/v1/webhooks/${webhook}/test`)
  const wallet = await mine.wallet(identity)
  return {
    '/v1/aliases': alias.id,
    '/v1/endpoints': wallet.id,
    [`/v1/identities/${identity}/aliases`]: alias.id,
    [`/v1/identities/${identity}/endpoints`]: wallet.id,
    [`/v1/identities/${identity}/payee_names`]: (
      await post(`/v1/identities/${identity}/payee_names`, { kind: 'legal', name: 'Mara Lind' })
    ).id,
    [`/v1/identities/${identity}/consent_grants`]: grant.id,
    [`/v1/identities/${identity}/disclosures`]: await newest(`/v1/identities/${identity}/disclosures`),
    '/v1/consent_grants': grant.id,
    '/v1/consent_requests?direction=outgoing': (await post('/v1/consent_requests', { alias: `@${freshName()}` })).id,
    '/v1/api_keys': (await post('/v1/api_keys', { scopes: ['resolve'] })).id,
    '/v1/webhooks': hook.id,
    [`/v1/webhooks/${webhook}/deliveries`]: delivery.id,
    '/v1/claims': (await post('/v1/claims', { identity, type: 'phone', value: freshNumber(), kind: 'ownership' })).id,
    '/v1/sealing_keys': (await post('/v1/sealing_keys', { jwk: freshJwk() })).id,
    '/v1/identities': (await mine.identity()).id,
    '/v1/events': await newest('/v1/events'),
  }
}

test('every list is read from the replica; single records, changes, keys and resolve are not, nor is a list after one’s own write', async () => {
  const far = await reading(30_000)
  const post = async (path: string, body: object) => (await plain.send('POST', path, { key: owner.key, body })).body
  const { id } = await post('/v1/identities', { type: 'user' })
  const hook = await post('/v1/webhooks', { url: 'http://127.0.0.1:9/', enabled_events: ['*'] })
  await registryOf(plain, owner.key).wallet(id)
  await untilRead(far)
  await replay('pause')
  const lists = await fillLists(id, hook.id)
  const paged = routes.filter(({ query }) => query && 'limit' in query && !('cursor' in query))
  expect(Object.keys(lists)).toHaveLength(paged.length)
  for (const [path, newest] of Object.entries(lists)) {
    expect({ path, there: (await idsIn(plain, path)).includes(newest) }).toEqual({ path, there: true })
    expect({ path, there: (await idsIn(far, path)).includes(newest) }).toEqual({ path, there: false })
  }

  const aliases = `/v1/identities/${id}/aliases`
  const alias = await far.send('GET', `/v1/aliases/${lists[aliases]}`, { key: owner.key })
  expect(alias.status).toBe(200)
  const fresh = await plain.key({ scopes: ['resolve'] })
  const resolved = await far.send('POST', '/v1/resolve', { key: fresh.key, body: { alias: `@${alias.body.value}` } })
  expect(resolved.status).toBe(200)
  await feedOf(far, owner).followTo(lists['/v1/identities']!)

  // The youngest row is a cursor, though the replica doesn't know it; what is no row of the list is none.
  const beyond = await far.send('GET', `${aliases}?starting_after=${lists[aliases]}`, { key: owner.key })
  expect([beyond.status, beyond.body.data]).toEqual([200, []])
  const wrong = await far.send('GET', `${aliases}?starting_after=${id}`, { key: owner.key })
  expect([wrong.status, wrong.body.error.code]).toEqual([400, 'cursor_invalid'])

  const own = (await registryOf(far, owner.key).identity()).id
  expect(await idsIn(far, '/v1/identities')).toContain(own)
  await replay('resume')
})

type Staleness = { lists: number; stale: number; oldestMs: number }

/** Writes at one gateway, lists at another, and now and then holds the replica back, until that was seen often enough. */
async function watchStaleness(reader: TestServer, maxLagMs: number, isEnough: (seen: Staleness) => boolean) {
  const key = await plain.key({ consumer: randomUUID() })
  const mine = registryOf(plain, key.key)
  const acknowledged: { id: string; at: number }[] = []
  const seen: Staleness = { lists: 0, stale: 0, oldestMs: 0 }
  const deadline = performance.now() + 25_000
  const isOver = () => isEnough(seen) || performance.now() > deadline
  const write = async () => {
    while (!isOver()) {
      const { id } = await mine.identity()
      acknowledged.push({ id, at: performance.now() })
      await pause(20)
    }
  }
  const look = async () => {
    while (!isOver()) {
      // A page holds 100, some of which may be written meanwhile.
      const expected = acknowledged.slice(-60)
      const since = performance.now()
      const { status, body } = await list(reader, '/v1/identities', key)
      expect(status).toBe(200)
      const there = new Set(body.data.map(({ id }: Body) => id))
      const missing = expected.filter(({ id }) => !there.has(id))
      seen.lists++
      if (missing.length > 0) seen.stale++
      seen.oldestMs = Math.max(seen.oldestMs, ...missing.map(({ at }) => since - at))
    }
  }
  const hold = async () => {
    while (!isOver()) {
      await replay('pause')
      await pause(Math.random() * 2 * maxLagMs)
      await replay('resume')
      await pause(Math.random() * maxLagMs)
    }
  }
  await Promise.all([write(), look(), look(), hold()])
  return seen
}

test('a list lacks nothing older than the bound, however far the replica is behind', async (context) => {
  const maxLagMs = 800
  const reader = await reading(maxLagMs)
  await untilRead(reader)
  const began = performance.now()
  const seen = await watchStaleness(
    reader,
    maxLagMs,
    ({ stale }) => stale >= 20 && performance.now() - began > 4 * maxLagMs,
  )
  report(
    `lists from a replica held back for up to ${2 * maxLagMs} ms, bound ${maxLagMs} ms: ${seen.lists} lists, ${seen.stale} lacked a row, the oldest of ${seen.oldestMs.toFixed(0)} ms`,
  )
  expect(seen.oldestMs).toBeLessThanOrEqual(maxLagMs)
  if (seen.stale === 0) inconclusive(context, 'no list was read from a replica that lagged')
}, 60_000)

test('control: a replica that is believed whatever it has replayed lacks older rows, and the watch sees it', async () => {
  const maxLagMs = 200
  const reader = await reading(maxLagMs)
  fault.believed = true
  const seen = await watchStaleness(reader, maxLagMs, ({ oldestMs }) => oldestMs > maxLagMs).finally(() => {
    fault.believed = false
  })
  report(
    `lists from a replica, control: trusted whatever it has replayed: a row that was ${seen.oldestMs.toFixed(0)} ms old was missing`,
  )
  expect(seen.oldestMs).toBeGreaterThan(maxLagMs)
}, 60_000)

test('no list fails when the replica hangs or dies, and it is read again when it is back', async () => {
  const server = await reading(500, throughProxy(standby.url, proxy))
  const answers: { status: number; ms: number }[] = []
  let isOver = false
  await untilRead(server)
  const lanes = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const began = performance.now()
      const { status } = await list(server, '/v1/identities')
      answers.push({ status, ms: performance.now() - began })
      await pause(5)
    }
  })
  const said = (message: string) => server.logged.filter((line) => line.includes(message)).length
  // Counted from the fault on: a process that has not asked its replica yet says that it is left out, too.
  const saying = async (message: string, act: () => unknown) => {
    const before = said(message)
    await act()
    while (said(message) === before) await pause(10)
  }
  while (said('lists are read from a replica') === 0) await pause(10)
  await saying('a replica is left out', () => proxy.blackhole())
  await saying('lists are read from a replica', () => proxy.heal())
  await saying('a replica is left out', () => standby.kill())
  await saying('lists are read from a replica', () => standby.start())
  isOver = true
  await Promise.all(lanes)
  const slowest = Math.max(...answers.map(({ ms }) => ms))
  report(
    `a replica hangs, then is killed: ${answers.length} lists, ${answers.filter(({ status }) => status !== 200).length} failed, the slowest ${slowest.toFixed(0)} ms`,
  )
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
}, 60_000)

test('a URL that leads to the primary, or to another PostgreSQL, is never read from', async () => {
  const server = await reading(200, `${primary.url},${inject('postgres').adminUrl}`)
  await list(server, '/v1/identities')
  while (server.logged.filter((line) => line.includes('a replica is left out')).length < 2) await pause(10)
  expect(server.logged.filter((line) => line.includes('are read from'))).toEqual([])
})
