import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../src/kernel/call.ts'
import { createPersistedQueries, persistedBounds } from '../../src/surfaces/graphql/persisted-queries.ts'
import { registryOf } from '../support/registry.ts'
import { type Answer, type Key, startTestServer, type TestServer } from '../support/server.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const named = (sha256Hash: unknown, version: unknown = 1) => ({
  extensions: { persistedQuery: { version, sha256Hash } },
})
const hashOf = (text: string) => named(sha256(text))

let server: TestServer
let owner: Key
let payer: Key
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.key()
  payer = await server.key({ consumer: 'payer' })
})
afterAll(() => server.close())

const send = (body: unknown, key: string | undefined = owner.key, headers = {}) =>
  server.send('POST', '/graphql', { ...(key ? { key } : {}), body, headers })

/** To each gateway, where there are several: each keeps its own. */
async function register(text: string, key = owner.key, more = {}): Promise<Answer> {
  await send({ query: text, ...hashOf(text), ...more }, key)
  return send({ query: text, ...hashOf(text), ...more }, key)
}

const codesOf = ({ status, body }: Answer) => [status, ...body.errors.map((one: Json) => one.extensions.code)]
type Json = { extensions: { code: string } }
const unknown = [200, 'PERSISTED_QUERY_NOT_FOUND']

describe('a document by its hash', () => {
  const me = 'query Me { viewer { id name } }'

  test('is answered as client libraries expect while it is unknown, and runs once it was sent', async () => {
    const first = await send(hashOf(me))
    expect(codesOf(first)).toEqual(unknown)
    expect(first.body).toEqual({
      errors: [
        {
          message: 'PersistedQueryNotFound',
          extensions: {
            code: 'PERSISTED_QUERY_NOT_FOUND',
            type: 'invalid_request_error',
            requestId: first.headers.get('request-id'),
          },
        },
      ],
    })
    expect(first.headers.get('cache-control')).toBe('no-store')
    const data = { viewer: { id: owner.consumer, name: 'owner' } }
    expect((await register(me)).body).toEqual({ data })
    expect((await send(hashOf(me))).body).toEqual({ data })
    const query = new URLSearchParams({ extensions: JSON.stringify(hashOf(me).extensions) })
    const got = await server.send('GET', `/graphql?${query}`, { key: owner.key })
    expect({ status: got.status, body: got.body }).toEqual({ status: 200, body: { data } })
    // Without a key no hash is looked for.
    expect(codesOf(await send(hashOf(me), ''))).toEqual([401, 'API_KEY_MISSING'])
  })

  test('is its consumer’s own, in one environment: nobody finds out what others asked', async () => {
    const text = 'query Mine { viewer { livemode } }'
    await register(text)
    const live = await server.key({ livemode: true })
    for (const key of [payer.key, live.key]) expect(codesOf(await send(hashOf(text), key))).toEqual(unknown)
    const sibling = await server.key({ scopes: ['resolve'] })
    expect((await send(hashOf(text), sibling.key)).body).toEqual({ data: { viewer: { livemode: false } } })
  })

  test('runs with its variables and under the judgement of each request', async () => {
    const text = 'query Page($first: Int!) { identities(first: $first) { edges { node { id } } } }'
    expect((await register(text, owner.key, { variables: { first: 1 } })).status).toBe(200)
    const weak = await server.key({ scopes: ['resolve'] })
    expect(codesOf(await send({ ...hashOf(text), variables: { first: 1 } }, weak.key))).toEqual([200, 'SCOPE_MISSING'])
    expect(codesOf(await send({ ...hashOf(text), variables: { first: 101 } }))).toEqual(
      codesOf(await send({ query: text, variables: { first: 101 } })),
    )
    expect(codesOf(await send({ ...hashOf(text), variables: { first: 'x' } }))).toEqual([400, 'GRAPHQL_INVALID'])
  })

  test('a mutation is repeated under its Idempotency-Key, by its hash or by its text', async () => {
    const text = 'mutation Make($input: CreateIdentityInput!) { createIdentity(input: $input) { id } }'
    const variables = { input: { type: 'USER' } }
    await register(text, owner.key, { variables })
    const headers = { 'idempotency-key': 'persisted-1' }
    const first = await send({ ...hashOf(text), variables }, owner.key, headers)
    const second = await send({ query: text, variables }, owner.key, headers)
    expect(first.body.data.createIdentity.id).toMatch(/^idn_/)
    expect(second.body).toEqual(first.body)
    const query = new URLSearchParams({
      extensions: JSON.stringify(hashOf(text).extensions),
      variables: JSON.stringify(variables),
    })
    const got = await server.send('GET', `/graphql?${query}`, { key: owner.key })
    expect(got.status).toBe(405)
  })
})

describe('nothing is kept', () => {
  test.each([
    ['of what does not parse', '{ viewer {'],
    ['of what is not valid', '{ viewer { nothing } }'],
    ['of what is too large', `{ ${Array.from({ length: 16 }, (_, n) => `a${n}: __typename`).join(' ')} }`],
    ['of an unknown operation', 'query A { viewer { id } } query B { viewer { id } }'],
  ])('%s', async (_, text) => {
    const refused = await register(text)
    expect(refused.status).toBe(400)
    expect(codesOf(await send(hashOf(text)))).toEqual(unknown)
  })

  test('of a mutation with a text of its own, which may be an address', async () => {
    const { id } = await registryOf(server, owner.key).identity()
    const text = `mutation { updateIdentity(id: "${id}", input: {}) { id } }`
    expect((await register(text)).body.data.updateIdentity).toEqual({ id })
    expect(codesOf(await send(hashOf(text)))).toEqual(unknown)
  })

  test('under a hash that is not the document’s, is malformed or of another version', async () => {
    const text = 'query Other { viewer { scopes } }'
    for (const body of [
      { query: text, ...named('0'.repeat(64)) },
      { query: text, ...named(sha256(text).toUpperCase()) },
      { query: text, ...named(sha256(text), 2) },
      { query: text, ...named(7) },
      { query: text, extensions: { persistedQuery: 'x' } },
      named('__proto__'),
      named(null),
      { query: 7, ...hashOf(text) },
      { query: '', ...hashOf(text) },
    ]) {
      expect({ body, codes: codesOf(await send(body)) }).toEqual({ body, codes: [400, 'GRAPHQL_INVALID'] })
    }
    expect(codesOf(await send(hashOf(text)))).toEqual(unknown)
  })

  test('without a key', async () => {
    const text = '{ __schema { queryType { name } } }'
    for (const body of [{ query: text, ...hashOf(text) }, hashOf(text)])
      expect(codesOf(await send(body, ''))).toEqual([401, 'API_KEY_MISSING'])
    expect(codesOf(await send(hashOf(text)))).toEqual(unknown)
  })
})

describe('what is kept', () => {
  const caller = (consumerId: string, livemode = false) => ({ consumerId, livemode }) as Caller
  const documents = (count: number, size: number) =>
    Array.from({ length: count }, (_, n) => `query Q${n} { viewer { id } } #`.padEnd(size, 'x'))
  const entry = (text: string) => ({ hash: sha256(text), text })

  test('has a bound for each consumer, in documents and in bytes, and who fills it harms nobody else', () => {
    const store = createPersistedQueries({ bytes: 10_000, documents: 10, consumers: 4 })
    const mine = entry('{ viewer { id } }')
    store.keep(caller('neighbour'), mine)
    for (const size of [100, 1_500]) {
      const sent = documents(1_000, size).map(entry)
      for (const one of sent) store.keep(caller('greedy'), one)
      const kept = sent.filter(({ hash }) => store.find(caller('greedy'), hash) !== undefined)
      expect(kept).toEqual(sent.slice(-Math.min(10, Math.floor(10_000 / size))))
    }
    expect(store.find(caller('neighbour'), mine.hash)).toBe(mine.text)
    expect(store.find(caller('neighbour', true), mine.hash)).toBeUndefined()
  })

  test('has a bound in all: the share that was used longest ago goes first', () => {
    const store = createPersistedQueries({ bytes: 10_000, documents: 10, consumers: 3 })
    const mine = entry('{ viewer { id } }')
    for (const name of ['a', 'b', 'c']) store.keep(caller(name), mine)
    store.find(caller('a'), mine.hash)
    store.keep(caller('d'), mine)
    const found = ['a', 'b', 'c', 'd'].filter((name) => store.find(caller(name), mine.hash) !== undefined)
    expect(found).toEqual(['a', 'c', 'd'])
    expect(persistedBounds.bytes * persistedBounds.consumers).toBeLessThanOrEqual(64 * 1024 * 1024)
  })
})
