import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventsOf, failure, freshName, query, registryForTests, registryOf } from '../support/registry.ts'
import { type Body, forTests, type Key, startTestServer, type TestServer } from '../support/server.ts'

const { server, owner, mine } = registryForTests()
const other = forTests(() => server.key({ consumer: 'another owner' }))
const theirs = registryOf(server, other)

const fresh = () => `ref-${randomBytes(6).toString('hex')}`
const idsOf = ({ data }: Body): string[] => data.map(({ id }: { id: string }) => id)
const text = (filter: object) =>
  new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]))

/** Returns the ids that a filter finds over both forms of REST, which must agree. */
async function find(kind: string, filter: Record<string, unknown>, key = owner.key): Promise<string[]> {
  const listed = await server.send('GET', `/v1/${kind}?${text(filter)}`, { key })
  expect(listed.status, listed.text).toBe(200)
  const ranged = Object.entries(filter).map(([name, value]) => {
    const [, field, bound] = /^(\w+)\[(\w+)\]$/.exec(name) ?? []
    return field ? [field, { [bound!]: value }] : [name, value]
  })
  const searched = await server.send('POST', `/v1/${kind}/search`, { key, body: Object.fromEntries(ranged) })
  expect(searched.status, searched.text).toBe(200)
  expect(idsOf(searched.body)).toEqual(idsOf(listed.body))
  return idsOf(listed.body)
}

describe('by reference', () => {
  test('the own record is found, of each kind and over GraphQL, and no other', async () => {
    const external_reference = fresh()
    const { id: identity } = await mine.identity({ external_reference })
    const { id: alias } = await mine.username(identity, freshName(), { external_reference })
    const { id: endpoint } = await mine.wallet(identity, { external_reference })
    await theirs.identity({ external_reference })
    expect(await find('identities', { external_reference })).toEqual([identity])
    expect(await find('aliases', { external_reference })).toEqual([alias])
    expect(await find('endpoints', { external_reference })).toEqual([endpoint])
    const list = '(externalReference: $is) { edges { cursor } }'
    const { body } = await owner.graphql(`query ($is: String) { identities${list} aliases${list} endpoints${list} }`, {
      is: external_reference,
    })
    const found = Object.values(body.data as Body).map((one) => (one as Body).edges.map(({ cursor }: Body) => cursor))
    expect(found).toEqual([[identity], [alias], [endpoint]])
    for (const kind of ['identities', 'aliases', 'endpoints'])
      expect(await find(kind, { external_reference: fresh() })).toEqual([])
  })

  test('those that have ended are found with a status', async () => {
    const external_reference = fresh()
    const { id: identity } = await mine.identity()
    const { id: alias } = await mine.username(identity, freshName(), { external_reference })
    const { id: endpoint } = await mine.wallet(identity, { external_reference })
    await mine.remove(`/v1/aliases/${alias}`)
    await mine.remove(`/v1/endpoints/${endpoint}`)
    expect(await find('aliases', { external_reference })).toEqual([])
    expect(await find('aliases', { external_reference, status: 'released' })).toEqual([alias])
    expect(await find('endpoints', { external_reference })).toEqual([])
    expect(await find('endpoints', { external_reference, status: 'removed' })).toEqual([endpoint])
    const { data } = await mine.get(`/v1/endpoints?status=removed&external_reference=${external_reference}`)
    expect(data[0]).toMatchObject({ status: 'removed', address_preview: '…', external_reference })
    expect((await mine.patch(`/v1/endpoints/${endpoint}`, { status: 'removed' })).status).toBe(400)
  })
})

describe('by alias', () => {
  test('as people write it, normalized as on create', async () => {
    const { id: identity } = await mine.identity()
    const name = freshName()
    const { id } = await mine.username(identity, `@${name.toUpperCase()}`)
    const { id: phone } = await mine.alias(identity, 'phone', '+49 170 1234567')
    expect(await find('aliases', { type: 'username', value: ` @${name.toUpperCase()} ` })).toEqual([id])
    expect(await find('aliases', { type: 'phone', value: '+49 (170) 123-4567' })).toEqual([phone])
    expect(await find('identities', { alias: `@${name}` })).toEqual([identity])
    expect(await find('identities', { alias: '+491701234567' })).toEqual([identity])
  })

  test('type and value go together, and malformed input is refused by the input alone', async () => {
    for (const [body, code, param] of [
      [{ type: 'username' }, 'parameter_missing', 'value'],
      [{ value: '@a.b' }, 'parameter_missing', 'type'],
      [{ type: 'username', value: '' }, 'alias_value_required', undefined],
      [{ type: 'nonsense', value: 'x' }, 'alias_type_unsupported', undefined],
      [{ status: 'nonsense' }, 'parameter_invalid', 'status'],
      [{ nonsense: 1 }, 'parameter_unknown', 'nonsense'],
      [{ limit: 101 }, 'parameter_invalid', 'limit'],
      [{ created: { gte: -1 } }, 'parameter_invalid', 'created.gte'],
      [{ created: { from: 1 } }, 'parameter_unknown', 'created.from'],
      [{ external_reference: '' }, 'parameter_invalid', 'external_reference'],
    ] as const) {
      const answer = await owner.post('/v1/aliases/search', body)
      expect([answer.status, failure(answer)]).toMatchObject([400, { code, ...(param && { param }) }])
    }
  })
})

describe('with limits', () => {
  let limited: TestServer
  beforeAll(async () => {
    const env = { RATE_LIMITS: 'on', RATE_LIMIT_REQUESTS_TEST: '1000 + 1/day', RATE_LIMIT_MISSES: '20 + 1/day' }
    const now = Date.now()
    limited = await startTestServer({ env, clock: () => now })
  })
  afterAll(() => limited.close())

  /** Returns the remaining quota of every limit, which costs one request. */
  async function left({ key }: Key): Promise<Record<string, number>> {
    const { body } = await limited.send('GET', '/v1/limits', { key })
    return Object.fromEntries(body.data.map(({ policy, remaining }: Body) => [policy, remaining]))
  }

  test("another's, a private and an absent alias are the same answer, in bytes, and cost requests alone", async () => {
    const [asking, holding] = [await limited.key(), await limited.key({ consumer: 'another owner' })]
    const held = registryOf(limited, holding)
    const { id: identity } = await held.identity()
    const [shown, hidden] = [freshName(), freshName()]
    await held.username(identity, shown)
    await held.username(identity, hidden, { privacy_level: 'private' })
    const start = await left(asking)
    expect(start).toMatchObject({ requests: expect.any(Number), misses: 200 })

    const answers: unknown[] = []
    const costs: unknown[] = []
    for (const value of [shown, hidden, freshName()]) {
      const before = await left(asking)
      const send = (kind: string, body: object) => limited.send('POST', `/v1/${kind}/search`, { key: asking.key, body })
      const found = [
        await send('aliases', { type: 'username', value }),
        await send('identities', { alias: `@${value}` }),
      ]
      expect(found.map(({ status, body }) => [status, body.data])).toEqual(Array(2).fill([200, []]))
      answers.push(found.map(({ text }) => text))
      const after = await left(asking)
      costs.push(Object.fromEntries(Object.entries(before).map(([policy, was]) => [policy, was - after[policy]!])))
    }
    expect(answers).toEqual(Array(3).fill(answers[0]))
    expect(costs).toEqual(Array(3).fill({ ...costs[0]!, misses: 0 }))
    expect((await left(asking)).misses).toBe(start.misses)

    // The same names cost a miss where they are asked of the registry.
    await limited.send('POST', '/v1/resolve', { key: asking.key, body: { alias: `@${hidden}` } })
    expect((await left(asking)).misses).toBe(start.misses! - 1)
  })
})

describe('by display name', () => {
  test('finds a beginning in any case, marks and compatibility forms', async () => {
    const stem = randomBytes(4).toString('hex')
    const { id } = await mine.identity({ display_name: `${stem} Ärzte-Straße ﬁne` })
    for (const beginning of [stem, `${stem.toUpperCase()} ARZTE`, `${stem} ärzte-STRASSE fine`, `${stem} a\u0308rzte`])
      expect(await find('identities', { display_name: beginning })).toEqual([id])
    expect(await find('identities', { display_name: `${stem} b` })).toEqual([])
    expect(await find('identities', { display_name: `%` })).toEqual([])
    await mine.patch(`/v1/identities/${id}`, { display_name: `other ${stem}` })
    expect(await find('identities', { display_name: stem })).toEqual([])
    expect(await find('identities', { display_name: `other ${stem}` })).toEqual([id])
    await theirs.identity({ display_name: `other ${stem}` })
    expect(await find('identities', { display_name: `other ${stem}` })).toEqual([id])
  })

  test('a name of the longest compatibility forms can be stored and found', async () => {
    const display_name = 'ﷺ'.repeat(200)
    const { id } = await mine.identity({ display_name })
    expect(await find('identities', { display_name })).toContain(id)
  })

  test.each(['', '\u0301'])('a beginning without a letter is refused: %j', async (display_name) => {
    const answer = await owner.post('/v1/identities/search', { display_name })
    expect([answer.status, failure(answer).param]).toEqual([400, 'display_name'])
  })
})

describe.each(['created', 'updated'])('by %s', (field) => {
  test('records are found by the second that they show', async () => {
    const key = (await server.key({ consumer: `owner by ${field}` })).key
    const own = registryOf(server, { key })
    const { id } = await own.identity()
    await query(
      server,
      `update identity set ${field}_at = '2024-01-01 00:00:10.9Z' where consumer_id =
      (select id from consumer where name = $1)`,
      [`owner by ${field}`],
    )
    const at = 1_704_067_210
    expect((await own.get(`/v1/identities/${id}`))[field]).toBe(at)
    const found = async (filter: Record<string, number>) =>
      (await find('identities', Object.fromEntries(Object.entries(filter).map(([b, s]) => [`${field}[${b}]`, s])), key))
        .length
    expect(await found({ gte: at })).toBe(1)
    expect(await found({ lte: at })).toBe(1)
    expect(await found({ gt: at })).toBe(0)
    expect(await found({ lt: at })).toBe(0)
    expect(await found({ gt: at - 1 })).toBe(1)
    expect(await found({ lt: at + 1 })).toBe(1)
    const { body } = await server.graphql(
      key,
      `query ($range: MomentRange) { identities(${field}: $range) { edges { cursor } } }`,
      { range: { gte: '2024-01-01T00:00:10.900Z', lte: '2024-01-01T00:00:10.900Z' } },
    )
    expect(body.data.identities.edges).toHaveLength(1)
  })
})

test('events are listed by type and by time', async () => {
  const key = await server.key({ consumer: 'owner of events' })
  const own = registryOf(server, key)
  const { id } = await own.identity()
  await own.username(id)
  expect(await eventsOf(server, key.consumerId)).toHaveLength(2)
  const types = async (filter: string) => (await own.get(`/v1/events?${filter}`)).data.map(({ type }: Body) => type)
  expect(await types('type=alias.created')).toEqual(['alias.created'])
  expect(await types('type=alias.released')).toEqual([])
  expect(await types('created[gt]=4102444800')).toEqual([])
  expect(await types('created[gte]=0')).toHaveLength(2)
  const unknown = await server.send('GET', '/v1/events?type=nonsense', { key: key.key })
  expect([unknown.status, failure(unknown)]).toMatchObject([400, { code: 'event_type_unknown', param: 'type' }])
  const { body } = await server.graphql(key.key, '{ events(type: "alias.created") { edges { node { type } } } }')
  expect(body.data.events.edges).toHaveLength(1)
})

test('a search continues after its page, in both directions', async () => {
  const { id: identity } = await mine.identity()
  const made: string[] = []
  for (let n = 0; n < 5; n++) made.unshift((await mine.username(identity)).id)
  const search = async (more: object) => (await owner.post('/v1/aliases/search', { identity, limit: 2, ...more })).body
  const first = await search({})
  expect([idsOf(first), first.has_more]).toEqual([made.slice(0, 2), true])
  const second = await search({ starting_after: made[1] })
  expect([idsOf(second), second.has_more]).toEqual([made.slice(2, 4), true])
  const last = await search({ starting_after: made[3] })
  expect([idsOf(last), last.has_more]).toEqual([made.slice(4), false])
  const back = await search({ ending_before: made[3] })
  expect([idsOf(back), back.has_more]).toEqual([made.slice(1, 3), true])
  const refused = await other.post('/v1/aliases/search', { starting_after: made[0] })
  expect(failure(refused)).toMatchObject({ code: 'cursor_invalid', param: 'starting_after' })
})

describe('alias_taken', () => {
  const create = (key: Key, identity: string, value: string, headers = {}) =>
    server.send('POST', '/v1/aliases', { key: key.key, body: { identity, type: 'username', value }, headers })

  test("names the caller's own alias, also under an Idempotency-Key and over GraphQL; never another's", async () => {
    const { id: identity } = await mine.identity()
    const { id: elsewhere } = await theirs.identity()
    const name = freshName()
    const { id } = await mine.username(identity, name)
    const headers = { 'idempotency-key': fresh() }
    for (const answer of [
      await create(owner, identity, name),
      await create(owner, identity, name, headers),
      await create(owner, identity, name, headers),
    ])
      expect([answer.status, failure(answer)]).toMatchObject([409, { code: 'alias_taken', existing: id }])
    const foreign = await create(other, elsewhere, name)
    expect(failure(foreign)).toEqual({ type: 'conflict_error', code: 'alias_taken', message: 'The alias is taken.' })
    const { body } = await owner.graphql('mutation ($input: CreateAliasInput!) { createAlias(input: $input) { id } }', {
      input: { identity, type: 'USERNAME', value: name },
    })
    expect(body.errors[0].extensions).toMatchObject({ code: 'ALIAS_TAKEN', existing: id })
  })

  test('a released one that cools down is not named', async () => {
    const { id: identity } = await mine.identity()
    const name = freshName()
    const { id } = await mine.username(identity, name)
    await mine.remove(`/v1/aliases/${id}`)
    const answer = await create(owner, identity, name)
    expect(failure(answer)).toEqual({
      type: 'conflict_error',
      code: 'alias_in_cooldown',
      message: 'The alias was released and is cooling down.',
    })
  })
})
