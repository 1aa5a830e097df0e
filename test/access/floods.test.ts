import { expect, test } from 'vitest'
import { forTests, type Key, startTestServer } from '../support/server.ts'

/* The log entries that one consumer can cause at another are bounded, however its requests are batched. */

let now = Date.now()
const server = forTests(() =>
  startTestServer({
    env: { RATE_LIMITS: 'on', RATE_LIMIT_GRANTS: '10 + 60/min' },
    clock: () => now,
  }),
)

async function identity({ key }: Key): Promise<string> {
  return (await server.send('POST', '/v1/identities', { key, body: { type: 'user' } })).body.id
}

const left = async ({ key }: Key): Promise<number> =>
  (await server.send('GET', '/v1/limits', { key })).body.data[0].remaining

test('each mutation of a document is a request, and a document that cannot be paid for runs none', async () => {
  const key = await server.key({ consumer: 'packer' })
  const id = await identity(key)
  const field = (index: number) => `m${index}: updateIdentity(id: "${id}", input: { displayName: "${index}" }) { id }`
  const ten = `mutation { ${Array.from({ length: 10 }, (_, index) => field(index)).join(' ')} }`
  const before = await left(key)
  expect((await server.graphql(key.key, ten)).body.errors).toBeUndefined()
  // Ten for the document, one for the look at what is left.
  expect(before - (await left(key))).toBe(11)
  // Fragments and aliases are no way around it.
  const spread = `mutation { ...A } fragment A on Mutation { ${field(1)} ...B } fragment B on Mutation { ${field(2)} }`
  const earlier = await left(key)
  await server.graphql(key.key, spread)
  expect(earlier - (await left(key))).toBe(3)

  let answer = await server.graphql(key.key, ten)
  for (let sent = 0; answer.status === 200 && sent < 30; sent++) answer = await server.graphql(key.key, ten)
  expect(answer.status).toBe(429)
  expect(answer.body.data).toBeUndefined()
  expect(answer.body.errors[0].extensions).toMatchObject({ code: 'RATE_LIMITED', param: 'requests' })
  expect(answer.headers.get('retry-after')).not.toBeNull()
})

test('grants to one grantee have a separate bucket; revoking is never refused, and failures cost nothing', async () => {
  const [owner, victim, other] = [
    await server.key({ consumer: 'owner' }),
    await server.key({ consumer: 'victim' }),
    await server.key({ consumer: 'other' }),
  ]
  const id = await identity(owner)
  const grant = (to: string, identity = id, headers = {}) => {
    const body = { identity, consumer: to, covers: { all: true } }
    return owner.post('/v1/consent_grants', body, headers)
  }
  for (let n = 0; n < 12; n++) expect((await grant(victim.consumer, 'idn_absent')).status).toBe(404)
  for (let n = 0; n < 12; n++) expect((await grant('apc_00000000000000000000000000')).status).toBe(404)
  const first = await grant(victim.consumer, id, { 'idempotency-key': 'one' })
  for (let n = 0; n < 12; n++) {
    expect((await grant(victim.consumer, id, { 'idempotency-key': 'one' })).body.id).toBe(first.body.id)
  }
  const others = await Promise.all(Array.from({ length: 15 }, () => identity(owner)))
  const parallel = await Promise.all(others.map((one) => grant(victim.consumer, one)))
  expect(parallel.filter(({ status }) => status === 201)).toHaveLength(9)
  const refused = parallel.find(({ status }) => status === 429)!
  expect(refused.body.error).toMatchObject({ code: 'rate_limited', param: 'grants' })

  const events = async (key: Key) =>
    (await server.send('GET', '/v1/events?limit=100', { key: key.key })).body.data.length
  expect(await events(victim)).toBe(10)
  expect((await grant(other.consumer)).status).toBe(201)
  const standing = (await owner.get(`/v1/identities/${id}/consent_grants?limit=100`)).body
  for (const { id, status } of standing.data) {
    if (status === 'active') {
      expect((await owner.remove(`/v1/consent_grants/${id}`)).status).toBe(200)
    }
  }
  expect(await events(victim)).toBe(11)
  now += 1_000
  expect((await grant(victim.consumer)).status).toBe(201)
  expect((await grant(victim.consumer)).status).toBe(429)
})
