import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { registryForTests, registryOf } from '../../support/registry.ts'
import type { Answer } from '../../support/server.ts'

let identity: string
let wallet: string
const { server, owner } = registryForTests()
beforeAll(async () => {
  const mine = registryOf(server, owner)
  identity = (await mine.identity()).id
  wallet = (await mine.wallet(identity)).id
})

const canary = 'Canary-5d1f'
const deep = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth)

/** A clear refusal, or an answer: never a failure of ours, never what was sent, never a place in the code. */
function expectClean(answer: Answer, what: string) {
  expect([what, answer.status < 500 && answer.status >= 200]).toEqual([what, true])
  expect(answer.text).not.toMatch(/\bat .+:\d+:\d+|node_modules|src\/|SyntaxError|RangeError|TypeError/)
  if (answer.status >= 400) expect(answer.text).not.toMatch(/canary-5d1f/i)
}

const texts: [string, string][] = [
  ['1 MB', JSON.stringify(canary.repeat(100_000))],
  ['60 KB', JSON.stringify(canary.repeat(5_000))],
  ['NUL', JSON.stringify(`${canary}\0`)],
  ['a lone high surrogate', `"${canary}\\ud800"`],
  ['a lone low surrogate', `"\\udc00${canary}"`],
  ['a number', '5'],
  ['a huge number', '1e999'],
  ['a boolean', 'true'],
  ['null', 'null'],
  ['an array', `["${canary}"]`],
  ['an object', `{"${canary}":"${canary}"}`],
  ['an empty string', '""'],
  ['only ignorable', '"\\u200b\\u2060"'],
  ['500 combining marks', JSON.stringify(`a${'\u0301'.repeat(500)}`)],
  ['deep arrays', deep(30_000)],
  ['deep objects', deep(9_000, '{"a":', '}').replace(':}', ':1}')],
]

const bodies: [string, string, (text: string) => string][] = [
  ['POST', '/v1/resolve', (text) => `{"alias":${text}}`],
  ['POST', '/v1/resolve', (text) => `{"type":"username","value":${text}}`],
  ['POST', '/v1/resolve', (text) => `{"type":${text},"value":"x"}`],
  ['POST', '/v1/resolve/bulk', (text) => `{"items":[${text}]}`],
  ['POST', '/v1/resolve/bulk', (text) => `{"items":${text}}`],
  ['POST', '/v1/aliases/normalize', (text) => `{"type":"email","value":${text}}`],
  ['POST', '/v1/aliases', (text) => `{"identity":"${identity}","type":"username","value":${text}}`],
  ['POST', '/v1/aliases', (text) => `{"identity":${text},"type":"username","value":"some.name"}`],
  ['POST', '/v1/identities', (text) => `{"type":${text}}`],
  ['PATCH', '/v1/identities/{identity}', (text) => `{"default_privacy_level":${text}}`],
  ['POST', '/v1/endpoints', (text) => `{"identity":"${identity}","type":"crypto_wallet","address":${text}}`],
  ['PATCH', '/v1/endpoints/{wallet}', (text) => `{"capabilities":[{"asset":${text},"rail":"x"}]}`],
  ['PATCH', '/v1/endpoints/{wallet}', (text) => `{"capabilities":[{"asset":"x","rail":"x","min_amount":${text}}]}`],
  ['POST', '/v1/consent_grants', (text) => `{"identity":"${identity}","consumer":"x","covers":{"aliases":[${text}]}}`],
  ['DELETE', '/v1/endpoints/end_x', (text) => text],
  ['POST', '/v1/resolve', (text) => text],
]

test.each(bodies)(
  '%s %s answers malformed input clearly: never 5xx, no echo, no stack',
  async (verb, template, bodyOf) => {
    const path = template.replace('{identity}', identity).replace('{wallet}', wallet)
    for (const [what, text] of texts) {
      for (const headers of [
        {},
        { 'idempotency-key': `${what.replaceAll(' ', '')}-${bodyOf('')}`.replaceAll(/[^!-~]/g, '').slice(0, 200) },
      ]) {
        const answer = await server.send(verb, path, { key: owner.key, body: bodyOf(text), headers })
        // A bulk entry repeats the item, as it must.
        if (path.endsWith('/bulk') && answer.status === 200) expect(answer.body.results[0].status).toBe('error')
        expectClean(answer, `${verb} ${path} ${what}`)
      }
    }
  },
)

test('GraphQL answers malformed variables clearly: never 5xx, no echo, no stack', async () => {
  const documents: [string, (text: string) => string][] = [
    ['query ($v: String) { resolve(input: { alias: $v }) { identityId } }', (text) => `{"v":${text}}`],
    ['query ($v: [ResolveInput!]!) { resolveBulk(items: $v) { status } }', (text) => `{"v":[${text}]}`],
    ['query ($v: ID!) { node(id: $v) { id } }', (text) => `{"v":${text}}`],
    ['query ($v: [_Any!]!) { _entities(representations: $v) { __typename } }', (text) => `{"v":[${text}]}`],
    ['mutation ($v: CreateIdentityInput!) { createIdentity(input: $v) { id } }', (text) => `{"v":${text}}`],
    [
      'mutation ($v: String) { createIdentity(input: { type: USER, displayName: $v }) { id } }',
      (text) => `{"v":${text}}`,
    ],
  ]
  for (const [document, variables] of documents) {
    for (const [what, text] of texts) {
      for (const headers of [
        {},
        { 'idempotency-key': `${what.replaceAll(' ', '')}.${documents.findIndex(([d]) => d === document)}` },
      ]) {
        const body = `{"query":${JSON.stringify(document)},"variables":${variables(text)}}`
        const answer = await owner.post('/graphql', body, headers)
        expectClean(answer, `${document} ${what}`)
        if (answer.body?.errors) expect(JSON.stringify(answer.body.errors)).not.toContain('INTERNAL')
      }
    }
  }
})

test('a body with a compressing Content-Encoding is refused, and one with identity is read', async () => {
  const body = '{"type":"user"}'
  const post = (path: string, encoding: string, content: string | Uint8Array<ArrayBuffer>) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${owner.key}`,
        'content-type': 'application/json',
        'content-encoding': encoding,
      },
      body: content,
    })
  for (const [encoding, content] of [
    ['gzip', new Uint8Array(gzipSync(body))],
    ['gzip', body],
    ['br', body],
    ['GZIP', body],
    ['identity, gzip', body],
    ['unknown', body],
  ] as const) {
    const refused = await post('/v1/identities', encoding, content)
    expect([encoding, refused.status]).toEqual([encoding, 415])
    expect(await refused.json()).toMatchObject({
      error: { code: 'content_type_unsupported', message: expect.stringContaining('compressed') },
    })
    expect((await post('/graphql', encoding, '{"query":"{viewer{id}}"}')).status).toBe(415)
  }
  expect((await post('/v1/identities', 'Identity', body)).status).toBe(201)
})

test('keys given twice and keys of a prototype change nothing but their own request', async () => {
  const twice = await owner.post('/v1/identities', '{"type":"robot","type":"user"}')
  expect([twice.status, twice.body.type]).toEqual([201, 'user'])
  for (const body of [
    '{"type":"user","__proto__":{"status":"closed"}}',
    '{"type":"user","\\u005f_proto__":{"polluted":true}}',
    '{"type":"user","constructor":{"prototype":{"polluted":true}}}',
  ]) {
    const refused = await owner.post('/v1/identities', body)
    expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_json'])
  }
  for (const name of ['constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
    const refused = await owner.post('/v1/identities', `{"type":"user","${name}":1}`)
    expect([refused.status, refused.body.error]).toMatchObject([400, { code: 'parameter_unknown', param: name }])
    for (const field of ['type', 'value']) {
      const odd = await owner.post('/v1/resolve', { type: 'username', value: 'x.y', [field]: name })
      expect([400, 404]).toContain(odd.status)
    }
  }
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test('odd paths and queries are clear refusals', async () => {
  for (const path of [
    '/v1/identities/%00',
    '/v1/identities/%ff',
    '/v1/identities/%',
    '/v1/identities/%2e%2e%2f',
    '/v1/identities?limit=%00',
    '/v1/identities?__proto__=1',
    '/v1/identities?starting_after=%F0%9F',
    `/v1/identities/${'a'.repeat(8_000)}`,
    `/v1/identities?type=${canary}`,
    `/v1/identities?${canary}=1&=&&`,
  ]) {
    const answer = await owner.get(path)
    expect([path, [400, 404].includes(answer.status)]).toEqual([path, true])
    expect(answer.text).not.toMatch(/stack|src\/|SyntaxError/)
  }
})
