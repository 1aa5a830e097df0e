import { beforeAll, expect, test } from 'vitest'
import { importValues } from '../../support/importing.ts'
import { registryForTests } from '../../support/registry.ts'

let identity: string
const { server, owner } = registryForTests()
beforeAll(async () => {
  identity = (await owner.post('/v1/identities', { type: 'user' })).body.id
})

const paths = { identity: '/v1/identities', alias: '/v1/aliases', endpoint: '/v1/endpoints' } as const
type Object = keyof typeof paths

/** Returns the API's result for a body: `accepted`, or the code of its refusal. */
async function byApi(object: Object, body: object): Promise<string> {
  const answer = await owner.post(paths[object], body)
  return answer.status === 201 ? 'accepted' : answer.body.error.code
}

let lines = 0
async function byImport(object: Object, body: object): Promise<string> {
  const ref = object === 'endpoint' ? { ref: `parity ${++lines}` } : {}
  const { rejected } = await importValues(server, owner.consumerId, [{ object, ...ref, ...body }])
  return rejected[0]?.code ?? 'accepted'
}

const capability = { asset: 'EUR', rail: 'sepa' }
const endpoint = (fields: object) => ['endpoint', { type: 'mobile_money', address: '+14155552671', ...fields }] as const
const inputs: (readonly [Object, object])[] = [
  ['identity', { type: 'robot' }],
  ['identity', { type: 'user', display_name: 'x'.repeat(200) }],
  ['identity', { type: 'user', display_name: 'x'.repeat(201) }],
  ['identity', { type: 'user', display_name: null }],
  ['identity', { type: 'user', default_privacy_level: null }],
  ['identity', { type: 'user', default_privacy_level: 'PUBLIC' }],
  ['identity', { type: 'user', displayName: 'camel' }],
  ['alias', { type: 'username', value: '@admin' }],
  ['alias', { type: 'username', value: '@Parity.Name', privacy_level: null }],
  ['alias', { type: 'username', value: '@Parity.Name', is_primary: null }],
  ['alias', { type: 'username', value: '@Parity.Name', is_primary: 'true' }],
  ['alias', { type: 'username', value: '@Parity.Name', isPrimary: true }],
  ['alias', { type: 'email', value: 'nobody' }],
  endpoint({}),
  endpoint({ priority: -0 }),
  endpoint({ priority: null }),
  endpoint({ priority: '1' }),
  endpoint({ privacyLevel: 'public' }),
  endpoint({ address: '12' }),
  endpoint({ details: { operator: 'M-Pesa', country: 'KE' } }),
  endpoint({ details: {} }),
  endpoint({ details: [] }),
  endpoint({ details: { country: 'ZZ' } }),
  endpoint({ details: { memo: '1' } }),
  endpoint({ details: { nothing: '1' } }),
  endpoint({
    type: 'bank_account',
    details: { bank_code: { scheme: 'bic', value: 'DEUTDEFF' } },
    address: 'DE89370400440532013000',
  }),
  endpoint({
    type: 'bank_account',
    details: { bankCode: { scheme: 'bic', value: 'DEUTDEFF' } },
    address: 'DE89370400440532013000',
  }),
  endpoint({ type: 'bank_account', details: { bank_code: { scheme: 'bic' } }, address: 'DE89370400440532013000' }),
  endpoint({ capabilities: null }),
  endpoint({ capabilities: {} }),
  endpoint({ capabilities: [{ ...capability, min_amount: 1, max_amount: 2, supports_instant: true }] }),
  endpoint({ capabilities: [{ ...capability, minAmount: 1 }] }),
  endpoint({ capabilities: [{ ...capability, supportsInstant: true }] }),
  endpoint({ capabilities: [{ ...capability, min_amount: 2, max_amount: 1 }] }),
  endpoint({ capabilities: [{ ...capability, min_amount: -1 }] }),
  endpoint({ capabilities: [{ ...capability, asset: 'x'.repeat(65) }] }),
  endpoint({ capabilities: Array.from({ length: 51 }, () => capability) }),
]

test.each(inputs)('%s %j is judged alike by the API and by an import', async (object, fields) => {
  const body = object === 'identity' ? fields : { identity, ...fields }
  const api = await byApi(object, body)
  expect(await byImport(object, body)).toBe(api)
})

test('minus zero is stored as zero by both', async () => {
  const rows = await server.query<{ n: number }>`select count(*)::int as n from endpoint
    where priority::text = '-0' or capabilities::text like '%-0%'`
  expect(rows).toEqual([{ n: 0 }])
})

test.each(['alias', 'endpoint'] as const)(
  'the limit of an identity is the same for the API and an import: %s',
  async (object) => {
    const { body } = await owner.post('/v1/identities', { type: 'user' })
    const make = (n: number) =>
      object === 'alias'
        ? { identity: body.id, type: 'email', value: `limit${n}@example.com` }
        : { identity: body.id, type: 'mobile_money', address: '+14155552671' }
    const limit = { alias: 100, endpoint: 50 }[object]
    for (let n = 1; n < limit; n++) expect(await byImport(object, make(n))).toBe('accepted')
    expect(await byApi(object, make(limit))).toBe('accepted')
    expect(await byApi(object, make(limit + 1))).toBe('limit_reached')
    expect(await byImport(object, make(limit + 1))).toBe('limit_reached')
  },
)

test.each([
  ['alias', 'released', (n: number) => ({ type: 'email', value: `room${n}@example.com` }), 100],
  ['endpoint', 'removed', () => ({ type: 'mobile_money', address: '+14155552671' }), 50],
] as const)(
  'a line that ends a record makes room for the lines behind it: %s',
  async (object, ended, fields, limit) => {
    const { body } = await owner.post('/v1/identities', { type: 'user' })
    const make = (n: number) => ({ object, ref: `room ${n}`, identity: body.id, ...fields(n) })
    const full = Array.from({ length: limit }, (_, n) => make(n))
    expect((await importValues(server, owner.consumerId, full)).rejected).toEqual([])
    const lines = [{ object, ref: 'room 0', status: ended }, make(limit), make(limit + 1)]
    const { report, rejected } = await importValues(server, owner.consumerId, lines)
    expect([report.updated, report.created, rejected]).toEqual([
      1,
      1,
      [expect.objectContaining({ line: 3, code: 'limit_reached' })],
    ])
  },
)

test('an endpoint that a line removes makes room for capabilities', async () => {
  const { body } = await owner.post('/v1/identities', { type: 'user' })
  const capabilities = Array.from({ length: 50 }, (_, n) => ({ asset: `${n}`.padEnd(64, 'X'), rail: 'sepa' }))
  const make = (n: number) => ({
    ...{ object: 'endpoint', ref: `bytes ${n}`, identity: body.id, type: 'mobile_money' },
    ...{ address: '+14155552671', capabilities },
  })
  const first = await importValues(
    server,
    owner.consumerId,
    Array.from({ length: 50 }, (_, n) => make(n)),
  )
  const made = first.report.created
  expect(made).toBeLessThan(50)
  const lines = [{ object: 'endpoint', ref: 'bytes 0', status: 'removed' }, make(made), make(made + 1)]
  const { report, rejected } = await importValues(server, owner.consumerId, lines)
  expect([report.updated, report.created, rejected.length]).toEqual([1, 1, 1])
})
