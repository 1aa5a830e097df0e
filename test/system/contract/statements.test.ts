import { afterAll, beforeAll, expect, test } from 'vitest'
import { createResolutionFacts } from '../../../src/resolution/batching.ts'
import { createResolution } from '../../../src/resolution/service.ts'
import { freshName, registryOf } from '../../support/registry.ts'
import { type Answer, type Key, startTestServer, type TestServer } from '../../support/server.ts'
import { countStatements } from '../../support/statement-log.ts'

let server: TestServer
let owner: Key
let names: string[]
let identities: string[]
beforeAll(async () => {
  // Its clock stands still, so that no key has to be looked up again in the middle of a count.
  const now = Date.now()
  server = await startTestServer({ clock: () => now })
  owner = await server.key()
  const mine = registryOf(server, owner)
  identities = await Promise.all(Array.from({ length: 10 }, async () => (await mine.identity()).id))
  names = []
  for (const identity of identities) {
    await Promise.all([mine.wallet(identity), mine.account(identity)])
    for (let n = 0; n < 10; n++) names.push((await mine.username(identity, freshName('canary'))).value)
  }
  await mine.grant(identities[0]!, owner.consumer)
  // The first answer authenticates the key, which is then remembered.
  await mine.resolve(names[0]!)
})
afterAll(() => server.close())

const addresses = /0x5290|DE89|9EE7|3000/i

/** Statements on the registry. Key checks, heartbeats and audit records run beside it, whatever the request holds. */
const registry =
  /\b(?:from|join|into|update)\s+"?(?:identity|identity_record|alias|alias_record|alias_reservation|endpoint|consent_\w+)\b/i

/** Runs a request and holds PostgreSQL's own account of it to `limit` statements, none with a value in its text. */
async function requireStatements(run: () => Promise<Answer>, limit: number): Promise<Answer> {
  const { result, statements } = await countStatements(server.database.url, run)
  expect(statements.filter((text) => registry.test(text))).toHaveLength(limit)
  for (const text of statements) {
    expect(text).not.toMatch(/canary/)
    expect(text).not.toMatch(addresses)
  }
  return result
}

const bulk = (items: unknown[]) => server.send('POST', '/v1/resolve/bulk', { key: owner.key, body: { items } })
const bulkDocument = `query ($items: [ResolveInput!]!) { resolveBulk(items: $items) { status endpoints { id type ... on DisclosedBankAccount { last4 } } } }`
const entitiesDocument = `query ($of: [_Any!]!) { _entities(representations: $of) { ... on Resolution { identityId endpoints { id type } } } }`

test('REST: resolve is one statement, hit or miss', async () => {
  const hit = await requireStatements(() => registryOf(server, owner).resolve(names[3]!), 1)
  expect([hit.status, hit.body.endpoints.length]).toEqual([200, 2])
  const miss = await requireStatements(() => registryOf(server, owner).resolve('canary.unknown'), 1)
  expect(miss.status).toBe(404)
})

test.each([1, 100])('REST: a bulk resolve of %i items is one statement', async (count) => {
  const { body } = await requireStatements(() => bulk(names.slice(0, count)), 1)
  expect(body.results.filter(({ status }: { status: string }) => status === 'resolved')).toHaveLength(count)
})

test('REST: a bulk of hits, misses and malformed items is one statement', async () => {
  const { body } = await requireStatements(
    () => bulk([...names.slice(0, 50), ...names.slice(0, 30).map((name) => `${name}.no`), ...Array(20).fill(5)]),
    1,
  )
  expect(body.results).toHaveLength(100)
})

test('GraphQL: resolve is one statement, and several in one document share it', async () => {
  const one = await requireStatements(
    () =>
      server.graphql(owner.key, `query ($a: String!) { resolve(input: { alias: $a }) { identityId } }`, {
        a: names[0]!,
      }),
    1,
  )
  expect(one.body.data.resolve.identityId).toBe(identities[0])
  const five = ['a', 'b', 'c', 'd', 'e']
  const document = `query (${five.map((v) => `$${v}: String!`).join()}) { ${five.map((v) => `${v}: resolve(input: { alias: $${v} }) { identityId }`).join(' ')} }`
  const many = await requireStatements(
    () => server.graphql(owner.key, document, Object.fromEntries(five.map((v, n) => [v, names[n * 20]!]))),
    1,
  )
  expect(Object.values(many.body.data)).toHaveLength(5)
})

test.each([1, 100])('GraphQL: resolveBulk of %i items is one statement', async (count) => {
  const items = names.slice(0, count).map((alias) => ({ alias }))
  const { body } = await requireStatements(() => server.graphql(owner.key, bulkDocument, { items }), 1)
  expect(body.data.resolveBulk).toHaveLength(count)
  for (const entry of body.data.resolveBulk) expect([entry.status, entry.endpoints.length]).toEqual(['RESOLVED', 2])
})

test.each([1, 100])('federation: _entities of %i references is one statement', async (count) => {
  const of = names.slice(0, count).map((name) => ({ __typename: 'Resolution', alias: `@${name}` }))
  const { body } = await requireStatements(() => server.graphql(owner.key, entitiesDocument, { of }), 1)
  expect(body.data._entities.filter((entity: unknown) => entity !== null)).toHaveLength(count)
})

test.each([['Identity', 'id type', () => identities]])(
  'federation: 10 references to an %s are one statement',
  async (__typename, fields, ids) => {
    const of = ids().map((id) => ({ __typename, id }))
    const document = `query ($of: [_Any!]!) { _entities(representations: $of) { ... on ${__typename} { ${fields} } } }`
    const { body } = await requireStatements(() => server.graphql(owner.key, document, { of }), 1)
    expect(body.data._entities).toHaveLength(10)
  },
)

test('nested lists are batched: one statement a field, for any number of parents', async () => {
  const document = `query ($first: Int!) { identities(first: $first) { edges { node {
    primaryAlias { id } aliases(first: 3) { edges { node { id } } } endpoints(first: 3) { edges { node { id } } }
    consentGrants(first: 3) { edges { node { id } } }
  } } } }`
  for (const first of [1, 10]) {
    const { body } = await requireStatements(() => server.graphql(owner.key, document, { first }), 4)
    expect(body.data.identities.edges).toHaveLength(first)
  }
})

test('requests that arrive together share statements', async () => {
  const { statements } = await countStatements(server.database.url, () =>
    Promise.all(names.slice(0, 40).map((name) => registryOf(server, owner).resolve(name))),
  )
  expect(statements.filter((text) => registry.test(text)).length).toBeLessThan(40)
})

test('writes carry no value in the text of their statements', async () => {
  const mine = registryOf(server, owner)
  const { statements } = await countStatements(server.database.url, async () => {
    const name = freshName('canary')
    const alias = await mine.username(identities[0]!, name)
    const wallet = await mine.wallet(identities[0]!)
    await mine.patch(`/v1/endpoints/${wallet.id}`, { priority: 2 })
    await mine.remove(`/v1/endpoints/${wallet.id}`)
    await mine.remove(`/v1/aliases/${alias.id}`)
    await server.send('POST', '/v1/aliases', {
      key: owner.key,
      body: { identity: identities[0], type: 'username', value: name },
    })
  })
  expect(statements.length).toBeGreaterThan(20)
  for (const text of statements) {
    expect(text).not.toMatch(/canary/)
    expect(text).not.toMatch(addresses)
  }
})

test('a seeded N + 1 fails the same assertion', async () => {
  const { services, pool, keyring, limits } = server.app
  const honest = services.resolution
  services.resolution = createResolution({
    facts: createResolutionFacts(pool, { maxBatchSize: 1 }),
    keyring,
    limits,
    defaultRegion: undefined,
    record: async () => undefined,
  })
  try {
    await requireStatements(() => bulk(names.slice(0, 1)), 1)
    await expect(requireStatements(() => bulk(names), 1)).rejects.toThrow(/length/)
  } finally {
    services.resolution = honest
  }
})
