import { beforeAll, expect, test } from 'vitest'
import { purposes } from '../../src/vault/keyring.ts'
import { createScanner } from '../support/canaries.ts'
import { hiddenClasses, registerHidden, requestedClasses } from '../support/hidden-aliases.ts'
import { counted, metricsToken, readScrape, scrape } from '../support/scrape.ts'
import { forTests, startTestServer } from '../support/server.ts'

const server = forTests(() =>
  startTestServer({
    env: {
      METRICS_TOKEN: metricsToken,
      RATE_LIMITS: 'on',
      RATE_LIMIT_MISSES: '100000 + 1/s',
      RATE_LIMIT_REQUESTS_TEST: '100000 + 1/s',
      RATE_LIMIT_UNAUTHENTICATED: '5 + 1/min',
      RATE_LIMIT_RESOLVE: '100000 + 1/s',
    },
  }),
)
const owner = forTests(() => server.key({ consumer: 'a consumer with a name' }))
const payer = forTests(() => server.key({ consumer: 'payer', scopes: ['resolve'] }))
beforeAll(async () => {
  await registerHidden(server.app, payer.consumerId)
  const identity = await owner.post('/v1/identities', { type: 'user' })
  const registered = { identity: identity.body.id, type: 'username', value: '@seen', privacy_level: 'public' }
  await owner.post('/v1/aliases', registered)
})

const now = async () => readScrape(await scrape(server.url))

/** Masks labels that depend on the machine: whether work took longer than a step, or a cached key expired. */
const blot = (series: string) => series.replace(/steps="\w+"/, 'steps="*"').replace(/result="\w+"/, 'result="*"')

/** Returns the counts that `work` caused, without the scrapes themselves and background work. */
async function costOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await now()
  await work()
  const costs: Record<string, number> = {}
  for (const [series, rise] of Object.entries(counted(before, await now()))) {
    if (/route="\/metrics"|pool_wait|disclosure_/.test(series)) continue
    costs[blot(series)] = (costs[blot(series)] ?? 0) + rise
  }
  return costs
}

const resolve = (alias: string) => payer.post('/v1/resolve', { alias })
const bulk = (items: unknown[]) => payer.post('/v1/resolve/bulk', { items })
const query = (alias: string) =>
  payer.graphql('{ mine: resolve(input: {alias: "ALIAS"}) { identityId } }'.replace('ALIAS', alias))

const surfaces: Record<string, (alias: string) => Promise<unknown>> = {
  REST: (alias) => resolve(`@${alias}`),
  bulk: (alias) => bulk([`@${alias}`, '@seen']),
  GraphQL: (alias) => query(`@${alias}`),
}

test.each(Object.entries(surfaces))(
  'no metric distinguishes hidden aliases from each other or from an absent one, on %s',
  async (_, ask) => {
    await ask(hiddenClasses.unknown)
    const unknown = await costOf(() => ask(hiddenClasses.unknown))
    expect(unknown['signpost_resolve_items_total{outcome="miss"}']).toBe(1)
    for (const [name, alias] of Object.entries(hiddenClasses)) {
      expect({ name, cost: await costOf(() => ask(alias)) }).toEqual({ name, cost: unknown })
    }
  },
)

test('nor while the caller has an open request for each of them', async () => {
  const unknown = await costOf(() => bulk([`@${requestedClasses['unknown, requested']}`]))
  expect(unknown['signpost_resolve_items_total{outcome="consent_pending"}']).toBe(1)
  for (const [name, alias] of Object.entries(requestedClasses)) {
    expect({ name, cost: await costOf(() => bulk([`@${alias}`])) }).toEqual({ name, cost: unknown })
  }
})

test('requests are counted by route, method and class; items by outcome; misses by their release step', async () => {
  const costs = await costOf(async () => {
    await resolve('@seen')
    await resolve('@nobodyatall')
    await bulk(['@seen', '@nobodyatall', { alias: '@seen', wrong: true }])
    await owner.get('/v1/identities/idn_01h455vb4pex5vsknk084sn02q')
    await server.send('GET', '/no/such/path/spk_live_secret')
  })
  expect(costs).toMatchObject({
    'signpost_http_requests_total{method="POST",route="/v1/resolve",status="2xx"}': 1,
    'signpost_http_requests_total{method="POST",route="/v1/resolve",status="4xx"}': 1,
    'signpost_http_request_duration_seconds_count{method="POST",route="/v1/resolve"}': 2,
    'signpost_http_requests_total{method="GET",route="/v1/identities/:id",status="4xx"}': 1,
    'signpost_http_requests_total{method="GET",route="unmatched",status="4xx"}': 1,
    'signpost_resolve_items_total{outcome="resolved"}': 2,
    'signpost_resolve_items_total{outcome="miss"}': 2,
    'signpost_resolve_items_total{outcome="malformed"}': 1,
    'signpost_response_step_waits_total{kind="single",steps="*"}': 1,
    'signpost_response_step_waits_total{kind="bulk",steps="*"}': 1,
  })
})

test("root fields have the schema's names, not a document's aliases; errors have their codes", async () => {
  const costs = await costOf(async () => {
    await payer.graphql('{ canary_alias: resolve(input: {alias: "@nobodyatall"}) { identityId } me: viewer { id } }')
    await payer.graphql('{ nonsense }')
  })
  expect(costs).toMatchObject({
    'signpost_graphql_fields_total{type="query",field="resolve"}': 1,
    'signpost_graphql_fields_total{type="query",field="viewer"}': 1,
    'signpost_resolve_items_total{outcome="miss"}': 1,
    'signpost_graphql_errors_total{code="graphql_invalid"}': 1,
  })
})

test('keys, refusals and Idempotency-Keys are counted by outcome', async () => {
  const headers = { 'idempotency-key': 'once' }
  const create = (body: unknown) => owner.post('/v1/identities', body, headers)
  const costs = await costOf(async () => {
    await create({ type: 'user' })
    await create({ type: 'user' })
    await create({ type: 'merchant' })
    for (let n = 0; n <= 6; n++) await server.send('GET', '/v1/me', { key: 'spk_test_wrong' })
  })
  expect(costs).toMatchObject({
    'signpost_idempotency_total{outcome="stored"}': 1,
    'signpost_idempotency_total{outcome="replayed"}': 1,
    'signpost_idempotency_total{outcome="reused"}': 1,
    'signpost_auth_cache_total{result="*"}': expect.any(Number),
    'signpost_rate_limit_refusals_total{policy="unauthenticated"}': expect.any(Number),
  })
})

test('disclosure records are counted when they are stored, batches and waits as distributions', async () => {
  // Waits until the disclosures of earlier tests are stored.
  await expect.poll(async () => (await now()).get('signpost_disclosure_records_queued'), { timeout: 10_000 }).toBe(0)
  const before = await now()
  await resolve('@seen')
  await expect
    .poll(async () => counted(before, await now())['signpost_disclosure_records_total{outcome="written"}'], {
      timeout: 10_000,
    })
    .toBe(1)
  const costs = counted(before, await now())
  expect(costs.signpost_disclosure_flush_seconds_count).toBe(1)
  expect(costs.signpost_lookup_batch_size_count).toBe(1)
  expect(costs.signpost_pool_wait_seconds_count).toBeGreaterThanOrEqual(2)
})

test('gauges of the database and of the process are read at each scrape', async () => {
  const series = await now()
  expect(series.get('signpost_listener_up')).toBe(1)
  expect(series.get('signpost_webhook_backlog_due')).toBe(0)
  expect(series.get('signpost_data_keys')).toBe(2 * purposes.length)
  expect(series.get('signpost_data_keys_read_age_seconds')).toBeLessThan(20)
  expect(
    series.get('signpost_data_key_created_timestamp_seconds{purpose="address",environment="live"}'),
  ).toBeGreaterThan(1e9)
  expect(series.get('signpost_pool_size')).toBe(10)
  expect(series.get('signpost_event_loop_seconds_total{state="active"}')).toBeGreaterThan(0)
})

test('no id, value or name is in any metric', async () => {
  const text = await scrape(server.url)
  const { rows } = await server.app.pool.query<{ value: string }>(
    'select value from alias union select skeleton from alias union select name from consumer union select id::text from identity',
  )
  const seeded = [
    'spk_live_secret',
    'canary_alias',
    'idn_01h455vb4pex5vsknk084sn02q',
    'a consumer with a name',
    owner.key,
    payer.key,
  ]
  // Words of a few letters are words of the metrics, too.
  const values = [...seeded, ...rows.map(({ value }) => value)].filter((value) => value.length > 5)
  expect(values.length).toBeGreaterThan(40)
  const scan = createScanner(Object.fromEntries(values.map((value) => [value, Buffer.from(value)])))
  expect(scan('metrics', text)).toEqual([])
  expect(scan('metrics', `${text}\nx{id="${seeded[2]}"} 1`)).not.toEqual([])

  const routes = new Set([...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route!))
  for (const route of routes) expect(route).toMatch(/^(?:unmatched|\/(?:[a-z0-9_.]+|:\w+)(?:\/(?:[a-z0-9_.]+|:\w+))*)$/)
})
