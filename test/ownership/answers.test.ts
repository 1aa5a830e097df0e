import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { decodeId } from '../../src/kernel/id.ts'
import { markEndpoints, recordOf } from '../support/bound.ts'
import { importValues } from '../support/importing.ts'
import { failure, freshName, registryForTests } from '../support/registry.ts'
import { type Body, forTests } from '../support/server.ts'

let now = Date.now()
const { server, owner, mine } = registryForTests({ env: { RATE_LIMITS: 'on' }, clock: () => now })
const payer = forTests(() => server.key({ consumer: 'payer', scopes: ['resolve'] }))

const bulk = (items: unknown[]) => payer.post('/v1/resolve/bulk', { items })
const resolve = (alias: string) => payer.post('/v1/resolve', { alias })
const uuid = (id: string) => decodeId('endpoint', id)!

async function left(policy: string): Promise<number> {
  const { body } = await server.send('GET', '/v1/limits', payer)
  return body.data.find((row: Body) => row.policy === policy).remaining
}

test('an unlisted endpoint is disclosed under a grant that covers it, and to nobody else', async () => {
  const cover = async (make: (endpoint: string, alias: string) => unknown): Promise<string[]> => {
    const { id } = await mine.identity()
    const name = freshName()
    const alias = await mine.username(id, name, { privacy_level: 'unlisted' })
    const endpoint = await mine.account(id, { privacy_level: 'unlisted' })
    await mine.account(id, { privacy_level: 'private' })
    const covers = make(endpoint.id, alias.id)
    if (covers) await mine.grant(id, payer.consumer, { covers })
    const { body } = await resolve(name)
    expect(body.disclosure.total_endpoints).toBe(2)
    for (const shown of body.endpoints) expect(shown).toMatchObject({ id: endpoint.id, token: expect.any(String) })
    return body.endpoints.map(() => 'shown')
  }
  expect(await cover(() => ({ all: true }))).toEqual(['shown'])
  expect(await cover((endpoint) => ({ endpoints: [endpoint] }))).toEqual(['shown'])
  expect(await cover((_, alias) => ({ aliases: [alias] }))).toEqual([])
  expect(await cover(() => null)).toEqual([])
})

test('an entry of a bulk has the fields of a single resolve, on both surfaces', async () => {
  const { id } = await mine.identity()
  const name = freshName()
  await mine.username(id, name)
  await mine.wallet(id)
  const { request_id: _, livemode, ...single } = (await resolve(name)).body
  const { body } = await bulk([name, 'nobody.at.all'])
  expect(body).toMatchObject({ livemode, request_id: expect.stringMatching(/^req_/) })
  expect(body.results[0]).toEqual({ alias: name, status: 'resolved', ...single })
  const document = `query ($items: [ResolveInput!]!) { resolveBulk(items: $items) {
    alias status identityId type matchedAlias { type value } disclosure { consumer totalEndpoints disclosed } livemode requestId } }`
  const { body: answer } = await payer.graphql(document, { items: [{ alias: name }, { alias: 'no.one' }] })
  expect(answer.data.resolveBulk).toEqual([
    {
      alias: name,
      status: 'RESOLVED',
      identityId: id,
      type: 'USER',
      matchedAlias: { type: 'USERNAME', value: name },
      disclosure: { consumer: payer.consumer, totalEndpoints: 1, disclosed: 1 },
      livemode: false,
      requestId: expect.stringMatching(/^req_/),
    },
    {
      alias: 'no.one',
      status: 'ERROR',
      identityId: null,
      type: null,
      matchedAlias: null,
      disclosure: null,
      livemode: false,
      requestId: expect.stringMatching(/^req_/),
    },
  ])
  expect(answer.errors).toBeUndefined()
  const empty = await payer.graphql(document, { items: [] })
  expect(empty.body).toEqual({ data: { resolveBulk: [] } })
})

test('a projection that is not of its endpoint leaves it out, and the owner still lists the record', async () => {
  const [broken, sound] = [await mine.identity(), await mine.identity()]
  const [bad, good, hidden] = [freshName(), freshName(), freshName()]
  await mine.username(broken.id, bad)
  await mine.username(broken.id, hidden, { privacy_level: 'private' })
  await mine.username(sound.id, good)
  const endpoint = await mine.account(broken.id)
  await mine.account(broken.id)
  await mine.account(sound.id)
  await server.query`update endpoint set projection = ${randomBytes(60)} where id = ${uuid(endpoint.id)}`

  const before = [await left('resolve'), await left('misses')]
  const { results } = (await bulk([good, bad, hidden, bad])).body
  expect([await left('resolve'), await left('misses')]).toEqual([before[0]! - 4, before[1]! - 1])
  const failed = expect.objectContaining({ alias: bad, status: 'resolved' })
  const missed = { alias: hidden, status: 'error', error: { type: 'not_found_error', code: 'alias_not_found' } }
  expect(results).toEqual([expect.objectContaining({ alias: good, status: 'resolved' }), failed, missed, failed])
  const single = await resolve(bad)
  expect([single.status, single.body.endpoints.length, single.body.disclosure]).toMatchObject([
    ...[200, 1],
    { total_endpoints: 2, disclosed: 1 },
  ])

  const document = 'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Resolution { identityId } } }'
  const of = [bad, good, hidden].map((name) => ({ __typename: 'Resolution', alias: `@${name}` }))
  expect((await payer.graphql(document, { of })).body).toEqual({
    data: { _entities: [{ identityId: broken.id }, { identityId: sound.id }, null] },
  })

  const { data } = await mine.get(`/v1/identities/${broken.id}/endpoints`)
  expect(data.map((row: Body) => row.address_preview).sort()).toEqual([null, '••••3000'])
  const list = `query ($id: ID!) { identity(id: $id) { endpoints(first: 5) { edges { node { id addressPreview } } } } }`
  const listed = await owner.graphql(list, { id: broken.id })
  expect(listed.body.errors).toBeUndefined()
  expect(listed.body.data.identity.endpoints.edges.map(({ node }: Body) => node.addressPreview).sort()).toEqual([
    null,
    '••••3000',
  ])
})

test.each([
  ['no JSON', 'DE89 no JSON'],
  ['nothing', ''],
  ['null', 'null'],
  ['a list', '[]'],
  ['text', '"3000"'],
  ['a number in the place of text', '{"last4":3000}'],
  ['a list in the place of text', '{"url":["https://a.example"],"address":{}}'],
])('a projection that opens and is %s fails its own entry alone, like one that cannot be opened', async (_, text) => {
  const [broken, sound] = [await mine.identity(), await mine.identity()]
  const [bad, good] = [freshName(), freshName()]
  await mine.username(broken.id, bad)
  await mine.username(sound.id, good)
  const endpoint = await mine.account(broken.id)
  await mine.account(sound.id)
  const sealed = server.app.keyring.seal('projection', await recordOf(server, uuid(endpoint.id)), false, text)
  await server.query`update endpoint set projection = ${sealed} where id = ${uuid(endpoint.id)}`

  const failed = { alias: bad, status: 'error', error: { type: 'api_error', code: 'decryption_failed' } }
  const { results } = (await bulk([bad, good, bad])).body
  expect(results).toEqual([failed, expect.objectContaining({ alias: good, status: 'resolved' }), failed])
  const single = await resolve(bad)
  expect([single.status, failure(single).code]).toEqual([500, 'decryption_failed'])
  const { data } = await mine.get(`/v1/identities/${broken.id}/endpoints`)
  expect(data.map((row: Body) => row.address_preview)).toEqual([null])
  expect(server.logged.join('')).not.toContain('DE89')
})

const capability = (length: number) => ({
  asset: 'A'.repeat(length),
  network: 'n'.repeat(length),
  rail: 'r'.repeat(length),
})

test('an identity holds 16 kB of capabilities: creates and updates beyond are refused, and stored ones may shrink', async () => {
  const { id } = await mine.identity()
  const full = Array(50).fill(capability(64))
  const first = await mine.account(id, { capabilities: full })
  const second = await mine.account(id, { capabilities: [capability(64)] })
  const refused = { code: 'limit_reached', param: 'capabilities' }
  const create = await owner.post('/v1/endpoints', {
    identity: id,
    type: 'bank_account',
    address: 'DE89370400440532013000',
    capabilities: full,
  })
  expect([create.status, failure(create)]).toMatchObject([400, refused])
  const update = await mine.patch(`/v1/endpoints/${second.id}`, { capabilities: full })
  expect([update.status, failure(update)]).toMatchObject([400, refused])
  await mine.account(id)

  const stored = JSON.stringify(Array(300).fill(capability(64)))
  await server.query`update endpoint set capabilities = ${stored}::jsonb where id = ${uuid(first.id)}`
  expect((await mine.patch(`/v1/endpoints/${first.id}`, { priority: 3 })).status).toBe(200)
  expect((await mine.patch(`/v1/endpoints/${first.id}`, { capabilities: full })).status).toBe(200)
})

/** Fifty endpoints with all the capabilities that 0.1 stored. */
async function fatAlias(): Promise<string> {
  const { id } = await mine.identity()
  const name = freshName()
  await mine.username(id, name)
  for (let n = 0; n < 50; n++) await mine.account(id)
  await server.query`update endpoint set capabilities = ${JSON.stringify(Array(50).fill(capability(64)))}::jsonb
    where identity_id = ${decodeId('identity', id)}`
  await markEndpoints(server)
  return name
}

test('an answer is 4 MB at most: entries that no longer fit have an error, and hidden ones answer as always', async () => {
  const name = await fatAlias()
  const hidden = freshName()
  await mine.username((await mine.identity()).id, hidden, { privacy_level: 'private' })
  now += 86_400_000
  const answer = await bulk([...Array(98).fill(name), hidden, 'no.one.here'])
  expect(answer.status).toBe(200)
  expect(Buffer.byteLength(answer.text)).toBeLessThan(4 * 1024 * 1024)
  const { results } = answer.body
  const overloaded = { alias: name, status: 'error', error: { type: 'api_error', code: 'overloaded' } }
  expect(results[0]).toMatchObject({ status: 'resolved', disclosure: { disclosed: 50 } })
  expect(results[97]).toEqual(overloaded)
  const missed = { status: 'error', error: { type: 'not_found_error', code: 'alias_not_found' } }
  expect(results.slice(98)).toEqual([
    { alias: hidden, ...missed },
    { alias: 'no.one.here', ...missed },
  ])
  expect((await resolve(name)).status).toBe(200)

  now += 86_400_000
  const document =
    'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Resolution { identityId endpoints { id } } } }'
  const of = Array(20).fill({ __typename: 'Resolution', alias: `@${name}` })
  const { body } = await payer.graphql(document, { of })
  expect(body.data._entities[0]).not.toBeNull()
  expect(body.data._entities[19]).toBeNull()
  expect(body.errors.at(-1)).toMatchObject({ path: ['_entities', 19], extensions: { code: 'OVERLOADED' } })
})

test('in GraphQL each alias below a field counts what the field gives once more, however long its name', async () => {
  const name = await fatAlias()
  const ask = async (fields: string, count: number) => {
    now += 86_400_000
    const document = `query ($items: [ResolveInput!]!) { a: resolveBulk(items: $items) {
      status endpoints { capabilities { ${fields} } } } }`
    return payer.graphql(document, { items: Array(count).fill({ alias: name }) })
  }
  const copies = Array.from({ length: 14 }, (_, n) => `${String.fromCharCode(97 + n).repeat(64)}: network`).join(' ')
  for (let time = 0; time < 2; time++) {
    const answer = await ask(copies, 20)
    expect(answer.status).toBe(200)
    expect(Buffer.byteLength(answer.text)).toBeLessThan(4 * 1024 * 1024)
    const statuses = async (fields: string) =>
      (await ask(fields, 4)).body.data.a.map(({ status }: Body) => status === 'RESOLVED')
    expect(await statuses('asset network rail')).toEqual([true, true, true, false])
    expect(await statuses('asset network rail again: rail')).toEqual([true, false, false, false])
    expect(await statuses(copies)).toEqual([false, false, false, false])
  }
  const refused = await ask(`${'a'.repeat(65)}: asset`, 1)
  expect([refused.status, refused.body.errors[0]]).toMatchObject([
    400,
    {
      message: 'An alias in the document must have at most 64 characters.',
      extensions: { code: 'GRAPHQL_TOO_COMPLEX' },
    },
  ])
})

test('ten endpoints are shown for a token of resolve: more cost more, misses and copies as ever', async () => {
  const { id } = await mine.identity()
  const name = freshName()
  await mine.username(id, name)
  for (let n = 0; n < 25; n++) await mine.account(id)
  const costOf = async (ask: () => Promise<unknown>): Promise<number> => {
    now += 86_400_000
    const before = await left('resolve')
    await ask()
    return before - (await left('resolve'))
  }
  expect(await costOf(() => resolve(name))).toBe(3)
  expect(await costOf(() => bulk(Array(10).fill(name)))).toBe(25)
  expect(await costOf(() => bulk([name, ...Array(9).fill('no.one.here')]))).toBe(10)
  expect(await costOf(() => resolve('no.one.here'))).toBe(1)
})

test('an import is held to the same 16 kB of capabilities', async () => {
  const identity = (await mine.identity()).id
  const line = (length: number, index: number) => ({
    object: 'endpoint',
    ref: `capabilities ${index}`,
    identity,
    type: 'bank_account',
    address: 'DE89370400440532013000',
    capabilities: Array(length).fill(capability(64)),
  })
  const { rejected } = await importValues(server, owner.consumerId, [50, 50, 1, 0].map(line))
  expect(rejected).toMatchObject([{ line: 2, code: 'limit_reached', field: 'capabilities' }])
  expect((await mine.get(`/v1/identities/${identity}/endpoints`)).data).toHaveLength(3)
})
