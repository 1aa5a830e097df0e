import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createSchema } from '../../../src/surfaces/graphql/schema.ts'
import { readTrustedDocuments } from '../../../src/surfaces/graphql/trusted-documents.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

const listed = 'query Me { viewer { id } }'
const other = '{ viewer { name } }'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(inject('postgres').scratch, 'trusted-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function manifest(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const apollo = (operations: unknown) => ({ format: 'apollo-persisted-query-manifest', version: 1, operations })
const formats = [
  ['hashes', { [sha256(listed)]: listed }, sha256(listed)],
  ["Apollo's manifest", apollo([{ id: 'me-1', name: 'Me', type: 'query', body: listed }]), 'me-1'],
] as const

describe.each(formats)('with a manifest of %s', (format, content, id) => {
  let server: TestServer
  let key: string
  let router: string
  beforeAll(async () => {
    const path = manifest(`${format.length}.json`, content)
    server = await startTestServer({ env: { TRUSTED_DOCUMENTS: path, INTROSPECTION: 'off' } })
    key = (await server.key()).key
    router = (await server.key({ router: true })).key
  })
  afterAll(() => server.close())

  const send = (body: unknown, used: string | undefined = key) =>
    server.send('POST', '/graphql', { ...(used ? { key: used } : {}), body })
  const persisted = (hash: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash: hash } } })

  test('a listed document runs by its id in either place, by its text, and over GET', async () => {
    for (const body of [persisted(id), { documentId: id }, { query: listed }, { query: listed, ...persisted(id) }]) {
      const answer = await send(body)
      expect({ body, status: answer.status, data: answer.body.data }).toEqual({
        body,
        status: 200,
        data: { viewer: { id: expect.stringMatching(/^apc_/) } },
      })
    }
    const query = new URLSearchParams({ extensions: JSON.stringify(persisted(id).extensions) })
    const answer = await server.send('GET', `/graphql?${query}`, { key, headers: { 'apollo-require-preflight': '1' } })
    expect({ status: answer.status, data: answer.body.data }).toEqual({
      status: 200,
      data: { viewer: expect.anything() },
    })
  })

  test('any other document is document_unknown, with any id or hash', async () => {
    for (const body of [
      { query: other },
      { query: ` ${listed}` },
      { query: other, ...persisted(id) },
      { query: other, documentId: id },
      { query: listed, ...persisted('0'.repeat(64)) },
      { query: '{ __schema { types { name } } }' },
      { query: '{ _service { sdl } }' },
      { query: '{' },
      persisted('0'.repeat(64)),
      persisted('__proto__'),
      { documentId: 'constructor' },
      { documentId: 7 },
      {},
    ]) {
      const answer = await send(body)
      expect({ body, status: answer.status, code: answer.body.errors?.[0].extensions.code }).toEqual({
        body,
        status: 400,
        code: 'DOCUMENT_UNKNOWN',
      })
    }
  })

  test("a router's key may send unlisted queries, and the limits still hold for it", async () => {
    expect((await send({ query: other }, router)).body).toEqual({ data: { viewer: { name: 'owner' } } })
    // A federation router plans this query for a field of another subgraph.
    const fetched = await send(
      {
        query:
          'query($representations:[_Any!]!){_entities(representations:$representations){...on Resolution{identityId}}}',
        variables: { representations: [{ __typename: 'Resolution', alias: '@nobody' }] },
      },
      router,
    )
    expect(fetched.body).toEqual({ data: { _entities: [null] } })
    const aliases = Array.from({ length: 16 }, (_, index) => `a${index}: __typename`).join(' ')
    const refused = await send({ query: `{ ${aliases} }` }, router)
    expect({ status: refused.status, code: refused.body.errors[0].extensions.code }).toEqual({
      status: 400,
      code: 'GRAPHQL_TOO_COMPLEX',
    })
  })

  test('without a key it is the key that is missed', async () => {
    const answer = await send({ query: other }, '')
    expect({ status: answer.status, code: answer.body.errors[0].extensions.code }).toEqual({
      status: 401,
      code: 'API_KEY_MISSING',
    })
  })
})

test('while introspection is on it runs unlisted, and nothing runs beside it', async () => {
  const path = manifest('open.json', { [sha256(listed)]: listed })
  const server = await startTestServer({ env: { TRUSTED_DOCUMENTS: path, INTROSPECTION: 'on' } })
  try {
    const { key } = await server.key()
    for (const query of ['{ __schema { types { name } } }', '{ _service { sdl } }']) {
      expect((await server.graphql(key, query)).status).toBe(200)
    }
    for (const query of [other, '{ __typename viewer { name } }', '{ ...a } fragment a on Query { viewer { name } }']) {
      const answer = await server.graphql(key, query)
      expect({ status: answer.status, code: answer.body.errors[0].extensions.code }).toEqual({
        status: 400,
        code: 'DOCUMENT_UNKNOWN',
      })
    }
  } finally {
    await server.close()
  }
})

test.each<[string, unknown]>([
  ['no JSON', '{'],
  ['a list', []],
  ['a hash of another document', { [sha256(other)]: listed }],
  ['a document that the schema does not answer', { [sha256('{ nothing }')]: '{ nothing }' }],
  ['a document that does not parse', { [sha256('{')]: '{' }],
  ['another version', { ...apollo([]), version: 2 }],
  ['an operation without a body', apollo([{ id: 'a' }])],
])('a manifest with %s keeps the service from starting, with one sentence', (name, content) => {
  const path = manifest(`${name.length}-bad.json`, content)
  expect(() => readTrustedDocuments(path, createSchema())).toThrow(/^TRUSTED_DOCUMENTS[^\n]+$/)
})
