import { expect, test, vi } from 'vitest'
import { decodeId } from '../../src/kernel/id.ts'
import { failure, freshName, query, registryForTests } from '../support/registry.ts'
import { type Answer, type Body, forTests, type Json } from '../support/server.ts'

const { server, owner, mine } = registryForTests()
const payer = forTests(() => server.key({ consumer: 'payer', scopes: ['resolve'] }))

const ask = (body: object, path = 'resolve'): Promise<Answer> => payer.post(`/v1/${path}`, body)
const assured = async (alias: string): Promise<Body> => (await ask({ alias, include: ['assurance'] })).body.assurance
const age = (table: string, column: string, id: string, interval: string) => {
  const kind = { identity: 'identity', alias: 'alias', endpoint: 'endpoint' }[table] as 'alias'
  return query(server, `update ${table} set ${column} = now() - $2::interval where id = $1`, [
    decodeId(kind, id),
    interval,
  ])
}

type Scene = { identity: string; alias: string; aliasId: string; shown: string; hidden: string }

async function scene(): Promise<Scene> {
  const identity = (await mine.identity()).id
  const { id: aliasId, value } = await mine.username(identity)
  const shown = (await mine.wallet(identity)).id
  const hidden = (await mine.account(identity, { privacy_level: 'private' })).id
  return { identity, alias: `@${value}`, aliasId, shown, hidden }
}

test('without include the answer has the seed’s fields, byte for byte, with any assurance', async () => {
  const { identity, alias, aliasId, shown } = await scene()
  await server.query`update alias set verification = 'proved', claimed_at = now()
    where id = ${decodeId('alias', aliasId)}`
  const seen = { type: 'username', value: alias.slice(1) }
  const endpoints = [{ id: shown, type: 'crypto_wallet', capabilities: [], address: '0x5290…9EE7' }]
  const disclosure = { consumer: payer.consumer, total_endpoints: 2, disclosed: 1 }
  const anonymous = ({ text }: Answer) => text.replaceAll(/req_\w+/g, 'req')
  const common = { matched_alias: seen, endpoints, disclosure }
  const single = { identity, type: 'user', ...common, livemode: false, request_id: 'req' }
  expect(anonymous(await ask({ alias }))).toBe(JSON.stringify(single))
  const entry = { alias, status: 'resolved', identity, type: 'user', ...common }
  const bulk = { results: [entry], livemode: false, request_id: 'req' }
  expect(anonymous(await ask({ items: [alias] }, 'resolve/bulk'))).toBe(JSON.stringify(bulk))
  expect(anonymous(await ask({ alias, include: [] }))).toBe(JSON.stringify(single))
})

test('assurance has the evidence for the alias and its age, in whole days', async () => {
  const { identity, alias, aliasId, shown } = await scene()
  expect(await assured(alias)).toEqual({
    alias: { verification: 'none', days: 0, transferred: false },
    identity: { days: 0 },
    changed: [{ endpoint: shown, days: 0 }],
  })
  await age('identity', 'created_at', identity, '400 days 23 hours')
  await age('alias', 'created_at', aliasId, '47 hours')
  await age('endpoint', 'shown_changed_at', shown, '29 days 23 hours')
  await age('alias', 'claimed_at', aliasId, '29 days 23 hours')
  await server.query`update alias set verification = 'proved' where id = ${decodeId('alias', aliasId)}`
  expect(await assured(alias)).toEqual({
    alias: { verification: 'proved', days: 1, transferred: true },
    identity: { days: 400 },
    changed: [{ endpoint: shown, days: 29 }],
  })
  await age('endpoint', 'shown_changed_at', shown, '30 days 1 second')
  await age('alias', 'claimed_at', aliasId, '30 days 1 second')
  await age('alias', 'proof_expires_at', aliasId, '1 second')
  expect(await assured(alias)).toEqual({
    alias: { verification: 'none', days: 1, transferred: false },
    identity: { days: 400 },
    changed: [],
  })
})

test('a payer is told of a change that it can see, and never of one of the owner’s notes, order or release policy', async () => {
  const { alias, shown } = await scene()
  const daysAfter = async (patch: Json) => {
    await age('endpoint', 'shown_changed_at', shown, '9 days')
    expect((await mine.patch(`/v1/endpoints/${shown}`, patch)).status).toBe(200)
    return (await assured(alias)).changed[0].days
  }
  for (const hidden of [
    { metadata: { note: 'to be closed' } },
    { external_reference: 'REF-7' },
    { priority: 7 },
    { release: 'granted' },
  ])
    expect([hidden, await daysAfter(hidden)]).toEqual([hidden, 9])
  for (const visible of [{ status: 'active' }, { privacy_level: 'public' }, { capabilities: [] }]) {
    const before = { status: 'disabled', privacy_level: 'private', capabilities: [{ asset: 'ETH', rail: 'onchain' }] }
    const [name] = Object.keys(visible) as [keyof typeof before]
    await mine.patch(`/v1/endpoints/${shown}`, { [name]: before[name] })
    expect([visible, await daysAfter(visible)]).toEqual([visible, 0])
  }
})

test('changed never names an endpoint that the answer does not show', async () => {
  const { identity, alias, shown, hidden } = await scene()
  const disabled = (await mine.wallet(identity)).id
  await mine.patch(`/v1/endpoints/${disabled}`, { status: 'disabled' })
  const other = (await mine.account(identity, { capabilities: [{ asset: 'EUR', rail: 'sepa' }] })).id
  const named = async (body: object) =>
    (await ask({ alias, include: ['assurance'], ...body })).body.assurance.changed.map(({ endpoint }: Body) => endpoint)
  expect((await named({})).sort()).toEqual([shown, other].sort())
  expect(await named({ for: { asset: 'EUR' } })).toEqual([other])
  expect(JSON.stringify(await ask({ alias, include: ['assurance'] }))).not.toContain(hidden)
})

test('a change of payee names is reported, without the names, and not if checks are off', async () => {
  const { identity, alias } = await scene()
  const names = async () => (await assured(alias)).changed.filter((change: Body) => change.payee_names)
  expect(await names()).toEqual([])
  const body = { kind: 'legal', name: 'Ann Example' }
  const name = await owner.post(`/v1/identities/${identity}/payee_names`, body)
  expect(await names()).toEqual([{ payee_names: true, days: 0 }])
  await age('identity', 'payee_names_changed_at', identity, '31 days')
  expect(await names()).toEqual([])
  await mine.remove(`/v1/payee_names/${name.body.id}`)
  expect(await names()).toEqual([{ payee_names: true, days: 0 }])
  await mine.patch(`/v1/identities/${identity}`, { payee_checks: 'off' })
  expect(await names()).toEqual([])
})

test('a bulk asks once for all of its items, in one statement more; misses and bad items have nothing beside them', async () => {
  const first = await scene()
  const second = await scene()
  const counted = async (include: object): Promise<{ statements: number; results: Body[] }> => {
    const spy = vi.spyOn(server.app.pool, 'query')
    const connect = vi.spyOn(server.app.pool, 'connect')
    const items = [first.alias, '@nobody.here', second.alias, 7, first.alias]
    const { body } = await ask({ items, ...include }, 'resolve/bulk')
    const statements = spy.mock.calls.length + connect.mock.calls.length
    spy.mockRestore()
    connect.mockRestore()
    return { statements, results: body.results }
  }
  await counted({})
  const plain = await counted({})
  const more = await counted({ include: ['assurance'] })
  expect(more.results.map(({ status, assurance }) => [status, assurance?.identity.days ?? null])).toEqual([
    ['resolved', 0],
    ['error', null],
    ['resolved', 0],
    ['error', null],
    ['resolved', 0],
  ])
  expect(more.results[0].assurance.changed).toEqual([{ endpoint: first.shown, days: 0 }])
  expect(more.results[2].assurance.changed).toEqual([{ endpoint: second.shown, days: 0 }])
  expect(more.results.map(({ assurance: _, ...entry }) => entry)).toEqual(plain.results)
})

test('another include is refused by its name, and a miss stays a miss', async () => {
  const { alias } = await scene()
  const wrong = await ask({ alias, include: ['everything'] })
  expect([wrong.status, failure(wrong)]).toMatchObject([400, { code: 'parameter_invalid' }])
  expect((await ask({ items: [{ alias, include: ['assurance'] }] }, 'resolve/bulk')).body.results[0]).toMatchObject({
    error: { code: 'parameter_unknown' },
  })
  const name = freshName()
  const plain = await ask({ alias: `@${name}` })
  const asked = await ask({ alias: `@${name}`, include: ['assurance'] })
  expect(asked.text.replace(/req_\w+/, '')).toBe(plain.text.replace(/req_\w+/, ''))
})

test('GraphQL has it as a field of resolve, of a bulk’s entries and of a router’s entities', async () => {
  const { alias, shown } = await scene()
  const fields =
    'assurance { alias { verification days transferred } identity { days } changed { endpointId payeeNames days } }'
  const document = `query ($a: String!, $of: [_Any!]!) {
    resolve(input: { alias: $a }) { ${fields} }
    resolveBulk(items: [{ alias: $a }, { alias: "@nobody.here" }]) { status ${fields} }
    _entities(representations: $of) { ... on Resolution { ${fields} } }
  }`
  const of = [{ __typename: 'Resolution', alias }]
  const { body } = await payer.graphql(document, { a: alias, of })
  expect(body.errors).toBeUndefined()
  const assurance = {
    alias: { verification: 'NONE', days: 0, transferred: false },
    identity: { days: 0 },
    changed: [{ endpointId: shown, payeeNames: null, days: 0 }],
  }
  expect(body.data.resolve).toEqual({ assurance })
  expect(body.data.resolveBulk).toEqual([
    { status: 'RESOLVED', assurance },
    { status: 'ERROR', assurance: null },
  ])
  expect(body.data._entities).toEqual([{ assurance }])
  const both = `{ resolve(input: { alias: "${alias}", include: ["assurance"] }) { alias } }`
  expect((await payer.graphql(both)).body.errors[0].extensions.code).toBe('GRAPHQL_INVALID')
})
