import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { migrate } from '../../../src/database/migrate.ts'
import { decodeId } from '../../../src/kernel/id.ts'
import { activateSealingKey } from '../../../src/releases/keys/store.ts'
import { routes } from '../../../src/surfaces/rest/routes.ts'
import { administer, withClient } from '../../support/admin.ts'
import { feedOf } from '../../support/changes.ts'
import { freshNumber } from '../../support/claims.ts'
import { report } from '../../support/judge.ts'
import { freshName, registryOf } from '../../support/registry.ts'
import { type Node, startPrimary, startStandby, until } from '../../support/replication.ts'
import { type Body, type Key, startTestServer, type TestServer } from '../../support/server.ts'
import { startProxy, type TcpProxy, throughProxy } from '../../support/tcp-proxy.ts'
import { freshJwk } from '../fuzz/pool.ts'

const fault = vi.hoisted(() => ({ believed: false }))

/** Seeded fault: a replica is believed to be far enough, whatever it has replayed. */
vi.mock('../../../src/database/read-index/rules.ts', async (original) => {
  const module = await original<typeof import('../../../src/database/read-index/rules.ts')>()
  const judgeReplica: typeof module.judgeReplica = (mark, binding, progress) =>
    module.judgeReplica(mark, binding, fault.believed ? { ...progress, position: mark.position } : progress)
  return { ...module, judgeReplica }
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
const reading = (urls = standby.url, env: Record<string, string> = {}) =>
  gateway({ DATABASE_READ_URLS: urls, RESOLVE_REPLICA_WAIT_MS: '100', RESPONSE_STEP_SINGLE_MS: '1', ...env })

const replay = (verb: 'pause' | 'resume') => administer(standby.url, `select pg_wal_replay_${verb}()`)
const countsOf = (server: TestServer) => server.app.listReplicas!.counts
const fromReplica = (server: TestServer): number => countsOf(server).replicas[0]!

/** Lists at the server until a replica has answered once more. */
async function untilRead(server: TestServer): Promise<void> {
  const before = fromReplica(server)
  await vi.waitUntil(
    async () => {
      await list(server, '/v1/identities')
      return fromReplica(server) > before
    },
    { timeout: 30_000, interval: 10 },
  )
}

async function list(server: TestServer, path: string, { key } = owner): Promise<Body> {
  return server.send('GET', `${path}${path.includes('?') ? '&' : '?'}limit=100`, { key })
}
const idsIn = async (server: TestServer, path: string): Promise<string[]> =>
  (await list(server, path)).body.data.map(({ id }: Body) => id)

/** One more record in every list there is; the lists' paths, each with the newest record. */
/** Has another consumer release an account to the owner. @returns the release's id */
async function released(): Promise<string> {
  const payee = await plain.key({ consumer: 'payee' })
  const theirs = registryOf(plain, payee)
  const { id } = await theirs.identity()
  const alias = `@${(await theirs.username(id)).value}`
  const { id: endpoint } = await theirs.account(id, { release: 'granted' })
  await theirs.grant(id, owner.consumer, { release: [endpoint] })
  const send = (path: string, body: object) => plain.send('POST', path, { key: owner.key, body })
  const sealing = (await send('/v1/sealing_keys', { jwk: freshJwk() })).body.id
  await activateSealingKey(plain.app.db, decodeId('sealingKey', sealing)!)
  return (await send('/v1/releases', { alias, endpoint, sealing_key: sealing })).body.id
}

async function fillLists(identity: string, webhook: string): Promise<Record<string, string>> {
  const mine = registryOf(plain, owner)
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
  await plain.app.requestRecords.flush()
  return {
    '/v1/requests': await newest('/v1/requests'),
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
    '/v1/releases': await released(),
    '/v1/sealing_keys': (await post('/v1/sealing_keys', { jwk: freshJwk() })).id,
    '/v1/identities': (await mine.identity()).id,
    '/v1/events': await newest('/v1/events'),
    '/v1/audit': await newest('/v1/audit'),
  }
}

test('every list is read from a replica and has the latest write of another gateway', async () => {
  const far = await reading()
  const post = async (path: string, body: object) => (await plain.send('POST', path, { key: owner.key, body })).body
  const { id } = await post('/v1/identities', { type: 'user' })
  const hook = await post('/v1/webhooks', { url: 'http://127.0.0.1:9/', enabled_events: ['*'] })
  await registryOf(plain, owner).wallet(id)
  const lists = await fillLists(id, hook.id)
  const paged = routes.filter(({ query }) => query && 'limit' in query && !('cursor' in query))
  expect(Object.keys(lists)).toHaveLength(paged.length)
  for (const [path, newest] of Object.entries(lists)) {
    await untilRead(far)
    const before = fromReplica(far)
    expect({ path, there: (await idsIn(far, path)).includes(newest) }).toEqual({ path, there: true })
    expect({ path, read: fromReplica(far) }).toEqual({ path, read: before + 1 })
  }
  // A cursor of a list is known there, too; only the primary refuses one, and the replica is read on.
  const aliases = `/v1/identities/${id}/aliases`
  const before = fromReplica(far)
  const beyond = await far.send('GET', `${aliases}?starting_after=${lists[aliases]}`, { key: owner.key })
  expect([beyond.status, beyond.body.data]).toEqual([200, []])
  const wrong = await far.send('GET', `${aliases}?starting_after=${id}`, { key: owner.key })
  expect([wrong.status, wrong.body.error.code]).toEqual([400, 'cursor_invalid'])
  const unknown = lists[aliases]!.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  for (let n = 0; n < 5; n++) {
    const refused = await far.send('GET', `${aliases}?starting_after=${unknown}`, { key: owner.key })
    expect([refused.status, refused.body.error.code]).toEqual([400, 'cursor_invalid'])
  }
  await list(far, aliases)
  expect(fromReplica(far)).toBeGreaterThan(before + 5)
})

test('while a replica lags the primary answers every list, and single records, keys and resolve are up to date', async () => {
  const far = await reading()
  const mine = registryOf(plain, owner)
  const { id } = await mine.identity()
  await untilRead(far)
  await replay('pause')
  try {
    const alias = await mine.username(id, freshName())
    await mine.wallet(id)
    expect(await idsIn(far, `/v1/identities/${id}/aliases`)).toEqual([alias.id])
    expect(countsOf(far).fallbacks.behind).toBe(1)
    expect((await far.send('GET', `/v1/aliases/${alias.id}`, { key: owner.key })).status).toBe(200)
    const fresh = await plain.key({ scopes: ['resolve'] })
    const resolved = await far.send('POST', '/v1/resolve', { key: fresh.key, body: { alias: `@${alias.value}` } })
    expect(resolved.status).toBe(200)
    await feedOf(far, owner).followTo(alias.id)
    const own = (await registryOf(far, owner).identity()).id
    expect(await idsIn(far, '/v1/identities')).toContain(own)
  } finally {
    await replay('resume')
  }
})

type Watched = { lists: number; late: number }

/** Writes at one gateway, lists at another, and now and then holds the replica back, until that was seen often enough. */
async function watchLists(reader: TestServer, isEnough: (seen: Watched) => boolean): Promise<Watched> {
  const key = await plain.key({ consumer: randomUUID() })
  const mine = registryOf(plain, key)
  const acknowledged: string[] = []
  const seen: Watched = { lists: 0, late: 0 }
  const deadline = performance.now() + 25_000
  const isOver = () => isEnough(seen) || performance.now() > deadline
  const write = async () => {
    while (!isOver()) {
      acknowledged.push((await mine.identity()).id)
      await pause(10)
    }
  }
  const look = async () => {
    while (!isOver()) {
      // A page holds 100, some of which may be written meanwhile.
      const expected = acknowledged.slice(-60)
      const { status, body } = await list(reader, '/v1/identities', key)
      expect(status).toBe(200)
      const there = new Set(body.data.map(({ id }: Body) => id))
      seen.lists++
      if (!expected.every((id) => there.has(id))) seen.late++
    }
  }
  const hold = async () => {
    while (!isOver()) {
      await replay('pause')
      await pause(Math.random() * 100)
      await replay('resume')
      await pause(Math.random() * 100)
    }
  }
  await Promise.all([write(), look(), look(), hold()])
  return seen
}

test('no list lacks a write that another gateway acknowledged before the request, with any lag of a replica', async () => {
  const reader = await reading()
  await untilRead(reader)
  const { primary: own } = countsOf(reader)
  const before = fromReplica(reader)
  const answered = () => Math.min(fromReplica(reader) - before, countsOf(reader).primary - own)
  const seen = await watchLists(reader, ({ lists }) => lists >= 200 && answered() >= 20)
  report(
    `lists from a replica that is held back now and then: ${seen.lists} lists, ${fromReplica(reader) - before} of the replica, ${seen.late} lacked a row`,
  )
  expect(seen.late).toBe(0)
  expect(answered()).toBeGreaterThanOrEqual(20)
}, 60_000)

test('control: a replica that is read at any position lacks rows, and the check finds it', async () => {
  const reader = await reading()
  fault.believed = true
  const seen = await watchLists(reader, ({ late }) => late > 0).finally(() => {
    fault.believed = false
  })
  report(`lists from a replica, control: trusted whatever it has replayed: ${seen.late} of ${seen.lists} lacked a row`)
  expect(seen.late).toBeGreaterThan(0)
}, 60_000)

test('a list that takes too long on a replica gets 503 overloaded, and look-ups from that replica continue', async () => {
  const server = await reading(standby.url, { DATABASE_LIST_POOL_SIZE: '2', DATABASE_LIST_TIMEOUT_MS: '250' })
  const { key } = await plain.key({ consumer: 'neighbour' })
  const resolve = () => server.send('POST', '/v1/resolve', { key, body: { alias: '@nobody-at-all' } })
  await untilRead(server)
  await withClient(primary.url, async (holder) => {
    await holder.query('begin; lock table webhook in access exclusive mode')
    await until(standby.url, "exists (select from pg_locks where relation = 'webhook'::regclass and granted)")
    await untilRead(server)
    const answers = Array.from({ length: 6 }, () => server.send('GET', '/v1/webhooks', { key: owner.key }))
    const before = server.app.replicas!.counts.replicas[0]!
    while (server.app.replicas!.counts.replicas[0]! < before + 20) expect((await resolve()).status).toBe(404)
    for (const { status, body } of await Promise.all(answers))
      expect([status, body.error.code]).toEqual([503, 'overloaded'])
    expect((await list(server, '/v1/identities')).status).toBe(200)
    await holder.query('rollback')
  })
  await vi.waitUntil(async () => (await list(server, '/v1/webhooks')).status === 200)
}, 60_000)

test('no list fails when the replica hangs or dies, and it is read again when it is back', async () => {
  const server = await reading(throughProxy(standby.url, proxy))
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
  // Counted from the fault on.
  const saying = async (message: string, act: () => unknown) => {
    const before = said(message)
    await act()
    while (said(message) === before) await pause(10)
  }
  await saying('lists no longer use a replica', () => proxy.blackhole())
  await saying('lists use a replica', () => proxy.heal())
  await saying('lists no longer use a replica', () => standby.kill())
  await saying('lists use a replica', () => standby.start())
  isOver = true
  await Promise.all(lanes)
  const slowest = Math.max(...answers.map(({ ms }) => ms))
  report(
    `a replica hangs, then is killed: ${answers.length} lists, ${answers.filter(({ status }) => status !== 200).length} failed, the slowest ${slowest.toFixed(0)} ms`,
  )
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
}, 60_000)

test('a URL that leads to the primary, or to another PostgreSQL, is never read from', async () => {
  const server = await reading(`${primary.url},${inject('postgres').adminUrl}`)
  const { fallbacks, replicas } = countsOf(server)
  await vi.waitFor(
    async () => {
      expect((await list(server, '/v1/identities')).status).toBe(200)
      // The message says which refusals were met instead.
      expect(Math.min(fallbacks.promoted, fallbacks.foreign), JSON.stringify(fallbacks)).toBeGreaterThan(0)
    },
    { timeout: 50_000, interval: 20 },
  )
  expect(replicas).toEqual([0, 0])
}, 60_000)
