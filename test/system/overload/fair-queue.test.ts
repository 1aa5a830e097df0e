import { randomUUID } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeId } from '../../../src/kernel/id.ts'
import { expectRefusal } from '../../support/envelope.ts'
import { open } from '../../support/raw.ts'
import { registryOf } from '../../support/registry.ts'
import { type Answer, startTestServer, type TestServer } from '../../support/server.ts'

const times = <T>(count: number, one: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => one(index))
const refusal = ({ status, headers, text }: Answer) => ({ status, headers: Object.fromEntries(headers), body: text })
/** Counts the answers by status. */
async function statuses(answers: Promise<Answer>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { status } of await Promise.all(answers)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
/** A read of the database. */
const absent = () => `/v1/identities/${encodeId('identity', randomUUID())}`

/** Keeps all connections of the pool while the work runs. */
async function withoutConnections<T>({ app }: TestServer, work: () => Promise<T>): Promise<T> {
  const held = await Promise.all(times(app.pool.options.max!, () => app.pool.connect()))
  try {
    return await work()
  } finally {
    for (const one of held) one.release()
  }
}

/** Keeps reads of identities waiting while the work runs. */
async function whileReadsHang({ app }: TestServer, work: () => Promise<void>): Promise<void> {
  const holder = await app.pool.connect()
  try {
    await holder.query('begin; lock table identity in access exclusive mode')
    await work()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

describe('a service at rest', () => {
  let server: TestServer
  let key: string
  beforeAll(async () => {
    server = await startTestServer({ env: { MAX_IN_FLIGHT: '128' } })
    key = (await server.key()).key
    await server.send('GET', '/v1/me', { key })
  })
  afterAll(() => server.close())
  const resolve = () => server.send('POST', '/v1/resolve', { key, body: { alias: '@nobody-at-all' } })

  test.each([64, 200, 256])(
    'refuses none of %i look-ups that one key sends at once, again and again',
    async (count) => {
      for (let round = 0; round < 3; round++) expect(await statuses(times(count, resolve))).toEqual({ 404: count })
    },
  )

  test('refuses none of 32 bulks that one key sends at once', async () => {
    const body = { items: times(100, (index) => `@nobody-${index}`) }
    const bulk = () => server.send('POST', '/v1/resolve/bulk', { key, body })
    for (let round = 0; round < 3; round++) expect(await statuses(times(32, bulk))).toEqual({ 200: 32 })
  })

  test('refuses nothing for a late event loop', async () => {
    const answers = times(64, resolve)
    for (let block = 0; block < 4; block++) {
      await pause(20)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
      answers.push(...times(16, resolve))
    }
    expect(await statuses(answers)).toEqual({ 404: 128 })
  })

  test('gives one of 100 creates of an alias 201, and the others 409', async () => {
    const identity = await registryOf(server, { key }).identity()
    const body = { identity: identity.id, type: 'username', value: '@sought.after' }
    const create = () => server.send('POST', '/v1/aliases', { key, body })
    expect(await statuses(times(100, create))).toEqual({ 201: 1, 409: 99 })
  })
})

// A second of the queue's may be short where other suites have the machine.
describe('a service with four places', { retry: 3 }, () => {
  let server: TestServer
  let [key, neighbour] = ['', '']
  const token = 'a-token-of-16-characters'
  beforeAll(async () => {
    const env = { MAX_IN_FLIGHT: '4', METRICS_TOKEN: token }
    server = await startTestServer({ env })
    key = (await server.key()).key
    neighbour = (await server.key({ consumer: 'neighbour' })).key
    for (const one of [key, neighbour]) await server.send('GET', '/v1/me', { key: one })
  })
  afterAll(() => server.close())

  /** By what needs no connection. */
  async function neighbourIsServed(): Promise<boolean> {
    const body = { alias: '@alice' }
    return (await server.send('POST', '/v1/aliases/normalize', { key: neighbour, body })).status === 200
  }

  async function queued(state: 'at_work' | 'waiting'): Promise<number> {
    const { text } = await server.send('GET', '/metrics', { headers: { authorization: `Bearer ${token}` } })
    return Number(new RegExp(`^signpost_queue_requests{state="${state}"} (\\d+)$`, 'm').exec(text)?.[1])
  }

  test('refuses requests that waited a second, with the reason, and serves health pages and a neighbour meanwhile', async () => {
    await whileReadsHang(server, async () => {
      const since = performance.now()
      const all = times(7, () => server.send('GET', absent(), { key }))
      await pause(100)
      for (const path of ['/healthz', '/readyz?a=1']) expect((await server.send('GET', path)).status).toBe(200)
      expect(await neighbourIsServed()).toBe(true)
      expect([await queued('at_work'), await queued('waiting')]).toEqual([4, 4])
      const answer = await Promise.race(all)
      expect(performance.now() - since).toBeGreaterThan(950)
      expectRefusal(refusal(answer), 503, 'overloaded')
      expect(answer.headers.get('retry-after')).toBe('1')
      expect(answer.body.error.message).toMatch(/waited a second/)
    })
    await expect.poll(() => server.logged.some((line) => /"refused":\d+/.test(line)), { timeout: 10_000 }).toBe(true)
    expect((await server.send('GET', '/v1/identities', { key })).status).toBe(200)
  })

  test('serves a neighbour while a consumer’s queue is full, and refuses that one with the reason', async () => {
    let all: Promise<Answer>[] = []
    await whileReadsHang(server, async () => {
      all = times(3 + 256 + 100, () => server.send('GET', absent(), { key }))
      await expect.poll(() => queued('waiting')).toBeGreaterThan(0)
      expect(await neighbourIsServed()).toBe(true)
      await pause(1_500)
    })
    const refused = (await Promise.all(all)).filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(100)
    for (const { text } of refused) expect(text).toMatch(/256 requests of yours are already waiting|waited a second/)
  })

  test('keeps the place of a disconnected client’s work until it ends', async () => {
    await expect.poll(() => queued('at_work'), { timeout: 20_000 }).toBe(1)
    await whileReadsHang(server, async () => {
      for (const socket of await Promise.all(times(3, () => open(server.url)))) {
        socket.write(`GET ${absent()} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`)
        await pause(100)
        socket.resetAndDestroy()
      }
      await pause(200)
      expect(await queued('at_work')).toBe(3 + 1)
    })
    await expect.poll(() => queued('at_work')).toBe(1)
  })

  test('drops the waiting requests of a disconnected client', async () => {
    await whileReadsHang(server, async () => {
      const slow = times(3, () => server.send('GET', absent(), { key }))
      await expect.poll(() => queued('at_work')).toBe(4)
      const sockets = await Promise.all(times(20, () => open(server.url)))
      for (const socket of sockets) {
        socket.write(`GET ${absent()} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`)
      }
      await expect.poll(() => queued('waiting')).toBe(20)
      for (const socket of sockets) socket.resetAndDestroy()
      await expect.poll(() => queued('waiting'), { interval: 20 }).toBe(0)
      void Promise.allSettled(slow)
    })
  })
})

test('answers 503 service_unavailable with Retry-After to requests without a database connection for a second', {
  retry: 3,
}, async () => {
  const server = await startTestServer({ env: { DATABASE_POOL_SIZE: '1', DATABASE_WAIT_MS: '1000' } })
  try {
    const { key } = await server.key()
    await server.send('GET', '/v1/me', { key })
    await withoutConnections(server, async () => {
      const answer = await server.send('GET', absent(), { key })
      expectRefusal(refusal(answer), 503, 'service_unavailable')
      expect(answer.headers.get('retry-after')).toBe('1')
      const graphql = await server.graphql(key, `{ identity(id: "${absent().split('/').at(-1)}") { id } }`)
      expect(graphql.body.errors[0].extensions.code).toBe('SERVICE_UNAVAILABLE')
    })
    expect((await server.send('GET', '/v1/identities', { key })).status).toBe(200)
  } finally {
    await server.close()
  }
})

describe('waits for others', () => {
  let server: TestServer
  let silent: Socket
  beforeAll(async () => {
    // A name server that never answers.
    silent = createSocket('udp4')
    await new Promise<void>((ready) => silent.bind(0, '127.0.0.1', ready))
    const env = { MAX_IN_FLIGHT: '16', PROOF_DNS_SERVERS: `127.0.0.1:${silent.address().port}` }
    server = await startTestServer({ env })
  })
  afterAll(async () => {
    await server.close()
    silent.close()
  })

  test('five tenants that look at silent domains take no place from a neighbour', async () => {
    const { key: neighbour } = await server.key({ consumer: 'neighbour' })
    const looks: Promise<Answer>[] = []
    for (const tenant of times(5, (index) => index)) {
      const { key } = await server.key({ consumer: `tenant ${tenant}`, livemode: true })
      const mine = registryOf(server, { key })
      const { id } = await mine.alias((await mine.identity()).id, 'payment_link', `https://shop${tenant}.example/`)
      const { body } = await server.send('POST', `/v1/aliases/${id}/challenges`, { key, body: { method: 'dns_txt' } })
      looks.push(...times(5, () => server.send('POST', `/v1/challenges/${body.id}/answer`, { key, body: {} })))
    }
    await pause(300)
    const resolve = () => server.send('POST', '/v1/resolve', { key: neighbour, body: { alias: '@nobody' } })
    for (let round = 0; round < 10; round++) expect(await statuses(times(12, resolve))).toEqual({ 404: 12 })
    expect(await statuses(looks)).toEqual({ 200: 25 })
  })
})
