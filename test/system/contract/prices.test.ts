import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { operatorCall } from '../../../src/cli/app.ts'
import { encodeId } from '../../../src/kernel/id.ts'
import { createSchema } from '../../../src/surfaces/graphql/schema.ts'
import { priced } from '../../../src/surfaces/operation-rows.ts'
import type { OperationField } from '../../../src/surfaces/operations.ts'
import { otherPrices, type Price } from '../../../src/surfaces/prices.ts'
import { routes } from '../../../src/surfaces/rest/routes.ts'
import { registryForTests } from '../../support/registry.ts'
import { type Answer, forTests, type Key } from '../../support/server.ts'

/* Each operation costs what docs/reference/limits.md states. The clock stands still: nothing is refilled meanwhile. */

const now = Date.now()
let last = 0
const env = { RATE_LIMITS: 'on', RATE_LIMIT_REQUESTS_TEST: '100000 + 1/s', TRUST_PROXY: '127.0.0.1' }
const { server, owner } = registryForTests({ env, clock: () => now })
const asker = forTests(() => server.key({ consumer: 'asker' }))

const fresh = () => `name.${++last}`
const post = (key: Key, path: string, body: unknown): Promise<Answer> => key.post(path, body)

async function alias(key: Key, level: string): Promise<{ identity: string; value: string }> {
  const identity = (await post(key, '/v1/identities', { type: 'user' })).body.id
  const value = fresh()
  await post(key, '/v1/aliases', { identity, type: 'username', value, privacy_level: level })
  return { identity, value }
}

/** Returns what a request takes from the asker's buckets. Those of a pair of consumers are drawn from the store alone. */
async function costOf(send: () => Promise<unknown>): Promise<Record<string, number>> {
  const caller = { consumerId: asker.consumerId, livemode: false }
  const read = () => server.app.limits.read({ caller } as never)
  const before = await read()
  await send()
  const after = await read()
  return Object.fromEntries(
    before
      .map(({ policy, remaining }, at) => [policy, remaining - after[at]!.remaining] as const)
      .filter(([, cost]) => cost !== 0),
  )
}

/** Of a cost what the caller itself can read. */
const shown = ({ grants, releases, unauthenticated, ...cost }: Price['success']) => cost

const prices = Object.fromEntries(priced)

test('every route and root field has a price, and nothing else has one', () => {
  const schema = createSchema()
  const fields = (['Query', 'Mutation'] as const).flatMap((type) =>
    Object.keys(schema.getRootType(type.toLowerCase() as never)!.getFields()).map((name) => `${type}.${name}`),
  )
  expect([...new Set([...fields, ...routes.map(({ maps }) => maps)])].toSorted()).toEqual(
    Object.keys(prices).toSorted(),
  )
})

test('no revealing answer is free', () => {
  for (const price of Object.values({ ...prices, ...otherPrices }) as Price[]) {
    if (price.tells === null || price.success === undefined) continue
    const paid = Object.values(price.failure).reduce((sum, count) => sum + count, 0)
    expect(paid).toBeGreaterThan(0)
  }
})

const absent: Record<string, string> = {
  identities: encodeId('identity', '00000000-0000-4000-8000-000000000000'),
  aliases: encodeId('alias', '00000000-0000-4000-8000-000000000000'),
}

test.each(routes.map((route) => [`${route.verb} ${route.path}`, route] as const))(
  '%s costs a request when it finds nothing or is malformed',
  async (_, { verb, path }) => {
    const url = path.replaceAll(/:\w+/g, () => absent[path.split('/')[2]!] ?? 'nonsense')
    const send = () =>
      server.send(verb, url, { key: asker.key, ...(verb === 'POST' || verb === 'PATCH' ? { body: { odd: 1 } } : {}) })
    expect(await costOf(send)).toEqual({ requests: 1 })
  },
)

type Probe = {
  price: OperationField
  succeeds: () => Promise<() => Promise<Answer>>
  fails: () => Promise<() => Promise<Answer>>
}
const resolve = (value: string) => () => post(asker, '/v1/resolve', { alias: `@${value}` })
const bulk = (value: string) => () => post(asker, '/v1/resolve/bulk', { items: [`@${value}`] })
const named = async () => {
  const { identity, value } = await alias(owner, 'public')
  const { body } = await post(owner, `/v1/identities/${identity}/payee_names`, { kind: 'legal', name: 'John Smith' })
  await server.app.services.payeeNames.attest(operatorCall(server.app), body.id)
  return value
}
const pointer = { type: 'payment_pointer', address: '$pay.example.com/shop' }
const shop = async () => {
  const { body } = await post(owner, '/v1/identities', { type: 'merchant' })
  const value = fresh()
  await post(owner, '/v1/aliases', { identity: body.id, type: 'username', value, privacy_level: 'public' })
  await post(owner, '/v1/endpoints', { identity: body.id, ...pointer, privacy_level: 'public' })
  return value
}
const destined = (value: string) => ({ alias: `@${value}`, destination: pointer })
const checkDestination = (value: string) => () => post(asker, '/v1/destination_checks', destined(value))
const checkDestinations = (value: string) => () =>
  post(asker, '/v1/destination_checks/bulk', { items: [destined(value)] })
const question = (value: string) => ({ alias: `@${value}`, name: 'John Smith' })
const check = (value: string) => () => post(asker, '/v1/payee_checks', question(value))
const checks = (value: string) => () => post(asker, '/v1/payee_checks/bulk', { items: [question(value)] })
let payersKey: string | undefined
async function sealingKey(): Promise<string> {
  if (payersKey !== undefined) return payersKey
  const { x } = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' })
  const { body } = await post(asker, '/v1/sealing_keys', { jwk: { kty: 'OKP', crv: 'X25519', x } })
  await server.app.pool.query('update sealing_key set usable_at = now()')
  payersKey = body.id as string
  return payersKey
}
async function releaseOf(release: string) {
  const { identity, value } = await alias(owner, 'public')
  const account = {
    identity,
    type: 'bank_account',
    address: 'DE89370400440532013000',
    privacy_level: 'public',
    release,
  }
  const { body } = await post(owner, '/v1/endpoints', account)
  const asked = { alias: `@${value}`, endpoint: body.id, sealing_key: await sealingKey() }
  return () => post(asker, '/v1/releases', asked)
}
const entities = (value: string) => () =>
  asker.graphql('query ($all: [_Any!]!) { _entities(representations: $all) { ... on Resolution { alias } } }', {
    all: [{ __typename: 'Resolution', alias: `@${value}` }],
  })

async function challenge(): Promise<string> {
  const { identity } = await alias(asker, 'private')
  const address = { identity, type: 'email', value: `${fresh()}@mail.example` }
  const { id } = (await post(asker, '/v1/aliases', address)).body
  return (await post(asker, `/v1/aliases/${id}/challenges`, { method: 'email_code' })).body.id
}
const answer = (id: string, code: string) => () => post(asker, `/v1/challenges/${id}/answer`, { code })

const probes: Record<string, Probe> = {
  resolve: {
    price: 'Query.resolve',
    succeeds: async () => resolve((await alias(owner, 'public')).value),
    fails: async () => resolve((await alias(owner, 'private')).value),
  },
  'resolve of nothing': {
    price: 'Query.resolve',
    succeeds: async () => resolve((await alias(owner, 'unlisted')).value),
    fails: async () => resolve(fresh()),
  },
  bulk: {
    price: 'Query.resolveBulk',
    succeeds: async () => bulk((await alias(owner, 'public')).value),
    fails: async () => bulk((await alias(owner, 'private')).value),
  },
  entities: {
    price: 'Query._entities',
    succeeds: async () => entities((await alias(owner, 'public')).value),
    fails: async () => entities((await alias(owner, 'private')).value),
  },
  'check a payee': {
    price: 'Query.checkPayee',
    succeeds: async () => check(await named()),
    fails: async () => check(fresh()),
  },
  'check payees': {
    price: 'Query.checkPayees',
    succeeds: async () => checks(await named()),
    fails: async () => checks(fresh()),
  },
  'check a destination': {
    price: 'Query.checkDestination',
    succeeds: async () => checkDestination(await shop()),
    fails: async () => checkDestination(fresh()),
  },
  'check destinations': {
    price: 'Query.checkDestinations',
    succeeds: async () => checkDestinations(await shop()),
    fails: async () => checkDestinations(fresh()),
  },
  'create alias': {
    price: 'Mutation.createAlias',
    async succeeds() {
      const { identity } = await alias(asker, 'private')
      return () => post(asker, '/v1/aliases', { identity, type: 'username', value: fresh() })
    },
    async fails() {
      const [{ identity }, { value }] = [await alias(asker, 'private'), await alias(owner, 'private')]
      return () => post(asker, '/v1/aliases', { identity, type: 'username', value })
    },
  },
  'answer a challenge': {
    price: 'Mutation.answerChallenge',
    succeeds: async () => answer(await challenge(), '000000'),
    fails: async () => answer(await challenge(), 'wrong'),
  },
  'claim an alias': {
    price: 'Mutation.createClaim',
    async succeeds() {
      const { identity } = await alias(asker, 'private')
      const claim = { identity, type: 'email', value: `${fresh()}@mail.example`, kind: 'ownership' }
      return () => post(asker, '/v1/claims', claim)
    },
    fails: async () => () =>
      post(asker, '/v1/claims', {
        identity: absent.identities,
        type: 'email',
        value: 'a@b.example',
        kind: 'ownership',
      }),
  },
  'grant consent': {
    price: 'Mutation.grantConsent',
    async succeeds() {
      const { identity } = await alias(asker, 'private')
      return () => post(asker, '/v1/consent_grants', { identity, consumer: owner.consumer, covers: { all: true } })
    },
    async fails() {
      const { identity } = await alias(asker, 'private')
      const consumer = encodeId('consumer', '00000000-0000-4000-8000-000000000000')
      return () => post(asker, '/v1/consent_grants', { identity, consumer, covers: { all: true } })
    },
  },
  'widen a grant': {
    price: 'Mutation.updateConsentGrant',
    async succeeds() {
      const { identity } = await alias(asker, 'private')
      const body = { identity, consumer: owner.consumer, covers: { all: true }, expires_at: 4_000_000_000 }
      const { id } = (await post(asker, '/v1/consent_grants', body)).body
      return () => asker.patch(`/v1/consent_grants/${id}`, { expires_at: null })
    },
    fails: async () => () =>
      asker.patch(`/v1/consent_grants/${encodeId('consentGrant', '00000000-0000-4000-8000-000000000000')}`, {
        covers: { all: true },
      }),
  },
  'release an endpoint': {
    price: 'Mutation.createRelease',
    succeeds: async () => releaseOf('public'),
    fails: async () => releaseOf('never'),
  },
  'request consent': {
    price: 'Mutation.requestConsent',
    async succeeds() {
      const { value } = await alias(owner, 'private')
      return () => post(asker, '/v1/consent_requests', { alias: `@${value}` })
    },
    fails: async () => () => post(asker, '/v1/consent_requests', { alias: 'no such type' }),
  },
}

test.each(Object.entries(probes))('%s costs the price of its row', async (_, { price, succeeds, fails }) => {
  const { success, failure } = prices[price] as Price
  expect(await costOf(await succeeds())).toEqual(shown(success))
  expect(await costOf(await fails())).toEqual(shown(failure))
})

test('every question about aliases or other consumers is probed', () => {
  const dear = Object.entries(prices as Record<string, Price>)
    .filter(([, { success, failure }]) =>
      Object.keys({ ...success, ...failure }).some((policy) => policy !== 'requests'),
    )
    .map(([name]) => name)
  expect([...new Set(Object.values(probes).map(({ price }) => price))].toSorted()).toEqual(dear.toSorted())
})

test('a refusal of a create that does not depend on the alias costs a request alone', async () => {
  const { value } = await alias(owner, 'private')
  const { identity } = await alias(owner, 'private')
  for (const name of [value, fresh()]) {
    const send = () => post(asker, '/v1/aliases', { identity, type: 'username', value: name })
    expect(await costOf(send)).toEqual({ requests: 1 })
  }
})

test('a request without a working key costs its network a failed authentication', async () => {
  let network = 0
  const refusals: Record<string, (headers: Record<string, string>) => Promise<Answer>> = {
    'no key': (headers) => server.send('GET', '/v1/me', { headers }),
    'a wrong key': (headers) =>
      server.send('GET', '/v1/me', { headers: { ...headers, authorization: 'Bearer wrong' } }),
    'GraphQL without a key': (headers) => server.graphql(undefined, '{ viewer { id } }', {}, headers),
    'a document that is none': (headers) => server.graphql(undefined, '{ nothing', {}, headers),
    'a document of unknown fields': (headers) => server.graphql(undefined, '{ nothing }', {}, headers),
  }
  for (const [name, send] of Object.entries(refusals)) {
    const headers = { 'x-forwarded-for': `198.51.${++network}.1` }
    for (let sent = 0; sent < 60; sent++) expect((await send(headers)).status, name).not.toBe(429)
    expect((await send(headers)).status, name).toBe(429)
  }
})

test('a document that is refused before it runs costs a request', async () => {
  for (const document of [
    '{ nothing }',
    '{ viewer',
    `{ ${'a'.repeat(10)}: viewer { id { id } } }`,
    'mutation { nothing }',
  ]) {
    expect(await costOf(() => asker.graphql(document))).toEqual({ requests: 1 })
  }
})
