import { beforeAll, expect, test } from 'vitest'
import { createSchema } from '../../../src/surfaces/graphql/schema.ts'
import { routes } from '../../../src/surfaces/rest/routes.ts'
import { evmAddress, freshName, registryForTests, registryOf, unsetOfIdentity } from '../../support/registry.ts'
import type { Body } from '../../support/server.ts'

/** Calls of the functions behind the routes, by the name of their field. */
const calls: string[] = []
type Resolve = (...parts: unknown[]) => unknown
const originals = new Map<string, Resolve>()
type Fields = { getFields(): Record<string, { resolve: Resolve | undefined }> }
const fieldOf = (name: string) => {
  const [type = '', field = ''] = name.split('.')
  return (createSchema().getType(type) as unknown as Fields).getFields()[field]!
}

beforeAll(() => {
  for (const maps of new Set(routes.map((row) => row.maps))) {
    const field = fieldOf(maps)
    const resolve = field.resolve!
    originals.set(maps, resolve)
    field.resolve = (...parts) => {
      calls.push(maps)
      return resolve(...parts)
    }
  }
})
const { server, owner, mine } = registryForTests()

const gql = async (document: string, variables: object = {}, key = owner.key): Promise<Body> =>
  (await server.graphql(key, document, { ...variables })).body

/** One of each kind: a read, lists, a write, look-ups, what any key may ask. */
const bothEdges: [field: string, rest: [verb: string, path: string, body?: object], document: string][] = [
  ['Query.identity', ['GET', '/v1/identities/ID'], '{ identity(id: "ID") { id } }'],
  ['Query.identities', ['GET', '/v1/identities'], '{ identities { edges { cursor } } }'],
  ['Identity.aliases', ['GET', '/v1/identities/ID/aliases'], '{ identity(id: "ID") { aliases { edges { cursor } } } }'],
  [
    'Mutation.createIdentity',
    ['POST', '/v1/identities', { type: 'user' }],
    'mutation { createIdentity(input: { type: USER }) { id } }',
  ],
  ['Query.resolve', ['POST', '/v1/resolve', { alias: '@a.b' }], '{ resolve(input: { alias: "@a.b" }) { alias } }'],
  [
    'Query.resolveBulk',
    ['POST', '/v1/resolve/bulk', { items: ['@a.b'] }],
    '{ resolveBulk(items: [{ alias: "@a.b" }]) { alias } }',
  ],
  ['Query.catalogue', ['GET', '/v1/catalogue'], '{ catalogue { rails { name } } }'],
  ['Query.usage', ['GET', '/v1/usage'], '{ usage { interval } }'],
  ['Caller.limits', ['GET', '/v1/limits'], '{ viewer { limits { policy } } }'],
]

/** Counts the calls by REST and GraphQL of the function that the field had when the server started. */
async function callsOf([field, [verb, path, body], document]: (typeof bothEdges)[number]): Promise<[number, number]> {
  const { id } = await mine.identity()
  const count = async (ask: () => Promise<unknown>): Promise<number> => {
    calls.length = 0
    await ask()
    return calls.filter((name) => name === field).length
  }
  return [
    await count(() => server.send(verb, path.replace('ID', id), { key: owner.key, ...(body ? { body } : {}) })),
    await count(() => gql(document.replace('ID', id))),
  ]
}

test.each(bothEdges)('%s: REST and GraphQL run one function', async (...row) => {
  expect(await callsOf(row)).toEqual([1, 1])
})

test('a separate function behind one surface is noticed', async () => {
  const row = bothEdges[0]!
  const field = fieldOf(row[0])
  const noted = field.resolve
  field.resolve = originals.get(row[0])
  expect(await callsOf(row)).toEqual([1, 0])
  field.resolve = noted
})

test('every root field but those of GraphQL itself has a route, and each route another field', () => {
  const schema = createSchema()
  const fields = [schema.getQueryType()!, schema.getMutationType()!].flatMap((type) =>
    Object.keys(type.getFields()).map((name) => `${type.name}.${name}`),
  )
  const mapped = new Set<string>(routes.map(({ maps }) => maps))
  const ofGraphql = ['Query.node', 'Query.nodes', 'Query._entities', 'Query._service', 'Query.apiKey']
  expect(fields.filter((field) => !mapped.has(field) && !ofGraphql.includes(field))).toEqual([])
  // A search is a second form of its list.
  expect(mapped.size).toBe(routes.filter(({ path }) => !path.endsWith('/search')).length)
})

test('an identity: made, read and changed by GraphQL as by REST', async () => {
  const all = '{ id livemode type status displayName defaultPrivacyLevel primaryAlias { id } createdAt updatedAt }'
  const { data } = await gql(
    `mutation { createIdentity(input: { type: MERCHANT, displayName: "Shop", defaultPrivacyLevel: CONSENT_REQUIRED }) ${all} }`,
  )
  const { id, createdAt } = data.createIdentity
  const literal = {
    id,
    livemode: false,
    type: 'MERCHANT',
    status: 'ACTIVE',
    displayName: 'Shop',
    defaultPrivacyLevel: 'CONSENT_REQUIRED',
    primaryAlias: null,
  }
  expect(data.createIdentity).toEqual({ ...literal, createdAt, updatedAt: createdAt })
  expect(createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(await mine.get(`/v1/identities/${id}`)).toEqual({
    object: 'identity',
    id,
    livemode: false,
    type: 'merchant',
    status: 'active',
    display_name: 'Shop',
    default_privacy_level: 'consent_required',
    primary_alias: null,
    ...unsetOfIdentity,
    created: Math.floor(Date.parse(createdAt) / 1000),
    updated: Math.floor(Date.parse(createdAt) / 1000),
  })
  const changed = await gql(
    `mutation ($id: ID!) { updateIdentity(id: $id, input: { status: SUSPENDED, displayName: null }) { status displayName } }`,
    { id },
  )
  expect(changed).toEqual({ data: { updateIdentity: { status: 'SUSPENDED', displayName: null } } })
  expect(await gql(`query ($id: ID!) { identity(id: $id) { status displayName } }`, { id })).toEqual({
    data: { identity: { status: 'SUSPENDED', displayName: null } },
  })
  const listed = await gql(
    '{ identities(first: 1, type: MERCHANT, status: SUSPENDED) { edges { node { id } } pageInfo { hasNextPage } } }',
  )
  expect(listed).toEqual({ data: { identities: { edges: [{ node: { id } }], pageInfo: { hasNextPage: false } } } })
})

test('an alias: made, changed, verified and released by GraphQL as by REST', async () => {
  const identity = (await mine.identity()).id
  const all = '{ id livemode identity { id } type value privacyLevel isPrimary status verifiedAt availableAt }'
  const { data } = await gql(
    `mutation ($identity: ID!) { createAlias(input: { identity: $identity, type: EMAIL, value: "Zed@Example.com", privacyLevel: PUBLIC, isPrimary: true }) ${all} }`,
    { identity },
  )
  const { id } = data.createAlias
  const literal = {
    id,
    livemode: false,
    identity: { id: identity },
    type: 'EMAIL',
    value: 'zed@example.com',
    privacyLevel: 'PUBLIC',
    isPrimary: true,
    status: 'REGISTERED',
    verifiedAt: null,
    availableAt: null,
  }
  expect(data.createAlias).toEqual(literal)
  expect(await gql(`query ($id: ID!) { alias(id: $id) ${all} }`, { id })).toEqual({ data: { alias: literal } })
  expect(await mine.get(`/v1/aliases/${id}`)).toMatchObject({
    identity,
    type: 'email',
    value: 'zed@example.com',
    privacy_level: 'public',
    is_primary: true,
    status: 'registered',
    verified_at: null,
  })
  expect(
    await gql(
      `mutation ($id: ID!) { updateAlias(id: $id, input: { privacyLevel: UNLISTED, isPrimary: false }) { privacyLevel isPrimary } }`,
      { id },
    ),
  ).toEqual({ data: { updateAlias: { privacyLevel: 'UNLISTED', isPrimary: false } } })
  expect(await gql(`mutation ($id: ID!) { verifyAlias(id: $id, method: EMAIL_LINK) { verifiedAt } }`, { id })).toEqual({
    data: { verifyAlias: { verifiedAt: expect.any(String) } },
  })
  const released = await gql(`mutation ($id: ID!) { releaseAlias(id: $id) { status availableAt } }`, { id })
  expect(released).toEqual({ data: { releaseAlias: { status: 'RELEASED', availableAt: expect.any(String) } } })
  expect((await mine.get(`/v1/aliases/${id}`)).available_at).toBe(
    Math.floor(Date.parse(released.data.releaseAlias.availableAt) / 1000),
  )
  const listed = await gql(
    `query ($id: ID!) { identity(id: $id) { aliases(status: RELEASED) { edges { node { id } } } } }`,
    { id: identity },
  )
  expect(listed).toEqual({ data: { identity: { aliases: { edges: [{ node: { id } }] } } } })
  expect(await gql('{ normalizeAlias(input: { alias: "$Acme" }) { type value } }')).toEqual({
    data: { normalizeAlias: { type: 'MERCHANT_HANDLE', value: 'acme' } },
  })
})

test('an endpoint: made, changed and removed by GraphQL as by REST', async () => {
  const identity = (await mine.identity()).id
  const all =
    '{ id livemode identity { id } type privacyLevel priority capabilities { asset network rail supportsInstant minAmount maxAmount } status addressPreview }'
  const { data } = await gql(`mutation ($input: CreateEndpointInput!) { createEndpoint(input: $input) ${all} }`, {
    input: {
      identity,
      type: 'CRYPTO_WALLET',
      address: evmAddress,
      priority: 1.5,
      capabilities: [{ asset: 'ETH', network: 'ethereum', rail: 'onchain', minAmount: 0.25 }],
    },
  })
  const { id } = data.createEndpoint
  expect(data.createEndpoint).toEqual({
    id,
    livemode: false,
    identity: { id: identity },
    type: 'CRYPTO_WALLET',
    privacyLevel: 'UNLISTED',
    priority: 1.5,
    capabilities: [
      { asset: 'ETH', network: 'ethereum', rail: 'onchain', supportsInstant: null, minAmount: 0.25, maxAmount: null },
    ],
    status: 'ACTIVE',
    addressPreview: '0x5290…9EE7',
  })
  expect(await mine.get(`/v1/endpoints/${id}`)).toMatchObject({
    identity,
    type: 'crypto_wallet',
    privacy_level: 'unlisted',
    priority: 1.5,
    capabilities: [{ asset: 'ETH', network: 'ethereum', rail: 'onchain', min_amount: 0.25 }],
    release: 'never',
    address_preview: '0x5290…9EE7',
  })
  expect(
    await gql(
      `mutation ($id: ID!) { updateEndpoint(id: $id, input: { status: DISABLED, capabilities: [] }) { status capabilities { asset } } }`,
      { id },
    ),
  ).toEqual({ data: { updateEndpoint: { status: 'DISABLED', capabilities: [] } } })
  expect(await gql(`mutation ($id: ID!) { removeEndpoint(id: $id) { id livemode deleted } }`, { id })).toEqual({
    data: { removeEndpoint: { id, livemode: false, deleted: true } },
  })
  expect(await gql(`query ($id: ID!) { endpoint(id: $id) { id } }`, { id })).toEqual({ data: { endpoint: null } })
})

test('a grant: made, read, listed and revoked by GraphQL as by REST', async () => {
  const identity = (await mine.identity()).id
  const all =
    '{ id livemode identityId status expiresAt consumerId covers { all aliases endpoints } purpose revokedAt }'
  const { data } = await gql(`mutation ($input: GrantConsentInput!) { grantConsent(input: $input) ${all} }`, {
    input: {
      identity,
      consumer: owner.consumer,
      covers: { all: true },
      purpose: 'p',
      expiresAt: '2033-05-18T03:33:20Z',
    },
  })
  const { id } = data.grantConsent
  const literal = {
    id,
    livemode: false,
    identityId: identity,
    status: 'ACTIVE',
    expiresAt: '2033-05-18T03:33:20.000Z',
    consumerId: owner.consumer,
    covers: { all: true, aliases: [], endpoints: [] },
    purpose: 'p',
    revokedAt: null,
  }
  expect(data.grantConsent).toEqual(literal)
  expect(await gql(`query ($id: ID!) { consentGrant(id: $id) ${all} }`, { id })).toEqual({
    data: { consentGrant: literal },
  })
  expect(await mine.get(`/v1/consent_grants/${id}`)).toMatchObject({
    status: 'active',
    expires_at: 2_000_000_000,
    purpose: 'p',
  })
  expect(await gql('{ consentGrants(first: 1, role: OWNER) { edges { node { id } } } }')).toEqual({
    data: { consentGrants: { edges: [{ node: { id } }] } },
  })
  expect(await gql(`mutation ($id: ID!) { revokeConsent(id: $id) { status } }`, { id })).toEqual({
    data: { revokeConsent: { status: 'REVOKED' } },
  })
})

test('resolve and bulk resolve by GraphQL as by REST', async () => {
  const identity = (await mine.identity({ type: 'machine' })).id
  const { value } = await mine.username(identity)
  const wallet = await mine.wallet(identity, { capabilities: [{ asset: 'ETH', rail: 'onchain', min_amount: 1 }] })
  const shown = '{ __typename id type capabilities { asset network rail } ... on DisclosedCryptoWallet { address } }'
  const endpoint = {
    __typename: 'DisclosedCryptoWallet',
    id: wallet.id,
    type: 'CRYPTO_WALLET',
    capabilities: [{ asset: 'ETH', network: null, rail: 'onchain' }],
    address: '0x5290…9EE7',
  }
  const answer = await owner.graphql(
    `query ($alias: String!) { resolve(input: { alias: $alias }) { alias identityId identity { __typename id } type matchedAlias { type value } endpoints ${shown} disclosure { consumer totalEndpoints disclosed } livemode requestId } }`,
    { alias: value },
  )
  expect(answer.body).toEqual({
    data: {
      resolve: {
        alias: `@${value}`,
        identityId: identity,
        identity: { __typename: 'ResolvedIdentity', id: identity },
        type: 'MACHINE',
        matchedAlias: { type: 'USERNAME', value },
        endpoints: [endpoint],
        disclosure: { consumer: owner.consumer, totalEndpoints: 1, disclosed: 1 },
        livemode: false,
        requestId: answer.headers.get('request-id'),
      },
    },
  })
  const bulk = await gql(
    `query ($items: [ResolveInput!]!) { resolveBulk(items: $items) { alias status identityId identity { id } endpoints ${shown} error { type code } } }`,
    {
      items: [{ alias: value }, { type: 'USERNAME', value: 'nobody.here' }, { alias: '@a..b' }],
    },
  )
  expect(bulk.data.resolveBulk).toEqual([
    {
      alias: value,
      status: 'RESOLVED',
      identityId: identity,
      identity: { id: identity },
      endpoints: [endpoint],
      error: null,
    },
    {
      alias: 'nobody.here',
      status: 'ERROR',
      identityId: null,
      identity: null,
      endpoints: null,
      error: { type: 'not_found_error', code: 'alias_not_found' },
    },
    {
      alias: '@a..b',
      status: 'ERROR',
      identityId: null,
      identity: null,
      endpoints: null,
      error: { type: 'invalid_request_error', code: 'alias_invalid_format' },
    },
  ])
})

test('node and the by-id fields are null without an error for absent, foreign, malformed and unknown ids', async () => {
  const identity = (await mine.identity()).id
  const alias = (await mine.username(identity)).id
  const records = {
    Identity: identity,
    Alias: alias,
    Endpoint: (await mine.wallet(identity)).id,
    ConsentGrant: (await mine.grant(identity, owner.consumer)).id,
  }
  const strangers = registryOf(server, await server.key({ consumer: 'stranger' }))
  const live = registryOf(server, await server.key({ livemode: true }))
  const document = 'query ($id: ID!) { node(id: $id) { __typename id } }'
  for (const [__typename, id] of Object.entries(records))
    expect(await gql(document, { id })).toEqual({ data: { node: { __typename, id } } })
  const nobodys = [
    (await strangers.identity()).id,
    (await live.identity()).id,
    'idn_x',
    'als_',
    'end_00000000000000000000000000',
    'cgr_\ud800',
    'apc_x',
    'apc_00000000000000000000000000',
    'key_00000000000000000000000000',
    'whd_00000000000000000000000000',
    'pnm_x',
    'slk_00000000000000000000000000',
    'rel_00000000000000000000000000',
    'dsc_00000000000000000000000000',
    'nonsense',
    '',
    'x'.repeat(9_000),
  ]
  const ids = [...Object.values(records), ...nobodys]
  expect(await gql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids })).toEqual({
    data: { nodes: [...Object.values(records).map((id) => ({ id })), ...nobodys.map(() => null)] },
  })
  for (const id of nobodys) {
    expect(await gql(document, { id })).toEqual({ data: { node: null } })
    for (const field of ['identity', 'alias', 'endpoint', 'consentGrant']) {
      expect(await gql(`query ($id: ID!) { ${field}(id: $id) { id } }`, { id })).toEqual({ data: { [field]: null } })
    }
  }
})

test('nodes answers each id separately, up to a hundred, and a consumer only if a record ties it to the caller', async () => {
  const { key, keyId, consumer } = await server.key({ consumer: 'nodes', scopes: ['keys:write'] })
  const document = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }'
  const { data, errors } = await gql(document, { ids: [keyId, 'als_x', consumer, owner.consumer, keyId] }, key)
  const found = { __typename: 'ApiKey', id: keyId }
  expect(data).toEqual({ nodes: [found, null, { __typename: 'Consumer', id: consumer }, null, found] })
  expect(errors).toMatchObject([{ path: ['nodes', 1], extensions: { code: 'SCOPE_MISSING', param: 'aliases:read' } }])
  const many = (count: number) => gql(document, { ids: Array(count).fill('idn_x') })
  expect((await many(100)).data.nodes).toHaveLength(100)
  expect((await many(101)).errors[0].extensions).toMatchObject({ code: 'PARAMETER_INVALID', param: 'ids' })
})

test("the scope of node is decided by the id's prefix alone, before any look-up", async () => {
  const { key } = await server.key({ scopes: ['aliases:read'] })
  const identity = (await mine.identity()).id
  const alias = (await mine.username(identity)).id
  const document = 'query ($id: ID!) { node(id: $id) { id } }'
  expect(await gql(document, { id: alias }, key)).toEqual({ data: { node: { id: alias } } })
  for (const id of [identity, 'idn_00000000000000000000000000', 'idn_x']) {
    const { data, errors } = await gql(document, { id }, key)
    expect([data, errors.length, errors[0].extensions]).toMatchObject([
      undefined,
      1,
      { code: 'SCOPE_MISSING', type: 'permission_error', param: 'identities:read' },
    ])
  }
})

test('a federation reference that is absent, foreign or no text at all is null without an error', async () => {
  const of = [
    { __typename: 'Resolution' },
    { __typename: 'Resolution', alias: null },
    { __typename: 'Resolution', alias: 5 },
    { __typename: 'Resolution', alias: ['@a'] },
    { __typename: 'Resolution', alias: '@a..b' },
    { __typename: 'Resolution', alias: '@nobody.here' },
    { __typename: 'Identity', id: 5 },
    { __typename: 'Identity', id: 'x' },
    { __typename: 'Alias' },
    { __typename: 'Endpoint', id: null },
  ]
  const { data, errors } = await gql('query ($of: [_Any!]!) { _entities(representations: $of) { __typename } }', { of })
  expect([errors, data._entities]).toEqual([undefined, Array(of.length).fill(null)])
})

test('errors carry code, type, param, docUrl and requestId in their extensions, and a conflict is HTTP 200 with one error', async () => {
  const identity = (await mine.identity()).id
  const value = freshName()
  const { id } = await mine.username(identity, value)
  const create = 'mutation ($input: CreateAliasInput!) { createAlias(input: $input) { id } }'
  const taken = await owner.graphql(create, { input: { identity, type: 'USERNAME', value } })
  expect([taken.status, taken.body.data, taken.body.errors.length]).toEqual([200, null, 1])
  expect(taken.body.errors[0].extensions).toEqual({
    code: 'ALIAS_TAKEN',
    type: 'conflict_error',
    existing: id,
    docUrl: expect.stringMatching(/\/docs\/errors#alias_taken$/),
    requestId: taken.headers.get('request-id'),
  })
  const nulls: [string, object, string][] = [
    [
      'mutation ($i: CreateIdentityInput!) { createIdentity(input: $i) { id } }',
      { type: 'USER', defaultPrivacyLevel: null },
      'defaultPrivacyLevel',
    ],
    [
      'mutation ($i: CreateAliasInput!) { createAlias(input: $i) { id } }',
      { identity, type: 'USERNAME', value: freshName(), isPrimary: null },
      'isPrimary',
    ],
    [
      'mutation ($i: CreateEndpointInput!) { createEndpoint(input: $i) { id } }',
      { identity, type: 'CRYPTO_WALLET', address: evmAddress, priority: null },
      'priority',
    ],
    [
      'mutation ($i: CreateEndpointInput!) { createEndpoint(input: $i) { id } }',
      { identity, type: 'CRYPTO_WALLET', address: evmAddress, capabilities: null },
      'capabilities',
    ],
    [
      'mutation ($i: GrantConsentInput!) { grantConsent(input: $i) { id } }',
      { identity, consumer: owner.consumer, covers: { all: null } },
      'covers',
    ],
  ]
  const before = await server.query`select count(*)::int as n from event`
  for (const [document, i, param] of nulls) {
    const { errors } = await gql(document, { i })
    expect([param, errors[0].extensions]).toMatchObject([param, { code: 'PARAMETER_INVALID', param }])
  }
  expect(await server.query`select count(*)::int as n from event`).toEqual(before)
})

test('GraphQL without a key is HTTP 401 with errors and WWW-Authenticate', async () => {
  const refused = await server.graphql(undefined, '{ viewer { id } }')
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  expect(refused.body.errors[0].extensions).toMatchObject({ code: 'API_KEY_MISSING', type: 'authentication_error' })
})
