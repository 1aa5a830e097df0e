import { buildSchema } from 'graphql'
import { beforeAll, expect, test } from 'vitest'
import { requireRows } from '../../../src/surfaces/operation-rows.ts'
import { registryOf } from '../../support/registry.ts'
import { forTests, startTestServer } from '../../support/server.ts'

let narrow: string
let identity: string
let alias: string
const responseType = 'application/graphql-response+json'
const server = forTests(startTestServer)
beforeAll(async () => {
  const { key } = await server.key()
  const mine = registryOf(server, { key })
  identity = (await mine.identity()).id
  alias = (await mine.username(identity)).id
  narrow = (await server.key({ scopes: ['webhooks:read'] })).key
})

const ask = (query: string, accept: string, variables: object = {}) =>
  server.send('POST', '/graphql', { key: narrow, headers: { accept }, body: { query, variables } })

const entities = 'query ($of: [_Any!]!) { _entities(representations: $of) { __typename } }'
const refused = (): [string, string, object?][] => [
  ['one query', '{ resolve(input: { alias: "@a" }) { type } }'],
  ['a list', '{ consentGrants(role: OWNER) { edges { cursor } } }'],
  ['two queries', `{ aliases { edges { cursor } } identity(id: "${identity}") { id } }`],
  ['node', `{ node(id: "${alias}") { id } }`],
  ['nodes', `{ nodes(ids: ["${alias}", "${identity}"]) { id } }`],
  [
    '_entities',
    entities,
    {
      of: [
        { __typename: 'Alias', id: alias },
        { __typename: 'Resolution', alias: '@a' },
      ],
    },
  ],
  ['a mutation', 'mutation { createIdentity(input: { type: USER }) { id } }'],
  ['what is skipped beside it', '{ viewer @skip(if: true) { id } resolve(input: { alias: "@a" }) { type } }'],
]

test('an operation whose every root field lacks its scope runs nothing, and answers errors without data', async () => {
  const count = async () => (await server.app.pool.query('select count(*)::int as n from identity')).rows[0].n
  const before = await count()
  for (const [name, query, variables] of refused()) {
    for (const again of [1, 2]) {
      const asJson = await ask(query, 'application/json', variables)
      const asResponse = await ask(query, responseType, variables)
      expect([name, again, asJson.status, asResponse.status]).toEqual([name, again, 200, 403])
      for (const { body } of [asJson, asResponse]) {
        expect(Object.keys(body), name).toEqual(['errors'])
        expect(body.errors[0].extensions, name).toMatchObject({
          code: 'SCOPE_MISSING',
          requestId: expect.stringMatching(/^req_/),
        })
      }
    }
  }
  expect(await count()).toBe(before)
})

test('an operation with one root field that may run answers it, and null for the others', async () => {
  const mixed = '{ viewer { id } alias: resolve(input: { alias: "@a" }) { type } }'
  const parts = entities.replace('{ _entities', '{ webhooks { edges { cursor } } _entities')
  for (const accept of ['application/json', responseType]) {
    const { status, body } = await ask(mixed, accept)
    expect([status, body.errors.length]).toEqual([200, 1])
    const asked = await ask(parts, accept, { of: [{ __typename: 'Alias', id: alias }] })
    expect([asked.status, asked.body.data?.webhooks]).toEqual([200, { edges: [] }])
  }
})

test.each(['type Query { newField: String }', 'type Query { viewer: Int } type Mutation { newField: String }'])(
  'a field of the schema without a row of operations.ts does not start: %s',
  (sdl) => {
    expect(() => requireRows(buildSchema(sdl))).toThrow(/no row for \w+\.newField/)
  },
)
