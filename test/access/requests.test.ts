import { describe, expect, test } from 'vitest'
import { createRequestRecorder } from '../../src/access/requests/recorder.ts'
import type { NewRequestRecord } from '../../src/access/requests/store.ts'
import { partitionOf } from '../../src/database/partitions/rules.ts'
import { makePartitions } from '../../src/database/partitions/store.ts'
import type { ErrorCode } from '../../src/kernel/errors.ts'
import { encodeId } from '../../src/kernel/id.ts'
import { hiddenClasses, registerHidden } from '../support/hidden-aliases.ts'
import { freshName, query, registryOf } from '../support/registry.ts'
import { type Body, forTests, type Key, startTestServer, type TestServer } from '../support/server.ts'

let turn = 0
const server = forTests(startTestServer)

const fresh = (options: Parameters<TestServer['key']>[0] = {}): Promise<Key> =>
  server.key({ consumer: `requests-${++turn}`, ...options })

async function listed({ key }: Key, text = ''): Promise<Body[]> {
  await server.app.requestRecords.flush()
  const { status, body } = await server.send('GET', `/v1/requests?limit=100${text}`, { key })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

const told = (rows: readonly Body[]) => rows.map(({ operation, status, code }) => [operation, status, code]).reverse()

test('writes and refusals of each surface are listed with their id, key and code, and successful reads are not', async () => {
  const key = await fresh()
  const made = await server.send('POST', '/v1/identities', { key: key.key, body: { type: 'user' } })
  await server.send('GET', `/v1/identities/${made.body.id}`, { key: key.key })
  await server.send('GET', '/v1/identities/idn_nothing', { key: key.key })
  await server.send('POST', '/v1/resolve', { key: key.key, body: { alias: 'nobody.is.here' } })
  await server.send('POST', '/v1/resolve/bulk', { key: key.key, body: { items: ['nobody.is.here'] } })
  await server.send('POST', '/v1/aliases', { key: key.key, body: '{' })
  await server.graphql(key.key, 'mutation { one: createIdentity(input: { type: USER }) { id } }')
  await server.graphql(key.key, '{ viewer { id } }')
  await server.graphql(key.key, '{ viewer { id } more: identities(first: 0) { edges { cursor } } }')
  await server.graphql(key.key, '{ nothing }')
  const rows = await listed(key)
  expect(told(rows)).toEqual([
    ['Mutation.createIdentity', 201, null],
    ['Query.identity', 404, 'resource_missing'],
    ['Query.resolve', 404, 'alias_not_found'],
    ['Mutation.createAlias', 400, 'invalid_json'],
    ['Mutation.createIdentity', 200, null],
    ['Query.identities', 200, 'parameter_invalid'],
    ['graphql', 400, 'graphql_invalid'],
  ])
  expect(rows.at(-1)).toEqual({
    object: 'request',
    id: made.headers.get('request-id'),
    livemode: false,
    operation: 'Mutation.createIdentity',
    status: 201,
    code: null,
    key: key.keyId,
    duration_ms: expect.any(Number),
    count: 1,
    created: expect.any(Number),
    updated: expect.any(Number),
  })
})

test('a refusal before the operation is listed with the operation of its route, and a 401 is not', async () => {
  const key = await fresh({ scopes: ['resolve', 'requests:read'] })
  await server.send('POST', '/v1/identities', { key: key.key, body: { type: 'user' } })
  await server.send('POST', '/v1/resolve', { key: key.key, body: 'x', headers: { 'content-type': 'text/plain' } })
  await server.send('GET', `/v1/requests?a=${key.key}`, { key: key.key })
  await server.graphql(key.key, 'mutation { createIdentity(input: { type: USER }) { id } }')
  await server.send('GET', '/v1/me', { key: `${key.key.slice(0, -1)}_` })
  expect(told(await listed(key))).toEqual([
    ['Mutation.createIdentity', 403, 'scope_missing'],
    ['Query.resolve', 415, 'content_type_unsupported'],
    ['Mutation.createIdentity', 200, 'scope_missing'],
  ])
})

test('every duration is a multiple of the release step of its route: 5 ms, and 25 ms of bulk and GraphQL', async () => {
  const key = await fresh()
  await server.send('POST', '/v1/resolve', { key: key.key, body: { alias: 'nobody.is.here' } })
  await server.send('POST', '/v1/identities', { key: key.key, body: { type: 'user' } })
  await server.send('GET', '/v1/identities/none', { key: key.key })
  await server.send('POST', '/v1/resolve/bulk', { key: key.key, body: { items: 1 } })
  await server.graphql(key.key, 'mutation { createIdentity(input: { type: USER }) { id } }')
  for (const { operation, status, duration_ms } of await listed(key)) {
    const step =
      operation === 'Query.resolveBulk' || (operation === 'Mutation.createIdentity' && status === 200) ? 25 : 5
    expect([operation, duration_ms % step, duration_ms > 0]).toEqual([operation, 0, true])
  }
})

test('every hidden class has the same record, of a look-up and of a consent request', async () => {
  const asker = await fresh()
  await registerHidden(server.app, asker.consumerId)
  const values = Object.values(hiddenClasses)
  for (const alias of values) {
    await asker.post('/v1/resolve', { alias })
    await asker.post('/v1/consent_requests', { alias })
  }
  const rows = await listed(asker)
  for (const operation of ['Query.resolve', 'Mutation.requestConsent']) {
    const own = rows.filter((row) => row.operation === operation)
    const shapes = own.map(({ id: _, created: __, updated: ___, duration_ms: ____, ...rest }) => JSON.stringify(rest))
    expect([operation, own.length, new Set(shapes).size]).toEqual([operation, values.length, 1])
    expect(new Set(own.map(({ duration_ms }) => duration_ms % 5))).toEqual(new Set([0]))
  }
})

test('requests of another consumer or environment are in no list, and their ids are no cursors', async () => {
  const [mine, theirs] = [await fresh(), await fresh()]
  const live = await server.key({ consumer: `requests-${turn - 1}`, livemode: true })
  for (const { key } of [mine, theirs, live])
    await server.send('POST', '/v1/identities', { key, body: { type: 'user' } })
  const [[own], [other], [alive]] = [await listed(mine), await listed(theirs), await listed(live)]
  expect(new Set([own.id, other.id, alive.id]).size).toBe(3)
  for (const id of [other.id, alive.id]) {
    const { status, body } = await mine.get(`/v1/requests?starting_after=${id}`)
    expect([status, body.error.code]).toEqual([400, 'cursor_invalid'])
  }
})

test('filters by operation, status, code, key and time, and pages by cursor, on REST and GraphQL', async () => {
  const key = await fresh()
  const second = await server.key({ consumer: `requests-${turn}` })
  for (let n = 0; n < 3; n++) await server.send('POST', '/v1/identities', { key: key.key, body: { type: 'user' } })
  await second.get('/v1/identities/none')
  const all = await listed(key)
  expect(all).toHaveLength(4)
  const sizes = async (text: string) => (await listed(key, text)).length
  expect(await sizes('&operation=Mutation.createIdentity')).toBe(3)
  expect(await sizes('&status=404')).toBe(1)
  expect(await sizes('&code=resource_missing')).toBe(1)
  expect(await sizes(`&key=${second.keyId}`)).toBe(1)
  expect(await sizes('&key=key_none')).toBe(0)
  const at = all.at(-1).created
  expect(await sizes(`&until=${at}`)).toBe(0)
  expect(await sizes(`&since=${at}`)).toBe(4)
  const next = await server.send('GET', `/v1/requests?limit=2&starting_after=${all[1].id}`, { key: key.key })
  expect([next.body.data.map(({ id }: Body) => id), next.body.has_more]).toEqual([[all[2].id, all[3].id], false])
  const document = `{ requests(first: 1, after: "${all[0].id}", code: "RESOURCE_MISSING") { edges { node { id } } }
    requests2: requests(first: 1, status: 201, key: "${key.keyId}") { edges { node { id code durationMs count } } pageInfo { hasNextPage } } }`
  const { body } = await server.graphql(key.key, document)
  expect(body.errors).toBeUndefined()
  expect(body.data.requests.edges).toEqual([])
  expect(body.data.requests2.edges[0].node).toEqual({
    id: all[1].id,
    code: null,
    durationMs: expect.any(Number),
    count: 1,
  })
  expect(body.data.requests2.pageInfo.hasNextPage).toBe(true)
})

test.each([
  ['status=abc', 'status'],
  ['status=99', 'status'],
  ['code=nothing', 'code'],
  ['operation=%00', 'operation'],
  ['since=yesterday', 'since'],
])('a filter that can match nothing is refused: %s', async (text, param) => {
  const { status, body } = await server.send('GET', `/v1/requests?${text}`, { key: (await fresh()).key })
  expect([status, body.error.code, body.error.param]).toEqual([400, 'parameter_invalid', param])
})

test('records are shown for 7 days, and their weeks are dropped after that', async () => {
  const { key, consumerId } = await fresh()
  const days = [0, 6, 8, 20]
  await makePartitions(
    server.app.db,
    days.map((ago) => partitionOf('request_record', new Date(Date.now() - ago * 86_400_000))),
  )
  await query(
    server,
    `insert into request_record (id, livemode, consumer_id, key_id, operation, status, duration_ms, created_at)
     select gen_random_uuid(), false, $1, $1, 'Query.resolve', 404, 5, now() - d * interval '1 day' from unnest($2::int[]) d`,
    [consumerId, days],
  )
  const { body } = await server.send('GET', '/v1/requests', { key })
  expect(body.data).toHaveLength(2)
  await server.app.jobs.find(({ name }) => name === 'purge-request-records')!.run()
  const stored = `select count(*)::int as n from request_record where consumer_id = $1 and created_at < now() - interval '14 days'`
  expect(await query(server, stored, [consumerId])).toEqual([{ n: 0 }])
})

test('requests are counted by key and day, for 30 days, for their consumer and environment alone', async () => {
  const key = await fresh()
  const second = await server.key({ consumer: `requests-${turn}` })
  const stranger = await fresh()
  for (let n = 0; n < 3; n++) await server.send('GET', '/v1/me', { key: key.key })
  await second.get('/v1/identities/none')
  await server.app.keyUsage.flush()
  await server.query`insert into usage_key_day (consumer_id, livemode, key_id, day, requests)
    select ${key.consumerId}, false, gen_random_uuid(), date_trunc('day', now() - d * interval '1 day', 'UTC'), 100
    from unnest(array[29, 30]) d`
  const { body } = await server.send('GET', '/v1/usage/keys', { key: key.key })
  expect([body.object, body.livemode, body.has_more, body.to - body.from]).toEqual([
    'key_usage',
    false,
    false,
    30 * 86_400,
  ])
  const counts = body.data.map(({ key: id, requests }: Body) => [id, requests])
  expect(counts).toEqual([
    [expect.stringMatching(/^key_/), 100],
    [key.keyId, 3],
    [second.keyId, 1],
  ])
  expect(body.data[1].days).toHaveLength(30)
  expect(body.data[1].days.at(-1).requests).toBe(3)
  const one = await server.send('GET', `/v1/usage/keys?key=${second.keyId}`, { key: key.key })
  expect(one.body.data.map(({ key: id }: Body) => id)).toEqual([second.keyId])
  const foreign = await stranger.get(`/v1/usage/keys?key=${second.keyId}`)
  expect([foreign.status, foreign.body.data]).toEqual([200, []])
  const graphql = await server.graphql(
    key.key,
    `{ keyUsage(key: "${key.keyId}") { keys { keyId requests days { start requests } } } }`,
  )
  expect(graphql.body.data.keyUsage.keys[0].requests).toBeGreaterThanOrEqual(3)
})

test('days of keys are kept for 31 days', async () => {
  const { consumerId } = await fresh()
  await server.query`insert into usage_key_day (consumer_id, livemode, key_id, day, requests)
    select ${consumerId}, false, ${consumerId}, now() - d * interval '1 day', d from unnest(array[1, 30, 32]) d`
  await server.app.jobs.find(({ name }) => name === 'purge-key-usage')!.run()
  const left = await server.query`select requests::int from usage_key_day where consumer_id = ${consumerId}
    order by 1`
  expect(left).toEqual([{ requests: 1 }, { requests: 30 }])
})

describe('the recorder', () => {
  const request = (code: ErrorCode | null = 'alias_not_found') => ({
    consumerId: 'one',
    livemode: false,
    keyId: 'key',
    requestId: `request ${++turn}`,
    operation: 'Query.resolve',
    status: 404,
    code,
    durationMs: 5,
  })
  function open(options: { isAway?: () => boolean } = {}) {
    const written: NewRequestRecord[] = []
    let now = 60_000 * 1_000
    const recorder = createRequestRecorder({
      clock: () => now,
      warn: () => undefined,
      insert: async (records) => {
        if (options.isAway?.()) throw new Error('away')
        written.push(...records)
      },
    })
    const pass = (ms: number): void => {
      now += ms
    }
    return { recorder, written, pass }
  }

  test('has at most 20 rows a minute of one operation and code, whose counts are all requests', async () => {
    const { recorder, written, pass } = open()
    for (let n = 0; n < 500; n++) recorder.note(request())
    for (let n = 0; n < 3; n++) recorder.note(request('scope_missing'))
    pass(60_000)
    for (let n = 0; n < 5; n++) recorder.note(request())
    await recorder.close()
    const counts = written.filter(({ code }) => code === 'alias_not_found').map(({ count }) => count)
    expect(counts.toSorted((a, b) => a - b)).toEqual([...Array(24).fill(1), 481])
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(505)
    expect(written.filter(({ code }) => code === 'scope_missing')).toHaveLength(3)
  })

  test('drops records beyond its memory, and delays no request', async () => {
    let isAway = true
    const { recorder, written, pass } = open({ isAway: () => isAway })
    for (let n = 0; n < 2_000; n++, pass(60_000)) for (let of20 = 0; of20 < 19; of20++) recorder.note(request())
    expect(recorder.counts.lost).toBe(2_000 * 19 - 20_000)
    isAway = false
    expect(await recorder.close()).toBe(0)
    expect(written).toHaveLength(20_000)
  })
})

test('an id of an event’s request is the id of the record', async () => {
  const key = await fresh()
  const { id } = await registryOf(server, key).identity()
  await registryOf(server, key).username(id, freshName(), {})
  const [event] = (await server.send('GET', '/v1/events', { key: key.key })).body.data
  expect((await listed(key)).map((row) => row.id)).toContain(event.request)
  expect(encodeId('apiKey', key.consumerId)).not.toBe(key.keyId)
})
