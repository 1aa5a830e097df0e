import { generateKeyPairSync } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { decodeId } from '../../src/kernel/id.ts'
import { createProofNeeds } from '../../src/ownership/proofs/needs.ts'
import { activateSealingKey } from '../../src/releases/keys/store.ts'
import { createResolutionFacts } from '../../src/resolution/batching.ts'
import { statementsFor } from '../../src/resolution/facts-store.ts'
import { query, registryOf } from '../support/registry.ts'
import { type Answer, forTests, type Key, startTestServer } from '../support/server.ts'
import { naiveVerdict } from './naive-disclosure.ts'

const required = ['phone', 'email', 'payment_link'] as const

const server = forTests(() =>
  startTestServer({ env: { REQUIRE_PROOF: required.join(','), RESPONSE_STEP_SINGLE_MS: '1' } }),
)
const owner = forTests(() => server.key({ livemode: true }))
const vouching = forTests(() => server.key({ consumer: 'vouching', livemode: true }))
const payer = forTests(() => server.key({ consumer: 'payer', livemode: true }))
beforeAll(async () => {
  await server.query`update consumer set attests = true where name = 'vouching'`
  await server.query`alter table alias drop constraint alias_verification`
})

const resolve = (type: string, value: string, key = payer): Promise<Answer> =>
  server.send('POST', '/v1/resolve', { key: key.key, body: { type, value } })

/** Hours from now as a moment. */
const momentOf = (hours: number | 'infinity' | null) =>
  typeof hours === 'number' ? new Date(Date.now() + hours * 3_600_000).toISOString() : hours

type Known = { verification: string; method: string | null; expires: number | 'infinity' | null }

/** A live identity with a wallet that everybody may see. */
async function payee(key: Key): Promise<string> {
  const mine = registryOf(server, key)
  const identity = (await mine.identity()).id
  await mine.wallet(identity)
  return identity
}

/** An alias as the database has it once this is known of it. @returns its value as it is stored */
async function registered(key: Key, identity: string, type: string, value: string, known: Known): Promise<string> {
  const alias = await registryOf(server, key).alias(identity, type, value)
  await query(
    server,
    `update alias set verification = $2, verified_method = $3, proof_expires_at = $4 where type = $5 and value = $1`,
    [alias.value, known.verification, known.method, momentOf(known.expires), type],
  )
  return alias.value
}

let serial = 0
const fresh: Record<string, () => string> = {
  phone: () => `+1646${3_000_000 + ++serial}`,
  email: () => `p${++serial}@mail.example.net`,
  payment_link: () => `https://pay${++serial}.example.net`,
  page: () => `https://pay.example.net/to/${++serial}`,
  asked: () => `https://pay.example.net/?to=${++serial}`,
  code: () => `pay-code-${++serial}`,
}
const typeOf = (kind: string) => (['page', 'asked', 'code'].includes(kind) ? 'payment_link' : kind)

const states: Known[] = [
  { verification: 'none', method: null, expires: null },
  { verification: 'attested', method: 'sms', expires: null },
  { verification: 'unheard-of', method: 'well_known', expires: null },
  { verification: 'proved', method: 'sms_code', expires: null },
  { verification: 'proved', method: 'dns_txt', expires: 1 },
  ...([null, 1, -1, 'infinity'] as const).map((expires) => ({
    verification: 'proved',
    method: 'well_known',
    expires,
  })),
]

test('over every kind of alias, evidence and owner, resolve answers like the naive policy', {
  timeout: 120_000,
}, async () => {
  const needOf = createProofNeeds(required)
  const facts = createResolutionFacts(server.app.pool, { statements: statementsFor(needOf) })
  const lookUp = (type: string, value: string) =>
    facts.load({ livemode: true, type, value, skeleton: value, consumerId: payer.consumerId })
  let shown = 0
  async function compare(key: Key, identity: string, kind: string, known: Known, absent: object): Promise<void> {
    const type = typeOf(kind)
    const value = await registered(key, identity, type, fresh[kind]!(), known)
    const { verification, method, expires } = known
    const proof = {
      verification,
      method,
      isExpired: expires === -1 || expires === 'infinity',
      attests: key === vouching,
    }
    const need = needOf({ livemode: true, type, value })
    const verdict = naiveVerdict({
      caller: { livemode: true, scopes: ['resolve'] },
      alias: { id: 'a', livemode: true, status: 'registered', privacyLevel: 'public', proof },
      identity: { id: 'i', livemode: true, status: 'active' },
      grant: null,
      need,
      endpoints: [],
    })
    const isHidden = verdict === 'hidden'
    const { status } = await resolve(type, value)
    expect([kind, proof, status]).toEqual([kind, proof, isHidden ? 404 : 200])
    // An alias hidden for want of a proof causes the same reads as an absent one.
    if (isHidden) expect(await lookUp(type, value)).toEqual({ ...absent, need })
    else shown++
  }
  for (const kind of Object.keys(fresh)) {
    const absent = await lookUp(typeOf(kind), fresh[kind]!())
    for (const key of [owner, vouching]) {
      const identity = await payee(key)
      await Promise.all(states.map((known) => compare(key, identity, kind, known, absent)))
    }
  }
  expect(shown).toBeGreaterThan(30)
})

test('a miss for want of a proof is an unknown alias’s, byte for byte, and costs the same', async () => {
  const now = Date.now()
  const apart = await startTestServer({ env: { REQUIRE_PROOF: 'phone', RATE_LIMITS: 'on' }, clock: () => now })
  try {
    const key = await apart.key({ livemode: true })
    const mine = registryOf(apart, key)
    await mine.alias((await mine.identity()).id, 'phone', '+16465550123')
    const ask = async (consumer: string, value: string) => {
      const asking = await apart.key({ consumer, livemode: true })
      const answer = await asking.post('/v1/resolve', { type: 'phone', value })
      const headers = [...answer.headers].filter(([name]) => !['date', 'request-id'].includes(name))
      return [answer.status, answer.text.replaceAll(/req_\w+/g, 'req_'), headers]
    }
    const missing = await ask('first', '+16465550123')
    expect(missing[0]).toBe(404)
    expect(missing).toEqual(await ask('second', '+16465550199'))
  } finally {
    await apart.close()
  }
})

test('bulk, GraphQL and references miss like resolve, and so do payee checks and releases', async () => {
  const value = await registered(owner, await payee(owner), 'phone', fresh.phone!(), states[0]!)
  const bulk = await payer.post('/v1/resolve/bulk', { items: [{ type: 'phone', value }] })
  expect(bulk.body.results[0]).toMatchObject({ status: 'error', error: { code: 'alias_not_found' } })
  const document =
    'query ($a: String!, $of: [_Any!]!) { resolve(input: { alias: $a }) { identityId } _entities(representations: $of) { ... on Resolution { identityId } } }'
  const of = [{ __typename: 'Resolution', alias: value }]
  const asked = await payer.graphql(document, { a: value, of })
  expect(asked.body.data).toEqual({ resolve: null, _entities: [null] })
  const check = await payer.post('/v1/payee_checks', { alias: value, name: 'Ann Example' })
  expect(check.body.verdict).toBe('unavailable')
})

test('a release of an alias that is not proved is refused, and permitted once it is', async () => {
  const mine = registryOf(server, owner)
  const identity = (await mine.identity()).id
  const endpoint = await mine.wallet(identity, { release: 'public' })
  const alias = await mine.alias(identity, 'phone', fresh.phone!())
  const { publicKey } = generateKeyPairSync('x25519')
  const jwk = publicKey.export({ format: 'jwk' })
  const made = await payer.post('/v1/sealing_keys', { jwk })
  expect([made.status, made.text]).toEqual([201, expect.any(String)])
  await activateSealingKey(server.app.db, decodeId('sealingKey', made.body.id)!)
  const release = () =>
    payer.post('/v1/releases', { alias: alias.value, endpoint: endpoint.id, sealing_key: made.body.id })
  expect((await release()).body.error?.code).toBe('release_not_found')
  await server.query`update alias set verification = 'proved', verified_method = 'sms_code'
    where value = ${alias.value}`
  const ready = await release()
  expect([ready.status, ready.body.status]).toEqual([201, 'ready'])
  await server.query`update alias set verification = 'none', verified_method = null where value = ${alias.value}`
  expect((await payer.get(`/v1/releases/${ready.body.id}`)).body.status).toBe('failed')
})

test('test mode never requires a proof', async () => {
  const key = await server.key()
  const mine = registryOf(server, key)
  const identity = (await mine.identity()).id
  await mine.wallet(identity)
  const values = [
    ['phone', fresh.phone!()],
    ['email', fresh.email!()],
    ['payment_link', fresh.page!()],
  ] as const
  for (const [type, value] of values) {
    const alias = await mine.alias(identity, type, value)
    expect((await resolve(type, alias.value, key)).body.identity).toBe(identity)
  }
})

test('names that nothing proves resolve as ever, and so do types that are not listed', async () => {
  const mine = registryOf(server, owner)
  const identity = (await mine.identity()).id
  await mine.wallet(identity)
  const name = await mine.username(identity)
  expect((await resolve('username', name.value)).status).toBe(200)
})

test('a live caller is told the types that need a proof, and in test mode there are none', async () => {
  const asked = async ({ key }: Key) =>
    (await server.graphql(key, '{ viewer { requiredProofs } }')).body.data.viewer.requiredProofs
  expect([await asked(owner), await asked(await server.key())]).toEqual([[...required], []])
})
