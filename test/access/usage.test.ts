import { expect, test } from 'vitest'
import { createUsageCounter, type HourOfUsage } from '../../src/access/usage/counter.ts'
import { addUsage } from '../../src/access/usage/store.ts'
import { freshName, registryOf } from '../support/registry.ts'
import { type Body, forTests, type Key, startTestServer } from '../support/server.ts'

const hourMs = 3_600_000
const day = 86_400
/** Within an hour, so that a test that is slow stays in it. */
const now = Math.floor(Date.now() / hourMs) * hourMs + 60_000
const server = forTests(() => startTestServer({ clock: () => now }))

async function usageOf({ key }: Key, text = ''): Promise<Body> {
  await server.app.usage.flush()
  const { status, body } = await server.send('GET', `/v1/usage${text}`, { key })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const counted = ({ start: _, ...counts }: Body) => counts
const latest = async (key: Key) => counted((await usageOf(key)).data.at(-1))
const nothing = { resolves: 0, misses: 0, consent_pending: 0, deliveries: 0, delivery_errors: 0 }
const resolve = (alias: string, { key }: Key) => server.send('POST', '/v1/resolve', { key, body: { alias } })
const refusal = async (key: Key, text: string) => {
  const { status, body } = await server.send('GET', `/v1/usage${text}`, { key: key.key })
  return [status, body.error?.code, body.error?.param]
}

test('look-ups count for the requester, in its environment, and never for the owner of the alias', async () => {
  const owner = await server.key({ consumer: 'usage-owner' })
  const asker = await server.key({ consumer: 'usage-asker' })
  const live = await server.key({ consumer: 'usage-asker', livemode: true })
  const mine = registryOf(server, owner)
  const { id } = await mine.identity()
  const shown = await mine.username(id, freshName(), { privacy_level: 'public' })
  const hidden = await mine.username(id, freshName(), { privacy_level: 'private' })
  await resolve(shown.value, asker)
  await resolve(hidden.value, asker)
  await resolve('nobody.is.here', asker)
  const items = [shown.value, hidden.value, 'nobody.is.here', { type: 'email', value: 'none' }]
  await asker.post('/v1/resolve/bulk', { items })
  await asker.post('/v1/consent_requests', { alias: hidden.value })
  await asker.post('/v1/resolve/bulk', { items: [hidden.value] })
  expect(await latest(asker)).toEqual({ ...nothing, resolves: 2, misses: 4, consent_pending: 2 })
  expect(await latest(owner)).toEqual(nothing)
  expect(await latest(live)).toEqual(nothing)
})

test('a look-up over GraphQL and a reference of a router count as one over REST', async () => {
  const asker = await server.key({ consumer: 'usage-graphql' })
  const document = '{ a: resolve(input: { alias: "@nobody.here" }) { alias } b: usage { interval points { misses } } }'
  await asker.graphql(document)
  expect((await latest(asker)).misses).toBe(1)
  const reference = '{ _entities(representations: [{ __typename: "Resolution", alias: "@x.y.z" }]) { __typename } }'
  await asker.graphql(reference)
  expect((await latest(asker)).misses).toBe(2)
})

test('the last 24 hours or 30 days are answered, whole, also where nothing was counted', async () => {
  const key = await server.key({ consumer: 'usage-spans' })
  const owner = { consumerId: key.consumerId, livemode: false }
  const hour = Math.floor(now / hourMs) * hourMs
  const at = (ago: number, misses: number): HourOfUsage => ({
    ...owner,
    hour: hour - ago * hourMs,
    counts: { resolves: 1, misses, consentPending: 0, deliveries: 3, deliveryErrors: 4 },
  })
  await addUsage(server.app.db, [at(0, 1), at(23, 2), at(24, 4), at(29 * 24, 8)])
  await addUsage(server.app.db, [at(0, 16)])
  const hours = await usageOf(key)
  expect([hours.object, hours.interval, hours.livemode, hours.data.length]).toEqual(['usage', 'hour', false, 24])
  expect([hours.from, hours.to]).toEqual([hour / 1_000 - 23 * 3_600, hour / 1_000 + 3_600])
  expect(hours.data.map(({ misses }: Body) => misses).filter(Boolean)).toEqual([2, 17])
  expect(counted(hours.data.at(-1))).toEqual({ ...nothing, resolves: 2, misses: 17, deliveries: 6, delivery_errors: 8 })
  const days = await usageOf(key, '?interval=day')
  expect(days.data).toHaveLength(30)
  expect(days.data.every(({ start }: Body) => start % day === 0)).toBe(true)
  expect(days.data.reduce((sum: number, { misses }: Body) => sum + misses, 0)).toBe(31)
  const some = await usageOf(key, `?from=${hours.from + 5}&to=${hours.from + 3_601}`)
  expect(some.data.map(({ start, misses }: Body) => [start, misses])).toEqual([
    [hours.from, 2],
    [hours.from + 3_600, 0],
  ])
  const { body } = await server.graphql(key.key, '{ usage(interval: DAY) { interval points { start misses } } }')
  expect([body.data.usage.interval, body.data.usage.points.length]).toEqual(['DAY', 30])
})

test.each([
  ['?interval=minute', 'interval'],
  ['?from=yesterday', 'from'],
  ['?from=1700000000&to=1700000000', 'from'],
  ['?from=1700000000&to=1600000000', 'from'],
  ['?from=1700000000&to=1710000000', 'from'],
  ['?from=1700000000&to=1710000000&interval=day', 'from'],
])('%s is refused', async (text, param) => {
  expect(await refusal(await server.key(), text)).toEqual([400, 'parameter_invalid', param])
})

test('the longest span may begin and end within an interval', async () => {
  const key = await server.key()
  const to = 490_000 * 3_600 + 1_234
  expect((await usageOf(key, `?from=${to - 168 * 3_600}&to=${to}`)).data).toHaveLength(169)
  expect(await refusal(key, `?from=${to - 168 * 3_600 - 1}&to=${to}`)).toEqual([400, 'parameter_invalid', 'from'])
})

test.each(['-270000-01-01T00:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T00:00:00Z'])(
  'a time that the database has no words for is refused or empty: %s',
  async (to) => {
    const { key } = await server.key()
    const { body } = await server.graphql(key, 'query ($to: DateTime) { usage(to: $to) { points { misses } } }', { to })
    const codes = (body.errors ?? []).map((error: Body) => error.extensions.code)
    expect(codes.filter((code: string) => code === 'internal_error')).toEqual([])
    expect(body.data?.usage?.points.every(({ misses }: Body) => misses === 0) ?? true).toBe(true)
  },
)

test('attempts at the own webhooks count for their owner, by how they ended', async () => {
  const key = await server.key({ consumer: 'usage-hooks' })
  const { body: hook } = await server.send('POST', '/v1/webhooks', {
    key: key.key,
    body: { url: 'http://127.0.0.1:1/', enabled_events: ['*'] },
  })
  await server.send('POST', `/v1/webhooks/${hook.id}/test`, { key: key.key })
  await expect.poll(() => latest(key), { timeout: 20_000 }).toEqual({ ...nothing, delivery_errors: 1 })
})

test('hours are kept for 31 days, and none is removed before', async () => {
  const { consumerId } = await server.key({ consumer: 'usage-old' })
  await server.query`insert into usage_hour (consumer_id, livemode, hour, misses)
    select ${consumerId}, false, now() - d * interval '1 hour', d from unnest(array[1, 743, 745, 900]) d`
  await server.app.jobs.find(({ name }) => name === 'purge-usage')!.run()
  const left = await server.query`select misses::int from usage_hour where consumer_id = ${consumerId} order by 1`
  expect(left).toEqual([{ misses: 1 }, { misses: 743 }])
})

test('usage that the database does not take is written the next time, with the usage since then', async () => {
  const written: (readonly HourOfUsage[])[] = []
  let isAway = true
  const counter = createUsageCounter({
    clock: () => now,
    warn: () => undefined,
    write: async (hours) => {
      if (isAway) throw new Error('away')
      written.push(hours)
    },
  })
  const owner = { consumerId: 'one', livemode: true }
  counter.count(owner, 'misses', 2)
  await counter.flush()
  isAway = false
  counter.count(owner, 'misses')
  counter.count(owner, 'resolves', 0)
  await Promise.all([counter.flush(), counter.flush()])
  await counter.close()
  expect(written.map((hours) => hours.map(({ counts }) => [counts.misses, counts.resolves]))).toEqual([[[3, 0]]])
})

test('processes that write the same hours at the same time lose no count', async () => {
  const { consumerId } = await server.key({ consumer: 'usage-crowd' })
  const others = await Promise.all([1, 2, 3].map((n) => server.key({ consumer: `usage-crowd-${n}` })))
  const hours = [consumerId, ...others.map((one) => one.consumerId)].map(
    (id): HourOfUsage => ({
      consumerId: id,
      livemode: false,
      hour: Math.floor(now / hourMs) * hourMs,
      counts: { resolves: 1, misses: 0, consentPending: 0, deliveries: 0, deliveryErrors: 0 },
    }),
  )
  await Promise.all(Array.from({ length: 20 }, (_, n) => addUsage(server.app.db, n % 2 ? hours : [...hours].reverse())))
  const stored = await server.query`select resolves::int from usage_hour
    where consumer_id = any(${hours.map((one) => one.consumerId)})`
  expect(stored).toEqual(Array(4).fill({ resolves: 20 }))
})
