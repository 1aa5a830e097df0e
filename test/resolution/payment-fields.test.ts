import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { registryForTests } from '../support/registry.ts'
import { type Body, forTests, startTestServer, type TestServer } from '../support/server.ts'
import { alias, registerPayable } from './payable.ts'

const encryptionKey = randomBytes(32)
const { server, mine } = registryForTests({ encryptionKey })
const payer = forTests(() => server.key({ consumer: 'payer', scopes: ['resolve'] }))
const ids = forTests(() => registerPayable(mine))

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const wallets = { asset: 'usdc' }
const selections: readonly (readonly [string, string, string[]])[] = [
  ['none can take it', 'endpoints(for: { asset: "JPY" }) { id }', []],
  ['one field', 'endpoints(for: { rail: "onchain" }) { id }', ['wallet']],
  ['a variable', 'endpoints(for: $wallets) { id }', ['wallet']],
  ['a variable within', 'endpoints(for: { asset: $asset, amount: 20 }) { id }', ['small', 'instant']],
  ['two alike', 'a: endpoints(for: $wallets) { id } b: endpoints(for: { asset: "usdc" }) { id }', ['wallet']],
  [
    'two that differ',
    'a: endpoints(for: { asset: "EUR", amount: 200 }) { id } b: endpoints(for: $wallets) { id }',
    ['large', 'instant', 'wallet'],
  ],
  ['fragments', '...Some ... on Resolution { b: endpoints(for: { asset: "JPY" }) { id } } ...Some', ['wallet']],
  [
    'what is skipped',
    'all: endpoints @skip(if: $yes) { id } ... @include(if: $no) { b: endpoints { id } } a: endpoints(for: $wallets) { id }',
    ['wallet'],
  ],
  ['all beside one', 'endpoints(for: $wallets) { id } all: endpoints { id }', ['small', 'large', 'instant', 'wallet']],
  ['a variable that is not given', 'endpoints(for: $none) { id }', ['small', 'large', 'instant', 'wallet']],
  ['an empty one', 'endpoints(for: {}) { id }', ['small', 'large', 'instant', 'wallet']],
]
const documentOf = (selection: string) => `query ($alias: String!, $all: [_Any!]!, $wallets: PaymentContextInput,
  $none: PaymentContextInput, $asset: String, $yes: Boolean!, $no: Boolean!) {
  resolve(input: { alias: $alias }) @include(if: $no) { all: endpoints { id } }
  resolve(input: { alias: $alias }) { ...Shown }
  _entities(representations: $all) { ... on Resolution { ...Shown } }
  unused: resolve(input: { alias: $alias }) @skip(if: $yes) { ...Some all: endpoints(for: $none) { id } asset: endpoints(for: { asset: $asset }) { id } }
}
fragment Some on Resolution { endpoints(for: $wallets) { id } }
fragment Shown on Resolution { ${selection} disclosure { disclosed } assurance { changed { endpointId } } }`

describe.each([false, true])(
  'counts, assurance and records cover exactly the returned fields (compiled: %s)',
  (isTrusted) => {
    let surface: TestServer
    let folder: string
    beforeAll(async () => {
      folder = mkdtempSync(join(inject('postgres').scratch, 'payments-'))
      const path = join(folder, 'trusted.json')
      const documents = selections.map(([, selection]) => documentOf(selection))
      writeFileSync(path, JSON.stringify(Object.fromEntries(documents.map((text) => [sha256(text), text]))))
      const env = isTrusted ? { TRUSTED_DOCUMENTS: path } : {}
      surface = await startTestServer({ database: server.database, encryptionKey, env })
    })
    afterAll(async () => {
      await surface.close()
      rmSync(folder, { recursive: true })
    })

    test.each(selections)('%s', async (_, selection, expected) => {
      const wanted = expected.map((name) => ids[name]!).sort()
      const asker = await surface.key({ consumer: `asker ${isTrusted} ${selection}`, scopes: ['resolve'] })
      const variables = {
        alias,
        all: [{ __typename: 'Resolution', alias }],
        wallets,
        asset: 'EUR',
        yes: true,
        no: false,
      }
      for (const asked of [2, 4]) {
        const { body } = await surface.graphql(asker.key, documentOf(selection), variables)
        expect(body.errors).toBeUndefined()
        for (const { disclosure, assurance, ...lists } of [body.data.resolve, ...body.data._entities]) {
          const returned = new Set((Object.values(lists) as Body[][]).flat().map(({ id }) => id))
          expect([...returned].sort()).toEqual(wanted)
          expect(disclosure.disclosed).toBe(wanted.length)
          expect(assurance.changed.map(({ endpointId }: Body) => endpointId).sort()).toEqual(wanted)
        }
        const read = () => mine.get(`/v1/identities/${ids.identity}/disclosures?consumer=${asker.consumer}`)
        await expect.poll(async () => (await read()).data.length, { timeout: 5_000 }).toBe(asked)
        for (const { endpoints } of (await read()).data) expect(endpoints.toSorted()).toEqual(wanted)
      }
    })
  },
)

test('a payment of the input and one of a field both narrow, and each field keeps its order', async () => {
  const { body } = await payer.graphql(
    `query ($alias: String!) {
      both: resolve(input: { alias: $alias, for: { asset: "EUR", amount: 20 } }) {
        endpoints(for: { asset: "EUR", amount: 200 }) { id } disclosure { disclosed } }
      two: resolve(input: { alias: $alias }) {
        a: endpoints(for: { asset: "EUR" }) { id } b: endpoints(for: { rail: "onchain" }) { id } disclosure { disclosed } }
      none: resolve(input: { alias: $alias }) { disclosure { disclosed } }
    }`,
    { alias },
  )
  expect(body.data).toEqual({
    both: { endpoints: [{ id: ids.instant }], disclosure: { disclosed: 1 } },
    two: {
      a: [{ id: ids.small }, { id: ids.instant }, { id: ids.large }],
      b: [{ id: ids.wallet }],
      disclosure: { disclosed: 4 },
    },
    none: { disclosure: { disclosed: 4 } },
  })
})

test('an invalid payment of a field is refused alike for hits and misses, and at no other field', async () => {
  const absent = '@nobody.at.all'
  const { body } = await payer.graphql(
    `query ($alias: String!, $absent: String!, $all: [_Any!]!) {
      found: resolve(input: { alias: $alias }) { endpoints(for: { amount: 5 }) { id } }
      missed: resolve(input: { alias: $absent }) { endpoints(for: { amount: 5 }) { id } }
      wrong: _entities(representations: $all) { ... on Resolution { endpoints(for: { amount: 5 }) { id } } }
      right: _entities(representations: $all) { ... on Resolution { endpoints(for: { rail: "onchain" }) { id } } }
    }`,
    { alias, absent, all: [alias, absent].map((one) => ({ __typename: 'Resolution', alias: one })) },
  )
  expect(body.data).toEqual({
    found: null,
    missed: null,
    wrong: [null, null],
    right: [{ endpoints: [{ id: ids.wallet }] }, null],
  })
  const told = body.errors.map(
    ({ path, extensions }: Body) => `${path.join('.')} ${extensions.code} ${extensions.param}`,
  )
  expect(told.sort()).toEqual(
    ['found', 'missed', 'wrong.0', 'wrong.1'].map((path) => `${path} PARAMETER_MISSING for.asset`),
  )
})

test('an amount of a field is counted once, however many fields name it', async () => {
  // No bucket fills up meanwhile.
  const now = Date.now()
  const env = { RATE_LIMITS: 'on' }
  const limited = await startTestServer({ database: server.database, encryptionKey, env, clock: () => now })
  const { key } = await server.key({ consumer: 'field feeler', scopes: ['resolve'] })
  const misses = async () =>
    (await limited.send('GET', '/v1/limits', { key })).body.data.find(({ policy }: Body) => policy === 'misses')
      .remaining
  const named = (amount: number, name = 'endpoints') =>
    `${name}: endpoints(for: { asset: "EUR", amount: ${amount} }) { id }`
  const ask = async (selection: string) =>
    (
      await limited.graphql(key, `query ($alias: String!) { resolve(input: { alias: $alias }) { ${selection} } }`, {
        alias,
      })
    ).body.errors
  for (let amount = 1; amount <= 10; amount++) expect(await ask(named(amount))).toBeUndefined()
  expect(await misses()).toBe(2_000)
  expect(await ask(named(11))).toBeUndefined()
  expect(await misses()).toBe(1_999)
  expect(await ask(`${named(3)} endpoints2: endpoints { id }`)).toBeUndefined()
  expect(await misses()).toBe(1_999)
  expect(await ask(`${named(12)} ${named(13, 'b')} all: endpoints { id }`)).toBeUndefined()
  expect(await misses()).toBe(1_997)
  await limited.close()
})
