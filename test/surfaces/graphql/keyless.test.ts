import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderForTests } from '../../support/folder.ts'
import { type Answer, startTestServer, type TestServer } from '../../support/server.ts'

const folder = folderForTests('keyless')
const listed = 'query Me { viewer { id } }'
const manifest = join(folder, 'trusted.json')
writeFileSync(manifest, JSON.stringify({ [createHash('sha256').update(listed).digest('hex')]: listed }))

const failures = 3
const env = { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1', RATE_LIMIT_UNAUTHENTICATED: `${failures} + 1/min` }
const now = Date.now()
let open: TestServer
let trusted: TestServer
beforeAll(async () => {
  const clock = () => now
  open = await startTestServer({ env, clock })
  trusted = await startTestServer({ env: { ...env, TRUSTED_DOCUMENTS: manifest, INTROSPECTION: 'off' }, clock })
})
afterAll(() => Promise.all([open.close(), trusted.close()]))

let networks = 0
/** Returns a network without earlier requests. */
const newNetwork = () => ({ 'x-forwarded-for': `198.18.${networks++}.7` })
const codeOf = ({ body }: Answer): string => body.errors[0].extensions.code

type Sent = { method?: string; path?: string; body?: unknown; headers?: Record<string, string> }
const send = (server: TestServer, { method = 'POST', path = '/graphql', body, headers = {} }: Sent, network: object) =>
  server.send(method, path, { body, headers: { ...headers, ...network } })

const query = (text: string): Sent => ({ body: { query: text } })
/** The longest description that tools ask for. */
const introspection = getIntrospectionQuery()
const lines = `{ ${Array.from({ length: 100 }, (_, index) => `nothing${index}`).join(' ')} ${'\n'.repeat(60_000)} }`
const notRun: [string, Sent][] = [
  ['an introspection', query(introspection)],
  ['the name of a type', query('{ __typename }')],
  ['the SDL of a subgraph', query('{ _service { sdl } }')],
  ['a field that needs a key', query('{ viewer { id } }')],
  ['an unknown field', query('{ nothing }')],
  ['no grammar', query('{')],
  ['an operation that is not there', { body: { query: '{ __typename }', operationName: 'Other' } }],
  [
    'a variable that is missing',
    query('query ($a: Int!) { __typename @include(if: true) __schema { types { name @skip(if: $a) } } }'),
  ],
  ['2 kB and a byte', query(`{ __typename }${' '.repeat(2_048 - 13)}`)],
  ['120 kB of lines', query(lines)],
  ['a document by an id that nobody has', { body: { documentId: 'nobody' } }],
  ['a persisted query', { body: { extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } } }],
  ['a batch', { body: [{ query: '{ __typename }' }] }],
  ['no JSON', { body: '{"query":' }],
  ['an empty body', { body: {} }],
  ['another content type', { body: '{}', headers: { 'content-type': 'text/plain' } }],
  ['GET', { method: 'GET', path: '/graphql?query={viewer{id}}', headers: { 'apollo-require-preflight': '1' } }],
  ['GET that the CSRF check refuses', { method: 'GET', path: '/graphql?query={__typename}' }],
  ['aliases of a description', query('{ __schema { a: types { name } b: types { name } } }')],
  ['lists in lists', query('{ __schema { types { fields { args { type { fields { name } } } } } } }')],
]

describe.each<[string, () => TestServer]>([
  ['any document', () => open],
  ['trusted documents', () => trusted],
])('with %s', (_, serverOf) => {
  test.each(notRun)('%s without a key is 401 and counts as a failed authentication', async (_, sent) => {
    const network = newNetwork()
    for (let count = 0; count < failures; count++) {
      const answer = await send(serverOf(), sent, network)
      expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 401, code: 'API_KEY_MISSING' })
      expect(answer.body.data).toBeUndefined()
    }
    const answer = await send(serverOf(), sent, network)
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 429, code: 'RATE_LIMITED' })
    expect(answer.headers.get('retry-after')).toBe('60')
  })
})

test('pages and health pages need no key', async () => {
  const network = newNetwork()
  const read = async (path: string) => (await send(open, { method: 'GET', path }, network)).status
  for (const path of ['/schema.graphql', '/openapi.json', '/healthz', '/readyz']) expect(await read(path)).toBe(200)
})

describe('with a key', () => {
  const filled = (length: number) => `{ __typename }${' '.repeat(length - 14)}`
  test.each<[string, string, number]>([
    ['16 kB', filled(16 * 1024), 200],
    ['16 kB and a byte', filled(16 * 1024 + 1), 400],
    ['16 kB and a byte, in characters of three', `{ __typename } #${'€'.repeat(5_460)}`, 400],
    ['500 lines', `{ __typename }${'\n'.repeat(499)}`, 200],
    ['501 lines', `{ __typename }${'\r'.repeat(500)}`, 400],
    ['500 lines of two bytes each', `{ __typename }${'\r\n'.repeat(499)}`, 200],
  ])('a document of %s', async (_, text, status) => {
    const { key } = await open.key({ consumer: `consumer ${status}` })
    const answer = await open.graphql(key, text)
    expect({ status: answer.status, code: answer.body.errors?.[0].extensions.code }).toEqual({
      status,
      code: status === 200 ? undefined : 'GRAPHQL_TOO_COMPLEX',
    })
  })

  test('a document with a hundred mistakes gets a few errors', async () => {
    const { key } = await open.key()
    const fields = Array.from({ length: 100 }, (_, index) => `nothing${index}`).join('\n')
    const answer = await open.graphql(key, `{ ${fields} }`)
    expect(answer.status).toBe(400)
    expect(answer.body.errors.length).toBeLessThanOrEqual(6)
  })
})
