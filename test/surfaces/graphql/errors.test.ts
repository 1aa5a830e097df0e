import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registryForTests } from '../../support/registry.ts'
import { type Answer, startTestServer, type TestServer } from '../../support/server.ts'

const { server, owner } = registryForTests()

const post = (body: unknown, headers: Record<string, string> = {}) => owner.post('/graphql', body, headers)

/** Status and codes; every error carries the id of the request, and the page of its code. */
function refusal({ status, headers, body }: Answer): { status: number; codes: string[] } {
  for (const { extensions } of body.errors) {
    expect(extensions.requestId).toBe(headers.get('request-id'))
    expect(new URL(extensions.docUrl).hash).toBe(`#${extensions.code.toLowerCase()}`)
  }
  return { status, codes: body.errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code) }
}

test('200: a miss is null without an error, and its neighbours are answered', async () => {
  const miss = await owner.graphql('{ resolve(input: { alias: "@nobody" }) { alias } viewer { livemode } }')
  expect([miss.status, miss.text]).toEqual([200, '{"data":{"resolve":null,"viewer":{"livemode":false}}}\n'])
})

test('200: an error of one field has path, code and doc_url; its neighbours are answered', async () => {
  const wrong = await owner.graphql('{ resolve(input: { alias: "@" }) { alias } viewer { livemode } }')
  expect(wrong.body).toEqual({
    errors: [
      {
        message: 'The alias is too short.',
        locations: [{ line: 1, column: 3 }],
        path: ['resolve'],
        extensions: {
          requestId: wrong.headers.get('request-id'),
          code: 'ALIAS_TOO_SHORT',
          type: 'invalid_request_error',
          param: 'alias',
          docUrl: `http://localhost:${new URL(server.url).port}/docs/errors#alias_too_short`,
        },
      },
    ],
    data: { resolve: null, viewer: { livemode: false } },
  })
  expect(wrong.status).toBe(200)
})

describe('401', () => {
  test('without a key, errors and no data', async () => {
    const answer = await server.graphql(undefined, '{ viewer { id } }')
    expect(refusal(answer)).toEqual({ status: 401, codes: ['API_KEY_MISSING'] })
    expect(answer.body).not.toHaveProperty('data')
    expect(answer.text).not.toContain('param')
  })

  test('a malformed key is refused with any document', async () => {
    expect(refusal(await server.graphql('spk_test_no', '{ __typename }'))).toEqual({
      status: 401,
      codes: ['API_KEY_INVALID'],
    })
  })

  test.each([
    '{ __typename }',
    '{ __schema { queryType { name } } }',
    '{ __type(name: "Query") { name } }',
    '{ _service { sdl } }',
    '{ nothing }',
    '{',
    'mutation { __typename revokeConsent(id: "x") { id } }',
  ])('GraphQL answers nothing without a key, introspection included: %s', async (document) => {
    expect(refusal(await server.graphql(undefined, document))).toEqual({ status: 401, codes: ['API_KEY_MISSING'] })
  })

  test('a key in the URL is refused from every client', async () => {
    for (const headers of [{}, { accept: 'text/html' }, { authorization: `Bearer ${owner.key}` }]) {
      const answer = await server.send('GET', `/graphql?query={__typename}&key=${owner.key}`, { headers })
      expect(refusal(answer)).toEqual({ status: 401, codes: ['API_KEY_INVALID'] })
    }
  })
})

test('with a key __schema, __typename and _service answer', async () => {
  const query = '{ __typename __schema { queryType { name } } _service { sdl } }'
  const { status, body } = await owner.graphql(query)
  expect(status).toBe(200)
  expect(body.data._service.sdl).toContain('type Resolution')
})

describe('400: an invalid request is explained without repeating its input', () => {
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
    const answer = await owner.graphql(query, variables)
    const { status, codes } = refusal(answer)
    expect(status).toBe(400)
    expect(new Set(codes)).toEqual(new Set(['GRAPHQL_INVALID']))
    expect(answer.text).not.toContain(canary)
    expect(answer.body).not.toHaveProperty('data')
  })

  const one = 'query ($i: ResolveInput!) { resolve(input: $i) { alias } }'
  const made = 'mutation ($i: CreateIdentityInput!) { createIdentity(input: $i) { id } }'
  const many = 'query ($i: [ResolveInput!]!) { resolveBulk(items: $i) { alias } }'
  const foreign =
    'Variable "$i" has a field that type ResolveInput does not define: its fields are alias, type, value, for.'
  const entities = 'query ($r: [_Any!]!) { _entities(representations: $r) { __typename } }'
  const expected = 'must be an object whose __typename is one of'
  test.each([
    [entities, { r: [{ __typename: 'Identity', id: 'idn_x' }, { __typename: canary }] }, 'Variable "$r.1"', 'r.1'],
    [entities, { r: [{ id: canary }] }, 'Variable "$r.0"', 'r.0'],
    [entities, { r: [canary] }, 'Variable "$r.0"', 'r.0'],
    [entities, { r: [[{ __typename: 'Identity' }]] }, 'Variable "$r.0"', 'r.0'],
    [entities, { r: [{ __typename: 'Caller' }] }, 'Variable "$r.0"', 'r.0'],
    [entities, { r: [{ __typename: { a: canary } }] }, 'Variable "$r.0"', 'r.0'],
    [
      'query ($a: _Any!) { _entities(representations: [$a]) { __typename } }',
      { a: { x: canary } },
      'Argument "representations.0"',
      'representations.0',
    ],
    [
      '{ _entities(representations: [{ __typename: "__proto__" }]) { __typename } }',
      {},
      'Argument "representations.0"',
      'representations.0',
    ],
  ])('%s with %j: the reference is named by its place', async (query, variables, place, param) => {
    const { status, body, text } = await owner.graphql(query, variables)
    expect([status, body.errors.length, body.errors[0].extensions]).toMatchObject([
      400,
      1,
      { code: 'GRAPHQL_INVALID', param },
    ])
    expect(body.errors[0].message).toMatch(`${place} ${expected} `)
    expect(body.errors[0].message).toContain('Identity')
    expect(text).not.toContain(canary)
  })

  const place = (column: number) => [{ line: 1, column }]
  test.each<[string, object, string, string | undefined, object[]]>([
    [
      '{ resolv { alias } }',
      {},
      'Cannot query field "resolv" on type "Query". Did you mean "resolve"?',
      undefined,
      place(3),
    ],
    [one, { i: canary }, 'Variable "$i" must be of type ResolveInput!.', 'i', place(8)],
    [one, { i: ['x', canary] }, 'Variable "$i" must be of type ResolveInput!.', 'i', place(8)],
    [one, {}, 'Variable "$i" of type ResolveInput! is required.', 'i', place(8)],
    [one, { i: null }, 'Variable "$i" of type ResolveInput! is required.', 'i', place(8)],
    [
      one,
      { i: { type: canary } },
      'Variable "$i.type" must be of type AliasType (USERNAME, PHONE, EMAIL, MERCHANT_HANDLE, PAYMENT_LINK).',
      'i.type',
      place(8),
    ],
    [one, { i: { alias: 7_777 } }, 'Variable "$i.alias" must be of type String.', 'i.alias', place(8)],
    [one, { i: { [canary]: 1 } }, foreign, 'i', place(8)],
    [
      made,
      { i: { displayName: 'x' } },
      'Variable "$i.type" of type IdentityType! (USER, MERCHANT, BUSINESS, ORGANIZATION, MACHINE) is required.',
      'i.type',
      place(11),
    ],
    [
      made,
      { i: { type: null } },
      'Variable "$i.type" of type IdentityType! (USER, MERCHANT, BUSINESS, ORGANIZATION, MACHINE) is required.',
      'i.type',
      place(11),
    ],
    [
      many,
      { i: [{ alias: 'x' }, { type: canary }] },
      'Variable "$i.1.type" must be of type AliasType (USERNAME, PHONE, EMAIL, MERCHANT_HANDLE, PAYMENT_LINK).',
      'i.1.type',
      place(8),
    ],
    [many, { i: [{ alias: 'x' }, null] }, 'Variable "$i.1" of type ResolveInput! is required.', 'i.1', place(8)],
    [
      'query ($n: Int) { identities(first: $n) { edges { cursor } } }',
      { n: 4e9 },
      'Variable "$n" must be of type Int.',
      'n',
      place(8),
    ],
    [
      `{ resolve(input: { alias: "x", type: ${canary} }) { alias } }`,
      {},
      '"type" must be of type AliasType (USERNAME, PHONE, EMAIL, MERCHANT_HANDLE, PAYMENT_LINK).',
      'type',
      place(38),
    ],
    [
      `{ resolve(input: { alias: "type: x", type: "${canary}" }) { alias } }`,
      {},
      '"type" must be of type AliasType (USERNAME, PHONE, EMAIL, MERCHANT_HANDLE, PAYMENT_LINK).',
      'type',
      place(44),
    ],
    [`{ resolve(input: "${canary}") { alias } }`, {}, '"input" must be of type ResolveInput!.', 'input', place(18)],
    [`{ identities(first: "${canary}") { edges { cursor } } }`, {}, '"first" must be of type Int.', 'first', place(21)],
    [
      `{ resolveBulk(items: [{ alias: "x" } "${canary}"]) { alias } }`,
      {},
      'A value must be of type ResolveInput!.',
      undefined,
      place(38),
    ],
    [
      '{ resolve { alias } }',
      {},
      'Field "resolve" argument "input" of type "ResolveInput!" is required, but it was not provided.',
      undefined,
      place(3),
    ],
    [
      `{ resolve(input: { alias: "${canary}" } { alias } }`,
      {},
      'The document has a syntax error: expected Name.',
      undefined,
      place(41),
    ],
    [`{ "${canary}" }`, {}, 'The document has a syntax error: expected Name.', undefined, place(3)],
    [`{ viewer { id } } "${canary}`, {}, 'The document has a syntax error.', undefined, place(29)],
    [`{ viewer { id } } ${canary}`, {}, 'The document has a syntax error.', undefined, place(19)],
  ])('%s with %j: %s', async (query, variables, message, param, locations) => {
    const { status, body, text } = await owner.graphql(query, { ...variables })
    const [{ extensions, ...error }] = body.errors
    expect([status, error]).toEqual([400, { message, locations }])
    expect([extensions.code, extensions.param]).toEqual(['GRAPHQL_INVALID', param])
    expect(text).not.toMatch(new RegExp(`${canary}|7777|4000000000`))
  })

  test('prototype names in the URL are refused like any other name, and change none', async () => {
    const ask = (query: string, variables: string) =>
      owner.get(`/graphql?${new URLSearchParams({ query, variables })}`, { 'apollo-require-preflight': '1' })
    const member = await ask(one, '{"i":{"__proto__":{"alias":"@x"}}}')
    expect([member.status, member.body.errors[0].message]).toEqual([400, foreign])
    const named = await ask(
      'query ($__proto__: String) { resolve(input: { alias: $__proto__ }) { alias } }',
      '{"__proto__":{"polluted":1}}',
    )
    expect([named.status, named.body.errors[0].message]).toEqual([400, 'Variable "$__proto__" must be of type String.'])
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  test('errors that arise in parallel come in the order of the document', async () => {
    const document =
      '{ c: resolve(input: { alias: "@c..c" }) { alias } a: resolve(input: { alias: "@" }) { alias } b: resolve(input: { alias: "@b..b" }) { alias } }'
    for (let round = 0; round < 5; round++) {
      const { body } = await owner.graphql(document)
      expect(body.errors.map(({ path }: { path: string[] }) => path[0])).toEqual(['c', 'a', 'b'])
    }
    const unknown = await owner.graphql('{ b a viewer { z y } c }')
    expect(unknown.body.errors.map(({ message }: Error) => /"(\w)"/.exec(message)?.[1])).toEqual([
      'b',
      'a',
      'z',
      'y',
      'c',
    ])
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

  test('a body that is not JSON', async () => {
    expect(refusal(await post('{'))).toEqual({ status: 400, codes: ['INVALID_JSON'] })
  })
})

describe('requests that a page of another origin could send without a preflight are refused', () => {
  test.each(['text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'])(
    'POST as %s',
    async (type) => {
      const answer = await post('{"query":"{ __typename }"}', { 'content-type': type })
      expect(refusal(answer)).toEqual({ status: 415, codes: ['CONTENT_TYPE_UNSUPPORTED'] })
    },
  )

  test('GET without a header that needs a preflight', async () => {
    const answer = await server.send('GET', '/graphql?query={__typename}')
    expect(refusal(answer)).toEqual({ status: 401, codes: ['API_KEY_MISSING'] })
  })
})

describe('405', () => {
  test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s', async (method) => {
    const answer = await server.send(method, '/graphql', { key: owner.key })
    expect(refusal(answer)).toEqual({ status: 405, codes: ['METHOD_NOT_ALLOWED'] })
    expect(answer.headers.get('allow')).toBe('GET, POST')
  })

  test('a mutation over GET', async () => {
    const answer = await owner.get('/graphql?query=mutation{__typename}')
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

  test('INTROSPECTION=on overrules it', async () => {
    const open = await startTestServer({ env: { NODE_ENV: 'production', INTROSPECTION: 'on' } })
    try {
      expect((await open.graphql((await open.key()).key, '{ __schema { queryType { name } } }')).status).toBe(200)
    } finally {
      await open.close()
    }
  })
})
