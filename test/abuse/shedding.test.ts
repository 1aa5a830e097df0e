import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeId } from '../../src/kernel/id.ts'
import { createShedding, type Place } from '../../src/surfaces/http/shedding.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { expectRefusal } from './envelope.ts'

let server: TestServer
let key: string
beforeAll(async () => {
  server = await startTestServer({ env: { MAX_IN_FLIGHT: '4', DATABASE_POOL_SIZE: '1', DATABASE_WAIT_MS: '1000' } })
  key = (await server.key()).key
  await server.send('GET', '/v1/me', { key })
})
afterAll(() => server.close())

const refusal = ({ status, headers, text }: Awaited<ReturnType<TestServer['send']>>) => ({
  status,
  headers: Object.fromEntries(headers),
  body: text,
})

/** A read that needs the pool's connection. */
const absent = `/v1/identities/${encodeId('identity', randomUUID())}`

/** Keeps the pool's only connection while the work runs. */
async function withoutConnections<T>(work: () => Promise<T>): Promise<T> {
  const held = await server.app.pool.connect()
  try {
    return await work()
  } finally {
    held.release()
  }
}

test('who gets no database connection for a second is told 503 overloaded with Retry-After; health pages are not', async () => {
  await withoutConnections(async () => {
    const since = performance.now()
    const waiting = server.send('GET', absent, { key })
    for (const path of ['/healthz', '/readyz']) expect((await server.send('GET', path)).status).toBe(200)
    const answer = await waiting
    const ms = performance.now() - since
    expectRefusal(refusal(answer), 503, 'overloaded')
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(ms).toBeGreaterThan(900)
    expect(ms).toBeLessThan(5_000)
    const graphql = await server.graphql(key, `{ identity(id: "${absent.split('/').at(-1)}") { id } }`)
    expect(graphql.body.errors[0].extensions.code).toBe('OVERLOADED')
  })
  expect((await server.send('GET', '/v1/identities', { key })).status).toBe(200)
})

test('beyond the number at work the rest is refused at once, health pages are served, and it passes', async () => {
  await withoutConnections(async () => {
    const answers = Promise.all(Array.from({ length: 40 }, () => server.send('GET', absent, { key })))
    await pause(50)
    for (const path of ['/healthz', '/readyz', '/readyz?a=1']) {
      expect((await server.send('GET', path)).status).toBe(200)
    }
    for (const answer of await answers) {
      expectRefusal(refusal(answer), 503, 'overloaded')
      expect(answer.headers.get('retry-after')).toBe('1')
    }
  })
  await expect.poll(() => server.logged.some((line) => /"refused":\d+/.test(line)), { timeout: 10_000 }).toBe(true)
  expect((await server.send('GET', '/v1/identities', { key })).status).toBe(200)
})

test('an event loop that is late lets only a few in until it is on time again', async () => {
  const seen: number[] = []
  const shedding = createShedding({ maxInFlight: 100, maxDelayMs: 50 }, (refused) => seen.push(refused))
  const admitted = () => {
    const places: Place[] = []
    for (let place = shedding.enter(); place && places.length < 1_000; place = shedding.enter()) places.push(place)
    for (const { leave } of places) leave()
    return places.length
  }
  try {
    expect(admitted()).toBe(100)
    for (let turn = 0; turn < 5; turn++) {
      const until = performance.now() + 200
      while (performance.now() < until);
      await pause(1)
    }
    expect(shedding.delayMs).toBeGreaterThan(50)
    expect(admitted()).toBe(8)
    const since = performance.now()
    while (admitted() !== 100 && performance.now() - since < 10_000) await pause(60)
    expect(admitted()).toBe(100)
    while (seen.length === 0 && performance.now() - since < 10_000) await pause(60)
    expect(seen[0]).toBeGreaterThan(0)
  } finally {
    shedding.stop()
  }
})
