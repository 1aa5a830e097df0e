import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let key: string
beforeAll(async () => {
  server = await startTestServer()
  key = (await server.key()).key
})
afterAll(() => server.close())

const post = (body: unknown, headers: Record<string, string> = {}) =>
  server.send('POST', '/graphql', { key, body, headers })

/** Status and codes; every error carries the id of the request. */
function refusal({ status, headers, body }: Answer): { status: number; codes: string[] } {
  for (const { extensions } of body.errors) expect(extensions.requestId).toBe(headers.get('request-id'))
  return { status, codes: body.errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code) }
}

test('200: a miss is null and one error, and its neighbours are answered', async () => {
  const miss = await server.graphql(key, '{ resolve(input: { alias: "@nobody" }) { alias } viewer { livemode } }')
  expect(miss.body).toEqual({
    errors: [
      {
        message: 'No alias matches.',
        locations: [{ line: 1, column: 3 }],
        path: ['resolve'],
        extensions: { code: 'ALIAS_NOT_FOUND', type: 'not_found_error', requestId: miss.headers.get('request-id') },
      },
    ],
    data: { resolve: null, viewer: { livemode: false } },
  })
  expect(miss.status).toBe(200)
})

describe('401', () => {
  test('without a key, errors and no data', async () => {
    const answer = await server.graphql(undefined, '{ viewer { id } }')
    expect(refusal(answer)).toEqual({ status: 401, codes: ['API_KEY_MISSING'] })
    expect(answer.body).not.toHaveProperty('data')
    expect(answer.text).not.toContain('param')
  })

  test('a malformed key is refused even for what answers without one', async () => {
    expect(refusal(await server.graphql('spk_test_no', '{ __typename }'))).toEqual({
      status: 401,
      codes: ['API_KEY_INVALID'],
    })
  })

  test('one field that needs a key refuses the whole operation, also behind a fragment', async () => {
    const hidden = '{ __typename ...A } fragment A on Query { ... { ...B } } fragment B on Query { viewer { id } }'
    expect(refusal(await server.graphql(undefined, hidden)).status).toBe(401)
    expect(refusal(await server.graphql(undefined, '{ __type(name: "Query") { name } }')).status).toBe(401)
    expect(
      refusal(await server.graphql(undefined, 'mutation { __typename revokeConsent(id: "x") { id } }')).status,
    ).toBe(401)
  })

  test('a key in the address is refused, whoever sends it', async () => {
    for (const headers of [{}, { accept: 'text/html' }, { authorization: `Bearer ${key}` }]) {
      const answer = await server.send('GET', `/graphql?query={__typename}&key=${key}`, { headers })
      expect(refusal(answer)).toEqual({ status: 401, codes: ['API_KEY_INVALID'] })
    }
  })
})

test('without a key __schema, __typename and _service answer', async () => {
  const query = '{ __typename __schema { queryType { name } } _service { sdl } }'
  const { status, body } = await server.graphql(undefined, query)
  expect(status).toBe(200)
  expect(body.data._service.sdl).toContain('type Resolution')
})

describe('400: what is not understood says so and repeats nothing that was sent', () => {
  const canary = 'canary7Xq'
  test.each([
    ['a document that does not parse', `{ resolve(input: { alias: "${canary}" } "${canary}" `, {}],
    ['a literal of the wrong type', `{ resolve(input: { alias: "x", type: ${canary} }) { alias } }`, {}],
    ['a literal of the wrong kind', `{ resolve(input: "${canary}") { alias } }`, {}],
    ['a bad date', `mutation { createApiKey(input: { scopes: [], expiresAt: "${canary}" }) { key } }`, {}],
    ['an int that is text', `{ identities(first: "${canary}") { edges { cursor } } }`, {}],
    ['a variable of the wrong type', 'query ($i: ResolveInput!) { resolve(input: $i) { alias } }', { i: canary }],
    [
      'a variable with an unknown member',
      'query ($i: ResolveInput!) { resolve(input: $i) { alias } }',
      { i: { alias: 'x', [canary]: 1 } },
    ],
    [
      'an enum variable',
      'query ($t: AliasType!) { resolve(input: { type: $t, value: "x" }) { alias } }',
      { t: canary },
    ],
    ['a number variable', 'query ($n: Int) { identities(first: $n) { edges { cursor } } }', { n: canary }],
    [
      'a date variable',
      'mutation ($d: DateTime) { createApiKey(input: { scopes: [], expiresAt: $d }) { key } }',
      { d: canary },
    ],
  ])('%s', async (_, query, variables) => {
    const answer = await server.graphql(key, query, variables)
    const { status, codes } = refusal(answer)
    expect(status).toBe(400)
    expect(new Set(codes)).toEqual(new Set(['GRAPHQL_INVALID']))
    expect(answer.text).not.toContain(canary)
    expect(answer.body).not.toHaveProperty('data')
  })

  test('an unknown operation name', async () => {
    const answer = await post({ query: 'query A { __typename } query B { __typename }', operationName: canary })
    expect(refusal(answer)).toEqual({ status: 400, codes: ['GRAPHQL_INVALID'] })
    expect(answer.text).not.toContain(canary)
  })

  test.each([
    ['a batch', [{ query: '{ __typename }' }]],
    ['an empty body', {}],
    ['null', 'null'],
    ['variables that are text', { query: '{ __typename }', variables: '{}' }],
    ['a query that is no text', { query: 7 }],
  ])('%s', async (_, body) => {
    expect(refusal(await post(body))).toEqual({ status: 400, codes: ['GRAPHQL_INVALID'] })
  })

  test('what is not JSON', async () => {
    expect(refusal(await post('{'))).toEqual({ status: 400, codes: ['INVALID_JSON'] })
  })
})

describe('what a page on another origin could send unasked is refused', () => {
  test.each(['text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'])(
    'POST as %s',
    async (type) => {
      const answer = await post('{"query":"{ __typename }"}', { 'content-type': type })
      expect(refusal(answer)).toEqual({ status: 415, codes: ['CONTENT_TYPE_UNSUPPORTED'] })
    },
  )

  test('GET without a header that needs a preflight', async () => {
    const answer = await server.send('GET', '/graphql?query={__typename}')
    expect(refusal(answer)).toEqual({ status: 400, codes: ['GRAPHQL_INVALID'] })
    expect(answer.body.errors[0].message).toContain('apollo-require-preflight')
  })
})

describe('405', () => {
  test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s', async (method) => {
    const answer = await server.send(method, '/graphql', { key })
    expect(refusal(answer)).toEqual({ status: 405, codes: ['METHOD_NOT_ALLOWED'] })
    expect(answer.headers.get('allow')).toBe('GET, POST')
  })

  test('a mutation over GET', async () => {
    const answer = await server.send('GET', '/graphql?query=mutation{__typename}', { key })
    expect(refusal(answer).status).toBe(405)
    expect(answer.headers.get('allow')).toBe('POST')
  })
})

describe('in production', () => {
  let production: TestServer
  let theirKey: string
  beforeAll(async () => {
    production = await startTestServer({ env: { NODE_ENV: 'production' } })
    theirKey = (await production.key()).key
  })
  afterAll(() => production.close())

  test.each(['{ __schema { queryType { name } } }', '{ __type(name: "Query") { name } }'])('400: %s', async (query) => {
    expect(refusal(await production.graphql(theirKey, query))).toEqual({ status: 400, codes: ['GRAPHQL_INVALID'] })
  })

  test('no hints at the names of the schema', async () => {
    const { text } = await production.graphql(theirKey, '{ viewe { id } }')
    expect(text).toContain('Cannot query field')
    expect(text).not.toMatch(/did you mean|viewer/i)
  })

  test('INTROSPECTION=on overrules it', async () => {
    const open = await startTestServer({ env: { NODE_ENV: 'production', INTROSPECTION: 'on' } })
    try {
      expect((await open.graphql(undefined, '{ __schema { queryType { name } } }')).status).toBe(200)
    } finally {
      await open.close()
    }
  })
})
