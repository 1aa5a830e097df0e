import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createSignpost, type Signpost } from '../../src/client/client.ts'
import { ApiError, ConflictError, ConnectionError, refusedError, TimeoutError } from '../../src/client/errors.ts'
import { retryDelay } from '../../src/client/transport.ts'
import {
  cutShort,
  dropAfter,
  dropBefore,
  type Fault,
  hang,
  html,
  refuse,
  startFaultyProxy,
} from '../support/faulty-proxy.ts'
import { freshName, registryForTests, registryOf } from '../support/registry.ts'
import { forTests, startTestServer } from '../support/server.ts'

let signpost: Signpost
const { server, owner } = registryForTests()
const proxy = forTests(() => startFaultyProxy(server.url))
beforeAll(async () => {
  // The shortest waits.
  vi.spyOn(Math, 'random').mockReturnValue(0.99)
  signpost = createSignpost({ apiKey: owner.key, baseUrl: proxy.url })
})
afterAll(async () => {
  vi.restoreAllMocks()
})

const countNamed = async (name: string): Promise<number> =>
  (await registryOf(server, owner).get('/v1/identities?limit=100')).data.filter(
    (identity: { display_name: string }) => identity.display_name === name,
  ).length

const slow = { timeout: 60_000 }

describe('a write', () => {
  test.each<[string, Fault[]]>([
    ['whose answer is lost after it was done', [dropAfter]],
    ['whose answer is lost twice', [dropAfter, dropAfter]],
    ['whose answer breaks off', [cutShort]],
    ['that never arrived', [dropBefore]],
    ['that met 408', [refuse(408, 'request_timeout')]],
    [
      'whose key is in use by its first attempt',
      [dropAfter, refuse(409, 'idempotency_key_in_use', { 'retry-after': '1' })],
    ],
    ['that met 429', [refuse(429, 'rate_limited', { 'retry-after': '1' })]],
    [
      'that met 500, 503 and a gateway that knows nothing of us',
      [refuse(500, 'internal_error'), refuse(503, 'overloaded'), html(502)],
    ],
  ])('%s happens once, under one Idempotency-Key', slow, async (_, faults) => {
    proxy.spoil(...faults)
    const name = freshName()
    const { id } = await signpost.identities.create({ type: 'user', display_name: name })
    expect(await countNamed(name)).toBe(1)
    expect((await registryOf(server, owner).get(`/v1/identities/${id}`)).display_name).toBe(name)
    expect(proxy.seen).toHaveLength(faults.length + 1)
    expect(new Set(proxy.seen.map(({ key, body }) => `${key} ${body}`)).size).toBe(1)
    expect(proxy.seen[0]!.key).toMatch(/^[0-9a-f]{32}$/)
  })

  test('a new Idempotency-Key for each attempt would do it twice: the test above can fail', slow, async () => {
    let attempts = 0
    const forgetful = createSignpost({
      apiKey: owner.key,
      baseUrl: proxy.url,
      fetch: (url, init) => {
        const headers = { ...(init!.headers as object), 'idempotency-key': `attempt-${++attempts}-${freshName()}` }
        return fetch(url, { ...init, headers })
      },
    })
    proxy.spoil(dropAfter)
    const name = freshName()
    await forgetful.identities.create({ type: 'user', display_name: name })
    expect(await countNamed(name)).toBe(2)
  })

  test('takes the caller’s own key, and two writes get two keys', async () => {
    proxy.spoil()
    await signpost.identities.create({ type: 'user' }, { idempotencyKey: 'order-4711' })
    await signpost.identities.create({ type: 'user' })
    await signpost.identities.create({ type: 'user' })
    const keys = proxy.seen.map(({ key }) => key)
    expect(keys[0]).toBe('order-4711')
    expect(new Set(keys).size).toBe(3)
    await expect(signpost.identities.create({ type: 'user' }, { idempotencyKey: 'a\nb' })).rejects.toThrow(TypeError)
  })

  test('that the service refused with a final answer is not sent again', async () => {
    const [first, second] = [freshName(), freshName()]
    const { id: identity } = await signpost.identities.create({ type: 'user' })
    await signpost.aliases.create({ identity, type: 'username', value: first })
    proxy.spoil()
    await expect(signpost.aliases.create({ identity, type: 'username', value: first })).rejects.toThrow(ConflictError)
    await expect(signpost.identities.create({ type: 'nobody' as 'user' })).rejects.toMatchObject({ param: 'type' })
    await expect(signpost.endpoints.retrieve(second.replace('.', '_'))).rejects.toMatchObject({ status: 404 })
    expect(proxy.seen).toHaveLength(3)
  })
})

describe('a read', () => {
  test.each<[string, (value: string) => Promise<unknown>]>([
    ['resolve', (value) => signpost.resolve({ alias: `@${value}` })],
    ['resolveBulk', (value) => signpost.resolveBulk({ items: [`@${value}`] })],
    ['me', () => signpost.me()],
  ])('%s is sent again, without an Idempotency-Key', slow, async (_, ask) => {
    proxy.spoil()
    const value = freshName()
    const { id: identity } = await signpost.identities.create({ type: 'user' })
    await signpost.aliases.create({ identity, type: 'username', value, privacy_level: 'public' })
    proxy.spoil(cutShort)
    await ask(value)
    expect(proxy.seen.map(({ key }) => key)).toEqual([undefined, undefined])
  })
})

test('a retry waits for Retry-After', slow, async () => {
  proxy.spoil(refuse(429, 'rate_limited', { 'retry-after': '2' }))
  await signpost.me()
  const [first, second] = proxy.seen
  expect(second!.at - first!.at).toBeGreaterThanOrEqual(1_990)
})

test('a real quota: 429 is waited out, and every look-up is answered in the end', slow, async () => {
  const limited = await startTestServer({
    env: { RATE_LIMITS: 'on', RATE_LIMIT_REQUESTS_TEST: '3 + 2/s' },
  })
  try {
    const client = createSignpost({ apiKey: (await limited.key()).key, baseUrl: limited.url, maxRetries: 20 })
    const answers = await Promise.all(Array.from({ length: 6 }, () => client.me()))
    expect(answers).toHaveLength(6)
    const impatient = createSignpost({ apiKey: (await limited.key()).key, baseUrl: limited.url, maxRetries: 0 })
    const all = await Promise.allSettled(Array.from({ length: 100 }, () => impatient.me()))
    const refused = all.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(refused.reason).toMatchObject({ name: 'RateLimitError', status: 429, code: 'rate_limited' })
    expect(refused.reason.retryAfter).toBeGreaterThanOrEqual(1)
  } finally {
    await limited.close()
  }
})

test('it gives up after maxRetries, with the last error', slow, async () => {
  proxy.spoil(...Array.from({ length: 3 }, () => refuse(503, 'overloaded', { 'retry-after': '0' })))
  const asked = signpost.me({ maxRetries: 1 })
  await expect(asked).rejects.toThrow(ApiError)
  await expect(asked).rejects.toMatchObject({
    status: 503,
    code: 'overloaded',
    retryAfter: 0,
    requestId: 'req_seeded',
  })
  expect(proxy.seen).toHaveLength(2)
})

test('without an answer in time it is tried again, and then a TimeoutError', slow, async () => {
  proxy.spoil(hang)
  await signpost.me({ timeout: 500, maxRetries: 20 })
  expect(proxy.seen.length).toBeGreaterThanOrEqual(2)
  proxy.spoil(hang, hang)
  await expect(signpost.me({ timeout: 100, maxRetries: 1 })).rejects.toThrow(TimeoutError)
})

test('a service that isn’t there is a ConnectionError', async () => {
  const lost = createSignpost({ apiKey: owner.key, baseUrl: 'http://127.0.0.1:9', maxRetries: 0 })
  await expect(lost.me()).rejects.toThrow(ConnectionError)
})

describe('an aborted request', () => {
  test('ends at once, in flight and in a wait, with the caller’s reason', slow, async () => {
    for (const fault of [hang, refuse(429, 'rate_limited', { 'retry-after': '30' })]) {
      proxy.spoil(fault)
      const control = new AbortController()
      const asked = signpost.me({ signal: control.signal })
      const started = performance.now()
      setTimeout(() => control.abort(new Error('enough')), 150)
      await expect(asked).rejects.toThrow('enough')
      expect(performance.now() - started).toBeLessThan(5_000)
      expect(proxy.seen).toHaveLength(1)
    }
  })

  test('that is aborted before it begins is never sent', async () => {
    proxy.spoil()
    await expect(signpost.me({ signal: AbortSignal.abort(new Error('never')) })).rejects.toThrow('never')
    expect(proxy.seen).toHaveLength(0)
  })
})

describe('the waits', () => {
  const overloaded = (retryAfter?: number) =>
    refusedError(503, { error: { type: 'api_error', code: 'overloaded' } }, retryAfter)

  test('double up to a bound, less a random part of up to a half', () => {
    const waits = (random: number) => [1, 2, 3, 4, 5, 6, 7].map((n) => retryDelay(overloaded(), n, () => random))
    expect(waits(0)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000])
    expect(waits(1)).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000, 4_000])
  })

  test('are as long as Retry-After at least, and no wait of more than a minute is begun', () => {
    expect(retryDelay(overloaded(60), 1)).toBe(60_000)
    expect(retryDelay(overloaded(61), 1)).toBe(null)
  })

  test.each([400, 401, 403, 404, 405, 409, 413, 415, 422])('there is none after %s', (status) => {
    expect(retryDelay(refusedError(status, { error: { type: 'conflict_error', code: 'alias_taken' } }), 1)).toBe(null)
  })
})
