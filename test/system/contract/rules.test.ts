import { beforeAll, expect, test } from 'vitest'
import { registryForTests } from '../../support/registry.ts'

let identity: string
const { server, owner, mine } = registryForTests()
beforeAll(async () => {
  identity = (await mine.identity()).id
})

const canary = 'canary7Xq'
const wallet = { type: 'crypto_wallet', address: '0x52908400098527886E0F7030069857D2E4169EE7' }

test.each<[string, string, object, string, RegExp]>([
  ['POST', '/v1/identities', { type: canary }, 'type', /one of: user, merchant, business, organization, machine\.$/],
  [
    'POST',
    '/v1/identities',
    { type: 'user', default_privacy_level: null },
    'default_privacy_level',
    /one of: public, /,
  ],
  ['POST', '/v1/identities', { type: 'user', display_name: 7 }, 'display_name', /text, or null\.$/],
  [
    'POST',
    '/v1/identities',
    { type: 'user', display_name: canary.repeat(30) },
    'display_name',
    /at most 200 characters/,
  ],
  ['POST', '/v1/endpoints', { ...wallet, priority: canary }, 'priority', /number of at most 15 significant digits/],
  ['POST', '/v1/endpoints', { ...wallet, capabilities: canary }, 'capabilities', /list of 0 to 50/],
  ['POST', '/v1/resolve', { alias: '@bob', include: canary }, 'include', /list of 0 to 1, each one of: assurance\.$/],
  ['POST', '/v1/endpoints', { ...wallet, capabilities: [canary] }, 'capabilities.0', /object/],
  [
    'POST',
    '/v1/endpoints',
    { ...wallet, capabilities: [{ asset: 'A', rail: 'r', supports_instant: canary }] },
    'capabilities.0.supports_instant',
    /true or false/,
  ],
  [
    'POST',
    '/v1/endpoints',
    { ...wallet, capabilities: [{ asset: 'A', rail: 'r', min_amount: -1 }] },
    'capabilities.0.min_amount',
    /number from 0/,
  ],
  [
    'POST',
    '/v1/endpoints',
    { ...wallet, capabilities: [{ asset: 'A', rail: 'r', min_amount: 2, max_amount: 1 }] },
    'capabilities.0.max_amount',
    /not be below the minimum/,
  ],
  [
    'POST',
    '/v1/endpoints',
    { ...wallet, capabilities: [{ asset: '', rail: 'r' }] },
    'capabilities.0.asset',
    /1 to 64 visible/,
  ],
  [
    'POST',
    '/v1/consent_grants',
    { consumer: 'apc_x', covers: {} },
    'covers',
    /list of at most 100 aliases or 50 endpoints/,
  ],
  [
    'POST',
    '/v1/consent_grants',
    { consumer: `apc_${'0'.repeat(26)}`, covers: { all: true }, expires_at: 1 },
    'expires_at',
    /future/,
  ],
  ['POST', '/v1/api_keys', { scopes: [canary] }, 'scopes.0', /one of: .*aliases:read/],
  ['POST', '/v1/api_keys', { scopes: [] }, 'scopes', /list/],
  ['GET', '/v1/identities?limit=101', {}, 'limit', /whole number from 1 to 100/],
  ['GET', `/v1/identities?status=${canary}`, {}, 'status', /one of: active, suspended, closed/],
  ['GET', '/v1/identities?limit=1&limit=2', {}, 'limit', /once/],
])('%s %s with %j names what %s may be', async (verb, path, sent, param, rule) => {
  const needsIdentity = /endpoints|consent_grants/.test(path)
  const body = verb === 'GET' ? {} : { body: needsIdentity ? { identity, ...sent } : sent }
  const answer = await server.send(verb, path, { key: owner.key, ...body })
  expect([answer.status, answer.body.error]).toMatchObject([400, { code: 'parameter_invalid', param }])
  expect(answer.body.error.message).toMatch(rule)
  expect(answer.text).not.toContain(canary)
})

test('GraphQL names the same rules', async () => {
  const asked = '{ identities(first: 101) { edges { cursor } } }'
  const { body } = await owner.graphql(asked)
  expect(body.errors[0]).toMatchObject({
    message: 'The value must be a whole number from 1 to 100.',
    extensions: { code: 'PARAMETER_INVALID', param: 'first' },
  })
})

test('a replayed refusal is the same', async () => {
  const endpoint = await mine.wallet(identity)
  const ask = () =>
    owner.patch(
      `/v1/endpoints/${endpoint.id}`,
      { capabilities: [{ asset: 'A', rail: 'r', min_amount: 2, max_amount: 1 }] },
      { 'idempotency-key': 'the-rule' },
    )
  expect((await ask()).body.error.message).toBe((await ask()).body.error.message)
})

const inexact = [
  '9007199254740993',
  '9007199254740992',
  '1.00000000000000001',
  '0.1234567890123456',
  '1e999',
  '-9007199254740993',
]

test.each(inexact)('a priority of %s is refused, never changed in silence', async (priority) => {
  const rest = await owner.post(
    '/v1/endpoints',
    JSON.stringify({ identity, ...wallet }).replace(/}$/, `,"priority":${priority}}`),
    { 'content-type': 'application/json' },
  )
  expect([rest.status, rest.body.error.code, rest.body.error.param]).toEqual([400, 'parameter_invalid', 'priority'])
  const fields = `identity: "${identity}", type: CRYPTO_WALLET, address: "${wallet.address}"`
  const literal = await owner.graphql(
    `mutation { createEndpoint(input: { ${fields}, priority: ${priority} }) { priority } }`,
  )
  expect(literal.body.errors[0].extensions.code).toMatch(/PARAMETER_INVALID|GRAPHQL_INVALID/)
  const variable = await owner.post(
    '/graphql',
    `{"query":"mutation ($p: Float) { createEndpoint(input: { ${fields.replaceAll('"', '\\"')}, priority: $p }) { priority } }","variables":{"p":${priority}}}`,
  )
  expect(variable.body.errors[0].extensions.code).toMatch(/PARAMETER_INVALID|GRAPHQL_INVALID/)
})

test.each(['-0', '0', '999999999999999', '-2.5', '1e20', '0.1'])(
  'a priority of %s is stored unchanged',
  async (priority) => {
    const made = await mine.wallet(identity, { priority: Number(priority) })
    expect(made.priority).toBe(Number(priority) === 0 ? 0 : Number(priority))
  },
)
