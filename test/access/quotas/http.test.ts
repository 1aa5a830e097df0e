import { beforeEach, describe, expect, test } from 'vitest'
import { operatorCall } from '../../../src/cli/app.ts'
import { newApiKey } from '../../../src/vault/secret.ts'
import { type Answer, forTests, type Key, startTestServer } from '../../support/server.ts'

let now = Date.now()
let last = 0

// In test mode ten times as many misses: 200 and 25 a minute.
const env = { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1', RATE_LIMIT_MISSES: '20 + 2.5/min' }
const server = forTests(() => startTestServer({ env, clock: () => now }))
// Every bucket is full again, whatever the test before did.
beforeEach(() => {
  now += 86_400_000
})

const newKey = (options: { livemode?: boolean; scopes?: string[] } = {}): Promise<Key> =>
  server.key({ consumer: `consumer ${++last}`, ...options })

const resolve = ({ key }: Key, alias = '@nobody.here') => server.send('POST', '/v1/resolve', { key, body: { alias } })
const bulk = ({ key }: Key, items: unknown[]) => server.send('POST', '/v1/resolve/bulk', { key, body: { items } })

async function remaining({ key }: Key): Promise<Record<string, number>> {
  const { body } = await server.send('GET', '/v1/limits', { key })
  return Object.fromEntries(
    (body.data as { policy: string; remaining: number }[]).map(({ policy, remaining }) => [policy, remaining]),
  )
}

const times = <T>(count: number, one: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => one(index)))
const statuses = (answers: Answer[]) => answers.map(({ status }) => status)

function expectRefusal(answer: Answer, retryAfter: string): void {
  expect(answer.status).toBe(429)
  expect(answer.body.error).toMatchObject({ type: 'rate_limit_error', code: 'rate_limited' })
  expect(answer.headers.get('retry-after')).toBe(retryAfter)
}

describe('requests', () => {
  test('429 after 200 at once; 25 a second come back in test mode and 100 in live mode', async () => {
    for (const [livemode, perSecond] of [
      [false, 25],
      [true, 100],
    ] as const) {
      const { key } = await newKey({ livemode })
      expect(statuses(await times(200, () => server.send('GET', '/v1/me', { key })))).toEqual(Array(200).fill(200))
      expectRefusal(await server.send('GET', '/v1/me', { key }), '1')
      now += 1_000
      const answers = await times(perSecond + 5, () => server.send('GET', '/v1/me', { key }))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(perSecond)
    }
  })

  test('429 before scope, body and route parameters are judged, and over GraphQL too', async () => {
    const key = await newKey({ scopes: ['webhooks:read'] })
    await times(200, () => server.send('GET', '/v1/me', key))
    expectRefusal(await resolve(key), '1')
    expectRefusal(await server.send('POST', '/v1/identities', { key: key.key, body: '{' }), '1')
    const graphql = await server.graphql(key.key, '{ viewer { id } }')
    expect(graphql.status).toBe(429)
    expect(graphql.body.errors[0].extensions.code).toBe('RATE_LIMITED')
    expect(graphql.headers.get('retry-after')).toBe('1')
  })

  test('one consumer does not take from another, nor test mode from live mode; keys of one consumer share', async () => {
    const first = await newKey()
    const consumer = `consumer ${last}`
    const [twin, live, other] = [
      await server.key({ consumer }),
      await server.key({ consumer, livemode: true }),
      await newKey(),
    ]
    await times(200, () => server.send('GET', '/v1/me', first))
    expect(statuses(await Promise.all([twin, live, other].map((key) => server.send('GET', '/v1/me', key))))).toEqual([
      429, 200, 200,
    ])
  })
})

describe('resolve and misses', () => {
  test('a miss costs one of each, a malformed item nothing of misses, a resolved one neither', async () => {
    const key = await newKey()
    const identity = (await server.send('POST', '/v1/identities', { key: key.key, body: { type: 'user' } })).body.id
    const body = { identity, type: 'username', value: `found.${last}`, privacy_level: 'public' }
    expect((await server.send('POST', '/v1/aliases', { key: key.key, body })).status).toBe(201)
    expect((await resolve(key, `@found.${last}`)).status).toBe(200)
    expect(await remaining(key)).toMatchObject({ resolve: 999, misses: 200 })
    expect((await resolve(key)).status).toBe(404)
    expect(await remaining(key)).toMatchObject({ resolve: 998, misses: 199 })
    expect((await bulk(key, [`@found.${last}`, '@nobody.here', '@nobody.here', '', 7, {}])).status).toBe(200)
    expect(await remaining(key)).toMatchObject({ resolve: 992, misses: 197 })
    expect((await server.send('POST', '/v1/aliases', { key: key.key, body })).status).toBe(409)
    expect(await remaining(key)).toMatchObject({ resolve: 992, misses: 196 })
  })

  test('validation comes first: a malformed request costs no look-up', async () => {
    const key = await newKey()
    expect((await resolve(key, 'no such type')).status).toBe(400)
    expect((await bulk(key, [])).status).toBe(200)
    expect((await bulk(key, Array(101).fill('@a.b'))).status).toBe(400)
    expect(await remaining(key)).toMatchObject({ resolve: 1000, misses: 200 })
  })

  test('bulk is settled after: misses goes below zero, then 429 before any look-up until it is above zero', async () => {
    const key = await newKey()
    const items = Array.from({ length: 100 }, (_, index) => `@nobody.${index}`)
    const answers = [await resolve(key), await bulk(key, items), await bulk(key, items)]
    expect(statuses(answers)).toEqual([404, 200, 200])
    expect(answers[2]!.headers.get('ratelimit')).toContain('"misses";r=0;t=483')
    // -1 and a little: 25 a minute bring it above zero in 3 s.
    expectRefusal(await resolve(key), '3')
    expectRefusal(await bulk(key, ['@nobody.here']), '3')
    const taken = { identity: 'idn_absent', type: 'username', value: 'nobody.here' }
    expect((await server.send('POST', '/v1/aliases', { key: key.key, body: taken })).status).toBe(404)
    now += 2_000
    expect((await resolve(key)).status).toBe(429)
    now += 1_000
    expect((await resolve(key)).status).toBe(404)
    expect((await resolve(key)).status).toBe(429)
  })

  test('a bulk of more than is left is refused whole', async () => {
    const key = await newKey()
    const malformed = Array(100).fill('')
    expect(statuses(await times(10, () => bulk(key, malformed)))).toEqual(Array(10).fill(200))
    const refused = await bulk(key, malformed)
    expectRefusal(refused, '1')
    now += 500
    expectRefusal(await bulk(key, malformed), '1')
    expect((await bulk(key, malformed.slice(50))).status).toBe(200)
  })

  test('look-ups inside one GraphQL document are debited one by one', async () => {
    const key = await newKey()
    const fields = Array.from(
      { length: 8 },
      (_, index) => `r${index}: resolve(input: {alias: "@nobody.${index}"}) { alias }`,
    )
    const answer = await server.graphql(key.key, `{ ${fields.join(' ')} }`)
    expect(answer.body).toEqual({ data: Object.fromEntries(fields.map((_, index) => [`r${index}`, null])) })
    expect(await remaining(key)).toMatchObject({ resolve: 992, misses: 192, requests: 198 })
    const items = Array.from({ length: 100 }, (_, index) => `{alias: "@nobody.${index}"}`).join()
    await server.graphql(key.key, `{ a: resolveBulk(items: [${items}]) { alias } }`)
    expect(await remaining(key)).toMatchObject({ resolve: 892, misses: 92 })
    const representations = Array.from({ length: 100 }, (_, index) => ({
      __typename: 'Resolution',
      alias: `@nobody.${index}`,
    }))
    const query = 'query ($representations: [_Any!]!) { _entities(representations: $representations) { __typename } }'
    await server.graphql(key.key, query, { representations })
    expect(await remaining(key)).toMatchObject({ resolve: 792, misses: 0 })
    const refused = await server.graphql(key.key, '{ resolve(input: {alias: "@nobody"}) { alias } }')
    expect(refused.body.errors[0].extensions).toMatchObject({ code: 'RATE_LIMITED', type: 'rate_limit_error' })
    expect(refused.headers.get('retry-after')).toBe('20')
  })

  test('test mode has ten times the misses of live mode, of a consumer’s own rule too', async () => {
    const missesOf = async (key: Key) => (await server.send('GET', '/v1/limits', key)).body.data[2]
    const consumer = await newKey()
    const live = await server.key({ consumer: `consumer ${last}`, livemode: true })
    expect(await missesOf(live)).toMatchObject({ size: 20, refill_per_second: 2.5 / 60 })
    expect(await missesOf(consumer)).toMatchObject({ size: 200, refill_per_second: expect.closeTo(25 / 60) })
    const { consumers } = server.app.services
    await consumers.setLimits(operatorCall(server.app), live.consumer, { misses: '7 + 12/min' })
    expect(await missesOf(live)).toMatchObject({ size: 7, refill_per_second: 0.2 })
    expect(await missesOf(consumer)).toMatchObject({ size: 70, refill_per_second: expect.closeTo(2) })
  })

  test('a 429 names its policy and when it ends, on REST and over GraphQL', async () => {
    const key = await newKey({ livemode: true })
    await bulk(key, Array(20).fill('@nobody.here'))
    const sentence = 'The quota misses is used up: it admits the next request in 1 s.'
    const rest = await resolve(key)
    expect(rest.body.error).toMatchObject({ param: 'misses', message: sentence })
    expect(rest.headers.get('retry-after')).toBe('1')
    const graphql = await server.graphql(key.key, '{ resolve(input: {alias: "@nobody"}) { alias } }')
    expect(graphql.body.errors[0]).toMatchObject({ message: sentence, extensions: { param: 'misses' } })
    expect(graphql.headers.get('retry-after')).toBe('1')
  })

  test('a consumer’s own rules replace the service’s', async () => {
    const key = await newKey({ livemode: true })
    await server.app.db
      .updateTable('consumer')
      .set({ limits: JSON.stringify({ misses: { size: 2 }, requests: { size: 'many' } }) as never })
      .where('id', '=', key.consumerId)
      .execute()
    expect(statuses([await resolve(key), await resolve(key), await resolve(key)])).toEqual([404, 404, 429])
    const { body } = await server.send('GET', '/v1/limits', key)
    expect(body.data[2]).toEqual({
      policy: 'misses',
      size: 2,
      refill_per_second: 2.5 / 60,
      remaining: 0,
      retry_after: 1,
    })
    expect(body.data[0].size).toBe(200)
  })
})

describe('headers', () => {
  test('show policies and remainders of the buckets that the request met', async () => {
    const key = await newKey()
    const policies =
      '"requests";q=200;w=8, "resolve";q=1000;w=10, "misses";q=200;w=480, "registrations";q=10000;w=86400'
    const me = await server.send('GET', '/v1/me', key)
    expect(me.headers.get('ratelimit-policy')).toBe(policies)
    expect(me.headers.get('ratelimit')).toBe('"requests";r=199;t=1')
    const miss = await resolve(key)
    expect(miss.headers.get('ratelimit-policy')).toBe(policies)
    expect(miss.headers.get('ratelimit')).toBe('"requests";r=198;t=1, "resolve";r=999;t=1, "misses";r=199;t=3')
    const graphql = await server.graphql(key.key, '{ resolve(input: {alias: "@nobody.here"}) { alias } }')
    expect(graphql.headers.get('ratelimit')).toBe('"requests";r=197;t=1, "resolve";r=998;t=1, "misses";r=198;t=5')
  })

  test('viewer.limits equals GET /v1/limits', async () => {
    const key = await newKey()
    await resolve(key)
    const rest = await server.send('GET', '/v1/limits', key)
    const graphql = await server.graphql(
      key.key,
      '{ viewer { limits { policy size refillPerSecond remaining retryAfter } } }',
    )
    expect(rest.body).toMatchObject({ object: 'limits', livemode: false })
    expect(graphql.body.data.viewer.limits.map(({ policy }: { policy: string }) => policy)).toEqual(
      rest.body.data.map(({ policy }: { policy: string }) => policy),
    )
    expect(rest.body.data[2]).toMatchObject({ policy: 'misses', size: 200, remaining: 199, retry_after: 0 })
    expect(graphql.body.data.viewer.limits[2]).toMatchObject({ policy: 'misses', size: 200, remaining: 199 })
  })
})

describe('failed authentications', () => {
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const wrong = { authorization: 'Bearer spk_test_wrong' }

  test('429 in place of 401 after 60 from one network; other networks are not touched', async () => {
    const sent = (address: string) => server.send('GET', '/v1/me', { headers: { ...wrong, ...from(address).headers } })
    expect(statuses(await times(60, (index) => sent(`192.0.2.${index}`)))).toEqual(Array(60).fill(401))
    expectRefusal(await sent('192.0.2.99'), '1')
    expect((await server.send('GET', '/v1/me', from('192.0.2.7'))).status).toBe(429)
    expect((await sent('192.0.3.1')).status).toBe(401)
    now += 1_000
    expect(statuses([await sent('192.0.2.1'), await sent('192.0.2.2')])).toEqual([401, 429])
  })

  test('over GraphQL a missing key counts as a wrong one does', async () => {
    const query = (address: string) => server.graphql(undefined, '{ viewer { id } }', {}, from(address).headers)
    expect(statuses(await times(60, () => query('198.51.100.1')))).toEqual(Array(60).fill(401))
    expect((await query('198.51.100.1')).status).toBe(429)
  })

  test('a good key works from an exhausted network, whether it was seen before or not, and after all keys were forgotten', async () => {
    const { key } = await newKey()
    const unseen = await newKey()
    const address = from('203.0.113.5')
    expect((await server.send('GET', '/v1/me', { key, ...address })).status).toBe(200)
    await times(60, () => server.send('GET', '/v1/me', address))
    expect((await server.send('GET', '/v1/me', address)).status).toBe(429)
    expect((await server.send('GET', '/v1/me', { key, ...address })).status).toBe(200)
    expect((await server.send('GET', '/v1/me', { key: unseen.key, ...address })).status).toBe(200)
    server.app.services.authentication.forget()
    for (const one of [key, unseen.key]) {
      expect((await server.send('GET', '/v1/me', { key: one, ...address })).status).toBe(200)
    }
    expect((await server.send('GET', '/v1/me', { key: newApiKey(false), ...address })).status).toBe(429)
  })
})

test('RATE_LIMITS=off has no limits and no headers', async () => {
  const open = await startTestServer()
  const { key } = await open.key()
  const answers = await times(250, () => open.send('GET', '/v1/me', { key }))
  expect(new Set(statuses(answers))).toEqual(new Set([200]))
  expect(answers[0]!.headers.has('ratelimit')).toBe(false)
  expect((await open.send('GET', '/v1/limits', { key })).body.data).toEqual([])
  await open.close()
})
