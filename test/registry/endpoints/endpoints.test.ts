import fc from 'fast-check'
import { beforeAll, expect, test, vi } from 'vitest'
import { eventsOf, evmAddress, failure, freshName, iban, registryForTests, registryOf } from '../../support/registry.ts'

let identity: string
const { server, owner, mine } = registryForTests()
beforeAll(async () => {
  identity = (await mine.identity()).id
})

const create = (body: unknown) => owner.post('/v1/endpoints', body)
const wallet = { type: 'crypto_wallet', address: evmAddress }

test('a create opens nothing to show its preview', async () => {
  const opened = vi.spyOn(server.app.keyring, 'open')
  const { body } = await create({ identity, ...wallet })
  const calls = opened.mock.calls.length
  const read = await owner.get(`/v1/endpoints/${body.id}`)
  expect({ calls, preview: body.address_preview }).toEqual({ calls: 0, preview: read.body.address_preview })
  expect(opened.mock.calls.length).toBe(1)
  opened.mockRestore()
})

test('an endpoint carries every field of the record, its address masked', async () => {
  const capabilities = [
    { asset: 'USDC', network: 'ethereum', rail: 'onchain', supports_instant: true, min_amount: 0.5, max_amount: 1e21 },
    { asset: 'ETH', rail: 'onchain' },
  ]
  const answer = await create({ identity, ...wallet, privacy_level: 'public', priority: -2.5, capabilities })
  expect(answer.status).toBe(201)
  expect(answer.body).toEqual({
    object: 'endpoint',
    id: expect.stringMatching(/^end_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
    livemode: false,
    identity,
    type: 'crypto_wallet',
    privacy_level: 'public',
    priority: -2.5,
    capabilities,
    status: 'active',
    release: 'never',
    verification: 'none',
    verified_method: null,
    address_preview: '0x5290…9EE7',
    warnings: [],
    external_reference: null,
    metadata: {},
    created: expect.any(Number),
    updated: answer.body.created,
  })
  expect(await mine.get(`/v1/endpoints/${answer.body.id}`)).toEqual(answer.body)
})

test.each([
  ['bank_account', 'DE89 3704 0044 0532 0130 00', '••••3000'],
  ['mobile_money', '+254 712 345 678', '••••5678'],
  ['payment_pointer', '$wallet.example/ann', 'https://wallet.example/ann'],
  ['upi', ' Maria.Silva@OkBank', 'mar…@okbank'],
  ['pix_key', '529.982.247-25', '…25'],
  ['lightning_address', 'Satoshi@Pay.Example', 'sa…@pay.example'],
])('a %s takes its address and shows the owner %s as %s', async (type, address, address_preview) => {
  const answer = await create({ identity, type, address })
  expect([answer.status, answer.body]).toMatchObject([201, { type, address_preview, priority: 0, capabilities: [] }])
})

test.each([
  [
    'crypto_wallet',
    '0x52908400098527886E0F7030069857D2E4169Ee7',
    [{ asset: 'ETH', network: 'ethereum', rail: 'onchain' }],
  ],
  ['crypto_wallet', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', [{ asset: 'BTC', network: 'bitcoin', rail: 'onchain' }]],
  ['crypto_wallet', 'short', []],
  ['bank_account', 'DE88370400440532013000', []],
  ['bank_account', '12345', []],
  ['mobile_money', '0712345678', []],
  ['payment_pointer', 'http://wallet.example/ann', []],
  ['upi', 'maria.silva@gmail.com', []],
  ['pix_key', '529.982.247-26', []],
  ['lightning_address', 'satoshi@127.0.0.1', []],
])('an address that is no %s is refused and not repeated: %s', async (type, address, capabilities) => {
  const refused = await create({ identity, type, address, capabilities })
  expect([refused.status, failure(refused)]).toMatchObject([400, { code: 'address_invalid', param: 'address' }])
  expect(refused.text).not.toContain(address)
})

test('an address is sealed at rest, and its removal erases both ciphertexts and leaves 404', async () => {
  const address = 'GB82WEST12345698765432'
  const { id } = (await create({ identity, type: 'bank_account', address })).body
  const sealed = await server.query<{ address: Buffer; projection: Buffer }>`select address, projection from endpoint
    where removed_at is null order by created_at desc limit 1`
  for (const bytes of [sealed[0]!.address, sealed[0]!.projection]) {
    expect(bytes.length).toBeGreaterThan(40)
    expect(bytes.includes(Buffer.from('5432'))).toBe(false)
  }
  const removed = await mine.remove(`/v1/endpoints/${id}`)
  expect([removed.status, removed.body]).toEqual([200, { id, object: 'endpoint', livemode: false, deleted: true }])
  const [row] = await server.query`select address, projection, removed_at is not null as gone from endpoint
    order by updated_at desc limit 1`
  expect(row).toEqual({ address: null, projection: null, gone: true })
  for (const [verb, body] of [
    ['GET', undefined],
    ['PATCH', { priority: 1 }],
    ['DELETE', undefined],
  ] as const) {
    const answer = await server.send(verb, `/v1/endpoints/${id}`, { key: owner.key, body })
    expect([verb, answer.status, failure(answer).code]).toEqual([verb, 404, 'resource_missing'])
  }
  const { data } = await mine.get(`/v1/identities/${identity}/endpoints?limit=100`)
  expect(data.map(({ id }: { id: string }) => id)).not.toContain(id)
})

test('the address of an endpoint cannot be changed, nor its identity or type', async () => {
  const { id } = await mine.wallet(identity)
  for (const body of [{ address: evmAddress }, { identity }, { type: 'bank_account' }]) {
    const refused = await mine.patch(`/v1/endpoints/${id}`, body)
    expect([refused.status, failure(refused)]).toMatchObject([
      400,
      { code: 'parameter_unknown', param: Object.keys(body)[0] },
    ])
  }
})

test('a patch changes level, priority, capabilities and status, and nothing else; none is no change and no event', async () => {
  const changing = await server.key({ consumer: 'changing' })
  const theirs = registryOf(server, changing)
  const capabilities = [{ asset: 'EUR', rail: 'sepa', network: 'target2' }]
  const endpoint = await theirs.wallet((await theirs.identity()).id, { capabilities, priority: 3 })
  await server.query`update endpoint set updated_at = updated_at - interval '1 hour' where priority = 3`
  const before = await theirs.get(`/v1/endpoints/${endpoint.id}`)
  const shuffled = [{ network: 'target2', rail: 'sepa', asset: 'EUR' }]
  for (const body of [{}, { priority: 3 }, { capabilities: shuffled }, { status: 'active', privacy_level: 'public' }]) {
    expect((await theirs.patch(`/v1/endpoints/${endpoint.id}`, body)).body).toEqual(before)
  }
  const changes = { privacy_level: 'private', priority: 4, capabilities: [], status: 'disabled' }
  for (const [name, value] of Object.entries(changes)) {
    const answer = await theirs.patch(`/v1/endpoints/${endpoint.id}`, { [name]: value })
    expect([answer.status, answer.body[name]]).toEqual([200, value])
  }
  const after = await theirs.get(`/v1/endpoints/${endpoint.id}`)
  expect(after).toEqual({ ...before, ...changes, updated: expect.any(Number) })
  expect(after.updated).toBeGreaterThan(before.updated)
  const events = await eventsOf(server, changing.consumerId)
  expect(events.map(({ type }) => type)).toEqual([
    'identity.created',
    'endpoint.added',
    ...Array(4).fill('endpoint.updated'),
  ])
  expect(events.at(-1)!.data).toEqual({
    identity: endpoint.identity,
    endpoint: { public_id: endpoint.id, type: 'crypto_wallet' },
  })
})

test('an identity holds 50 live endpoints; a removal makes room', async () => {
  const full = (await mine.identity()).id
  const first = await mine.wallet(full)
  await Promise.all(Array.from({ length: 48 }, () => mine.wallet(full)))
  const rush = await Promise.all(Array.from({ length: 6 }, () => create({ identity: full, ...wallet })))
  expect(rush.filter(({ status }) => status === 201)).toHaveLength(1)
  for (const answer of rush.filter(({ status }) => status !== 201)) {
    expect([answer.status, failure(answer).code]).toEqual([400, 'limit_reached'])
  }
  await mine.remove(`/v1/endpoints/${first.id}`)
  expect((await create({ identity: full, ...wallet })).status).toBe(201)
})

test('capabilities: at most 50, each with asset and rail, min not above max, no null, no unknown field', async () => {
  const one = { asset: 'EUR', rail: 'sepa' }
  const refusals: [unknown, string, string][] = [
    [Array(51).fill(one), 'parameter_invalid', 'capabilities'],
    [[{ rail: 'sepa' }], 'parameter_missing', 'capabilities.0.asset'],
    [[one, { asset: 'EUR' }], 'parameter_missing', 'capabilities.1.rail'],
    [[{ ...one, min_amount: 2, max_amount: 1 }], 'parameter_invalid', 'capabilities.0.max_amount'],
    [[{ ...one, min_amount: -1 }], 'parameter_invalid', 'capabilities.0.min_amount'],
    [[{ ...one, min_amount: '1' }], 'parameter_invalid', 'capabilities.0.min_amount'],
    [[{ ...one, network: null }], 'parameter_invalid', 'capabilities.0.network'],
    [[{ ...one, minAmount: 1 }], 'parameter_unknown', 'capabilities.0.minAmount'],
    [[{ ...one, supports_instant: 'yes' }], 'parameter_invalid', 'capabilities.0.supports_instant'],
    [['EUR'], 'parameter_invalid', 'capabilities.0'],
    [{}, 'parameter_invalid', 'capabilities'],
    [null, 'parameter_invalid', 'capabilities'],
  ]
  for (const [capabilities, code, param] of refusals) {
    const refused = await create({ identity, ...wallet, capabilities })
    expect([refused.status, failure(refused)]).toMatchObject([400, { code, param }])
  }
  expect(
    (await create({ identity, type: 'mobile_money', address: '+254712345678', capabilities: Array(50).fill(one) }))
      .status,
  ).toBe(201)
})

/** A JSON number of at most 15 significant digits, as people and programs write them. */
const amountText = fc
  .tuple(
    fc.integer({ min: 1, max: 15 }),
    fc.bigInt({ min: 0n, max: 999_999_999_999_999n }),
    fc.integer({ min: -20, max: 22 }),
    fc.boolean(),
  )
  .map(([digits, mantissa, exponent, scientific]) => {
    const text = mantissa.toString().slice(0, digits)
    if (scientific) return `${text}e${exponent}`
    const point = Math.max(0, Math.min(text.length, text.length - Math.abs(exponent % 16)))
    return point === text.length ? text : `${text.slice(0, point) || '0'}.${text.slice(point)}`
  })

const amountsOf = (text: string) => `[{"asset":"X","rail":"y","min_amount":0,"max_amount":${text}}]`

test('amounts of at most 15 significant digits survive exactly, over REST', async () => {
  const endpoint = await mine.wallet(identity)
  await fc.assert(
    fc.asyncProperty(amountText, async (text) => {
      const answer = await owner.patch(`/v1/endpoints/${endpoint.id}`, `{"capabilities":${amountsOf(text)}}`)
      expect([text, answer.status]).toEqual([text, 200])
      const read = await mine.get(`/v1/endpoints/${endpoint.id}`)
      expect(read.capabilities[0].max_amount).toBe(Number(text))
    }),
    { numRuns: 150 },
  )
})

test('amounts survive exactly over GraphQL, as variables and as literals', async () => {
  const endpoint = await mine.wallet(identity)
  const named =
    'mutation ($id: ID!, $input: UpdateEndpointInput!) { updateEndpoint(id: $id, input: $input) { capabilities { maxAmount } } }'
  await fc.assert(
    fc.asyncProperty(amountText, async (text) => {
      const byVariable = await owner.graphql(named, {
        id: endpoint.id,
        input: { capabilities: [{ asset: 'X', rail: 'y', maxAmount: Number(text) }] },
      })
      expect(byVariable.body).toEqual({ data: { updateEndpoint: { capabilities: [{ maxAmount: Number(text) }] } } })
      const literal = `mutation { updateEndpoint(id: "${endpoint.id}", input: { capabilities: [{ asset: "X", rail: "y", maxAmount: ${text} }] }) { capabilities { maxAmount } } }`
      expect((await owner.graphql(literal)).body).toEqual(byVariable.body)
    }),
    { numRuns: 60 },
  )
})

test.each([
  '1234567890123456',
  '0.1234567890123456',
  '0.30000000000000004',
  '12345678901234567890.5',
  '1e400',
  // The double next to it has a short spelling, but the digits that were sent would not survive.
  '0.1000000000000000055',
  '100.00000000000000001',
  '9007199254740993',
])('an amount of more than 15 significant digits is refused, on both surfaces: %s', async (text) => {
  const endpoint = await mine.wallet(identity)
  const refused = await owner.patch(`/v1/endpoints/${endpoint.id}`, `{"capabilities":${amountsOf(text)}}`)
  expect([refused.status, failure(refused)]).toMatchObject([
    400,
    { code: 'parameter_invalid', param: 'capabilities.0.max_amount' },
  ])
  const query = 'mutation ($id: ID!, $input: UpdateEndpointInput!) { updateEndpoint(id: $id, input: $input) { id } }'
  const over = await owner.post(
    '/graphql',
    `{"query":${JSON.stringify(query)},"variables":{"id":"${endpoint.id}","input":{"capabilities":[{"asset":"X","rail":"y","maxAmount":${text}}]}}}`,
  )
  expect(over.body.data?.updateEndpoint ?? null).toBeNull()
  expect(over.body.errors).toHaveLength(1)
  const literal = `mutation { updateEndpoint(id: "${endpoint.id}", input: { capabilities: [{ asset: "X", rail: "y", maxAmount: ${text} }] }) { id } }`
  const inline = await owner.graphql(literal)
  expect(inline.body.errors).toHaveLength(1)
  expect((await mine.get(`/v1/endpoints/${endpoint.id}`)).capabilities).toEqual([])
})

test('trailing zeros are no significant digits', async () => {
  const endpoint = await mine.wallet(identity)
  for (const text of ['1.5000000000000000000', '100000000000000000000', '0.00000000000000000012']) {
    const answer = await owner.patch(`/v1/endpoints/${endpoint.id}`, `{"capabilities":${amountsOf(text)}}`)
    expect([answer.status, answer.body.capabilities[0].max_amount]).toEqual([200, Number(text)])
  }
})

test('an endpoint of a closed identity takes no change but its removal', async () => {
  const closing = (await mine.identity()).id
  const { id } = await mine.wallet(closing)
  await mine.patch(`/v1/identities/${closing}`, { status: 'closed' })
  const refused = await mine.patch(`/v1/endpoints/${id}`, { status: 'active' })
  expect([refused.status, failure(refused).code]).toEqual([409, 'identity_not_active'])
  expect((await mine.remove(`/v1/endpoints/${id}`)).status).toBe(200)
})

test('resolve shows endpoints by priority, then by age, in any order of creation', async () => {
  const { id } = await mine.identity()
  const name = freshName()
  await mine.username(id, name)
  const made: string[] = []
  for (const priority of [1, 5, 1, 5, -3, 0]) made.push((await mine.wallet(id, { priority })).id)
  const { endpoints } = (await mine.resolve(name)).body
  expect(endpoints.map(({ id }: { id: string }) => made.indexOf(id))).toEqual([1, 3, 0, 2, 5, 4])
})

test('total_endpoints counts all endpoints except removed ones, disabled and hidden ones included', async () => {
  const { id } = await mine.identity()
  const name = freshName()
  await mine.username(id, name)
  const [, hidden, disabled, removed] = [
    await mine.wallet(id),
    await mine.account(id, { privacy_level: 'private', address: iban }),
    await mine.wallet(id),
    await mine.wallet(id),
  ]
  await mine.patch(`/v1/endpoints/${disabled.id}`, { status: 'disabled' })
  await mine.remove(`/v1/endpoints/${removed.id}`)
  const { body } = await mine.resolve(name)
  expect(body.disclosure).toEqual({ consumer: owner.consumer, total_endpoints: 3, disclosed: 1 })
  expect(JSON.stringify(body)).not.toContain(hidden.id)
})
