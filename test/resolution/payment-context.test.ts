import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { failure, registryForTests } from '../support/registry.ts'
import { type Body, forTests, startTestServer } from '../support/server.ts'
import { alias, registerPayable } from './payable.ts'

const encryptionKey = randomBytes(32)
const { server, mine } = registryForTests({ encryptionKey })
const payer = forTests(() => server.key({ consumer: 'payer', scopes: ['resolve'] }))
const ids = forTests(() => registerPayable(mine))

const resolve = async (payment?: object, key = payer.key): Promise<Body> =>
  (await server.send('POST', '/v1/resolve', { key, body: { alias, ...(payment && { for: payment }) } })).body
const shown = ({ endpoints }: Body): string[] =>
  endpoints.map(({ id }: Body) => Object.keys(ids).find((n) => ids[n] === id))

test('those that can take the payment remain, the best first', async () => {
  expect(shown(await resolve())).toEqual(['small', 'large', 'instant', 'wallet'])
  expect(shown(await resolve({ asset: 'eur' }))).toEqual(['small', 'instant', 'large'])
  expect(shown(await resolve({ asset: 'EUR', amount: 200 }))).toEqual(['instant', 'large'])
  expect(shown(await resolve({ asset: 'EUR', amount: 20 }))).toEqual(['small', 'instant'])
  expect(shown(await resolve({ rail: 'onchain' }))).toEqual(['wallet'])
})

test('the counts are of returned endpoints, and no more of an endpoint is shown', async () => {
  const [all, some] = [await resolve(), await resolve({ rail: 'onchain' })]
  expect(some.disclosure).toEqual({ ...all.disclosure, disclosed: 1, visible: all.endpoints.length })
  expect(some.disclosure.total_endpoints).toBe(5)
  expect(some.endpoints).toEqual([all.endpoints[3]])
  for (const { capabilities } of all.endpoints) {
    for (const one of capabilities)
      expect(['asset', 'network', 'rail']).toEqual(expect.arrayContaining(Object.keys(one)))
  }
})

test('none that can take it is a resolved answer, and no miss', async () => {
  const answer = await payer.post('/v1/resolve', { alias, for: { asset: 'XAU' } })
  expect([answer.status, answer.body.endpoints, answer.body.disclosure.disclosed]).toEqual([200, [], 0])
})

test('an item of a bulk has its own payment, and a wrong one fails alone', async () => {
  const items = [
    alias,
    { alias, for: { rail: 'onchain' } },
    { alias, for: { amount: 5 } },
    { alias, for: { asset: 'EUR' } },
  ]
  const { body } = await payer.post('/v1/resolve/bulk', { items })
  expect(body.results.map((entry: Body) => entry.error?.code ?? entry.endpoints.length)).toEqual([
    4,
    1,
    'parameter_missing',
    3,
  ])
})

test.each(['', '\ufeff'])(
  'an amount of more than 15 significant digits is refused, not rounded (after %j)',
  async (mark) => {
    const asked = `{"alias":"${alias}","for":{"asset":"EUR","amount":100.00000000000000001}}`
    expect(failure(await payer.post('/v1/resolve', `${mark}${asked}`))).toMatchObject({ param: 'for.amount' })
    const { body } = await payer.post('/v1/resolve/bulk', `${mark}{"items":["${alias}",${asked}]}`)
    expect(body.results.map((entry: Body) => entry.error?.code)).toEqual([undefined, 'parameter_invalid'])
    const literal = asked.replace(/"(\w+)":/g, '$1:')
    const { errors } = (await payer.graphql(`{ resolve(input: ${literal}) { endpoints { id } } }`)).body
    expect(errors[0].extensions).toMatchObject({ code: 'PARAMETER_INVALID', param: 'amount' })
  },
)

test('an error names its field', async () => {
  const send = (payment: unknown) => payer.post('/v1/resolve', { alias, for: payment })
  expect(failure(await send({ amount: 5 }))).toMatchObject({ code: 'parameter_missing', param: 'for.asset' })
  expect(failure(await send({ currency: 'EUR' })).code).toBe('parameter_unknown')
  expect((await send(null)).status).toBe(400)
})

test('GraphQL takes it with the alias or with the field, and so does a router', async () => {
  const { body } = await payer.graphql(
    `query ($alias: String!, $all: [_Any!]!) {
      resolve(input: { alias: $alias, for: { rail: "onchain" } }) { endpoints { id } disclosure { disclosed } }
      whole: resolve(input: { alias: $alias }) { some: endpoints(for: { asset: "EUR", amount: 200 }) { id } all: endpoints { id } }
      _entities(representations: $all) { ... on Resolution { endpoints(for: { rail: "onchain" }) { id } } }
    }`,
    {
      alias,
      all: [
        { __typename: 'Resolution', alias },
        { __typename: 'Resolution', alias: '@nobody.at.all' },
      ],
    },
  )
  expect(body.data).toEqual({
    resolve: { endpoints: [{ id: ids.wallet }], disclosure: { disclosed: 1 } },
    whole: {
      some: [{ id: ids.instant }, { id: ids.large }],
      all: [{ id: ids.small }, { id: ids.large }, { id: ids.instant }, { id: ids.wallet }],
    },
    _entities: [{ endpoints: [{ id: ids.wallet }] }, null],
  })
})

test('the disclosure record has the returned endpoints', async () => {
  const asker = await server.key({ consumer: 'asker', scopes: ['resolve'] })
  await resolve({ rail: 'onchain' }, asker.key)
  const read = () => mine.get(`/v1/identities/${ids.identity}/disclosures?consumer=${asker.consumer}`)
  await expect.poll(async () => (await read()).data.length, { timeout: 5_000 }).toBe(1)
  expect((await read()).data[0].endpoints).toEqual([ids.wallet])
})

test('ten amounts an hour are free, each further one costs a miss, a repeat none', async () => {
  // Less than one miss is refilled during the test.
  const env = { RATE_LIMITS: 'on', RATE_LIMIT_MISSES: '200 + 1/day' }
  const limited = await startTestServer({ database: server.database, encryptionKey, env })
  const { key } = await server.key({ consumer: 'feeler', scopes: ['resolve'] })
  const misses = async () =>
    (await limited.send('GET', '/v1/limits', { key })).body.data.find(({ policy }: Body) => policy === 'misses')
      .remaining
  const ask = (amount: number) =>
    limited.send('POST', '/v1/resolve', { key, body: { alias, for: { asset: 'EUR', amount } } })
  for (let amount = 1; amount <= 10; amount++) expect((await ask(amount)).status).toBe(200)
  expect(await misses()).toBe(2_000)
  expect([(await ask(11)).status, (await ask(12)).status, (await ask(3)).status]).toEqual([200, 200, 200])
  expect(await misses()).toBe(1_998)
  await limited.close()
})

test('a bulk that is refused for its amounts waits like an answer with its misses, and records no disclosure', async () => {
  const env = { RATE_LIMITS: 'on', RATE_LIMIT_MISSES: '1 + 1/day', DISCLOSURE_RECORDS_SYNC: 'on' }
  const limited = await startTestServer({ database: server.database, encryptionKey, env })
  const { key, consumerId } = await limited.key({ consumer: 'prober', scopes: ['resolve'] })
  const bulk = async (...items: unknown[]) =>
    (await limited.send('POST', '/v1/resolve/bulk', { key, body: { items } })).status
  const asking = (amount: number) => ({ alias, for: { asset: 'EUR', amount } })
  const unknown = (count: number) => Array.from({ length: count }, (_, n) => `@nobody.${'x'.repeat(n + 1)}`)
  const recorded = async () =>
    (await server.query`select from disclosure_record where consumer_id = ${consumerId}`).length
  // Ten misses in test mode: the eleventh amount finds the bucket empty only after the two misses beside it.
  expect(await bulk(...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(asking))).toBe(200)
  expect(await bulk(...unknown(9))).toBe(200)
  const held = limited.app.quantise.counts.bulk.released
  expect(await bulk(...unknown(2), asking(11))).toBe(429)
  expect([await recorded(), limited.app.quantise.counts.bulk.released - held]).toEqual([10, 1])
  await limited.close()
})
