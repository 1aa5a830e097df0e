import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ApolloServer } from '@apollo/server'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { registryOf } from '../../support/registry.ts'
import { type Answer, type Key, startTestServer, type TestServer } from '../../support/server.ts'

/**
 * Operations whose document was validated before run without Apollo's pipeline: these tests hold that way against Apollo's,
 * answer by answer.
 */

const disclosed =
  'endpoints { __typename id type capabilities { asset network rail } ... on DisclosedCryptoWallet { address } ... on DisclosedBankAccount { last4 token } }'
const documents = {
  single: `query One($input: ResolveInput!) { resolve(input: $input) { alias identityId type matchedAlias { type value } ${disclosed} disclosure { consumer totalEndpoints disclosed } livemode requestId } }`,
  bulk: `query Many($items: [ResolveInput!]!) { resolveBulk(items: $items) { alias status identityId ${disclosed} error { type code } } }`,
  entities: `query ($r: [_Any!]!) { _entities(representations: $r) { __typename ... on Resolution { alias identityId ...Shown } } } fragment Shown on Resolution { ${disclosed} }`,
  two: '{ a: resolve(input: { alias: "@ada.short" }) { identityId } b: resolve(input: { alias: "@nobody.short" }) { identityId } viewer { id scopes livemode } }',
  paged:
    'query ($first: Int = 2, $with: Boolean!) { identities(first: $first) { edges { cursor node { id createdAt type status aliases(first: 3) @include(if: $with) { edges { node { value privacyLevel isPrimary } } } } } pageInfo { hasNextPage endCursor } } }',
  byId: 'query ($id: ID!) { node(id: $id) { __typename id ... on Identity { displayName } } }',
  writing: 'mutation ($input: CreateIdentityInput!) { createIdentity(input: $input) { type status } }',
  introspecting: '{ __schema { queryType { name } } }',
  several: 'query A { viewer { id } } query B { viewer { name } }',
} satisfies Record<string, string>
type Document = keyof typeof documents

const idOf = (name: Document) => createHash('sha256').update(documents[name]).digest('hex')
const spy = vi.spyOn(ApolloServer.prototype, 'executeHTTPGraphQLRequest')

describe.each(['trusted', 'ad hoc'] as const)('%s documents', (kind) => {
  let folder: string
  let server: TestServer
  let owner: Key
  let payer: Key
  let identity: string

  beforeAll(async () => {
    folder = mkdtempSync(join(inject('postgres').scratch, 'trusted-'))
    const path = join(folder, 'documents.json')
    const manifest = Object.entries(documents).map(([name, text]) => [idOf(name as Document), text])
    writeFileSync(path, JSON.stringify(Object.fromEntries(manifest)))
    server = await startTestServer({ env: kind === 'trusted' ? { TRUSTED_DOCUMENTS: path, INTROSPECTION: 'off' } : {} })
    owner = await server.key()
    payer = await server.key({ consumer: 'payer', scopes: ['resolve'] })
    const registry = registryOf(server, owner)
    identity = (await registry.identity()).id
    await registry.identity()
    await registry.identity()
    await registry.wallet(identity)
    await registry.username(identity, 'ada.short')
    await registry.username(identity, 'secret.short', { privacy_level: 'private' })
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })

  const send = (name: Document, key: string | undefined, more: object, headers = {}) =>
    server.send('POST', '/graphql', {
      ...(key ? { key } : {}),
      headers,
      body: { ...(kind === 'trusted' ? { documentId: idOf(name) } : { query: documents[name] }), ...more },
    })

  /** Apollo's way: the same, but what the client accepts is left to Apollo to agree on. */
  const apollos = { accept: 'application/json, text/plain;q=0.1' }

  const comparable = ({ status, headers, text }: Answer) => ({
    status,
    headers: [...headers].filter(([name]) => !['date', 'request-id'].includes(name)).sort(),
    text: text.replaceAll(/req_\w{26}/g, 'req'),
  })

  async function bothWays(name: Document, more: object, key: string | undefined) {
    // A document comes Apollo's way once, whatever becomes of it then; a key without any of its scopes runs nothing of it.
    await send(name, name === 'writing' ? payer.key : owner.key, more)
    spy.mockClear()
    const short = await send(name, key, more)
    const took = spy.mock.calls.length === 0 ? 'short' : 'Apollo'
    const long = await send(name, key, more, apollos)
    expect(spy).toHaveBeenCalled()
    expect(comparable(short)).toEqual(comparable(long))
    return { took, short }
  }

  const items = [
    { alias: '@ada.short' },
    { alias: '@secret.short' },
    { alias: '@nobody.short' },
    { alias: 'not an alias' },
  ]
  const references = ['@ada.short', '@secret.short', 7, null].map((alias) => ({ __typename: 'Resolution', alias }))

  test.each<[string, Document, object]>([
    ['one alias', 'single', { variables: { input: { alias: '@ada.short' } } }],
    ['one by type and value', 'single', { variables: { input: { type: 'USERNAME', value: 'ADA.short' } } }],
    ['a miss', 'single', { variables: { input: { alias: '@nobody.short' } } }],
    ['a private alias', 'single', { variables: { input: { alias: '@secret.short' } } }],
    ['a malformed alias', 'single', { variables: { input: { alias: '???' } } }],
    ['conflicting forms', 'single', { variables: { input: { alias: '@a.b', type: 'USERNAME', value: 'a.b' } } }],
    ['its own operation name', 'single', { operationName: 'One', variables: { input: { alias: '@ada.short' } } }],
    ['a hundred', 'bulk', { variables: { items: [...items, ...items] } }],
    ['none', 'bulk', { variables: { items: [] } }],
    ['a single item in the place of a list', 'bulk', { variables: { items: items[0] } }],
    ['references', 'entities', { variables: { r: references } }],
    ['a hit beside a miss', 'two', {}],
    ['null variables', 'two', { variables: null, extensions: null }],
    ['one of several operations', 'several', { operationName: 'B' }],
    ['variables that cannot be coerced', 'single', { variables: { input: { alias: 7 } } }],
    ['a variable that is missing', 'single', {}],
    ['a reference of no entity', 'entities', { variables: { r: [{ __typename: 'Nobody' }] } }],
    ['a mutation without the scope', 'writing', { variables: { input: { type: 'USER' } } }],
  ])('%s: the fast path and Apollo answer byte for byte alike', async (_, name, more) => {
    const { took } = await bothWays(name, more, payer.key)
    expect(took).toBe('short')
  })

  test.each<[string, Document, object]>([
    ['nested pages with a directive', 'paged', { variables: { with: true } }],
    ['nested pages left out', 'paged', { variables: { first: 1, with: false } }],
    ['a node', 'byId', { variables: { id: 'idn_00000000000000000000000000' } }],
    ['a page that is too large', 'paged', { variables: { first: 1_000, with: true } }],
  ])("%s of an owner's: the fast path and Apollo answer alike", async (_, name, more) => {
    const { took } = await bothWays(name, more, owner.key)
    expect(took).toBe('short')
  })

  test('a node that is there has its type and fields', async () => {
    const { took, short } = await bothWays('byId', { variables: { id: identity } }, owner.key)
    expect({ took, data: short.body.data.node }).toMatchObject({
      took: 'short',
      data: { __typename: 'Identity', id: identity },
    })
  })

  test.each<[string, Document, object]>([
    ['variables that are a list', 'single', { variables: [] }],
    ['variables that are text', 'single', { variables: '{}' }],
    ['another operation name', 'single', { operationName: 'Two', variables: { input: { alias: '@ada.short' } } }],
  ])('%s goes the way of Apollo, which answers it', async (_, name, more) => {
    const { took } = await bothWays(name, more, payer.key)
    expect(took).toBe('Apollo')
  })

  test('introspection is answered alike where it is on, and never cached where it is off', async () => {
    const { took, short } = await bothWays('introspecting', {}, payer.key)
    expect([took, short.status]).toEqual(kind === 'trusted' ? ['Apollo', 400] : ['short', 200])
  })

  test('a miss on the fast path waits for the release step as on any other', async () => {
    const steps = server.app.quantise.counts.bulk
    const before = steps.released
    await send('single', payer.key, { variables: { input: { alias: '@secret.short' } } })
    await send('entities', payer.key, { variables: { r: references } })
    expect(steps.released - before).toBe(2)
    await send('single', payer.key, { variables: { input: { alias: '@ada.short' } } })
    expect(steps.released - before).toBe(2)
  })
})

test('a mutation with a literal text is not cached: it may be an address', async () => {
  const server = await startTestServer()
  try {
    const { key } = await server.key()
    for (const [input, calls] of [
      ['{ type: USER, displayName: "Ada" }', 1],
      ['{ type: USER }', 0],
    ] as const) {
      const query = `mutation { createIdentity(input: ${input}) { type } }`
      await server.graphql(key, query)
      spy.mockClear()
      expect((await server.graphql(key, query)).status).toBe(200)
      expect(spy).toHaveBeenCalledTimes(calls)
    }
  } finally {
    await server.close()
  }
})

test('ad-hoc documents are cached up to a limit, and long ones never', async () => {
  const server = await startTestServer()
  try {
    const { key } = await server.key()
    const took = async (query: string) => {
      spy.mockClear()
      const { status } = await server.graphql(key, query)
      return { status, calls: spy.mock.calls.length }
    }
    const numbered = (n: number) => `query Q${n} { viewer { id } }`
    const long = `{ viewer { id } } ${'#'.repeat(8 * 1024)}`
    expect(await took(numbered(0))).toEqual({ status: 200, calls: 1 })
    expect(await took(numbered(0))).toEqual({ status: 200, calls: 0 })
    await took(long)
    expect(await took(long)).toEqual({ status: 200, calls: 1 })
    for (let n = 1; n <= 500; n++) await took(numbered(n))
    expect(await took(numbered(500))).toEqual({ status: 200, calls: 0 })
    expect(await took(numbered(0))).toEqual({ status: 200, calls: 1 })
  } finally {
    await server.close()
  }
})
