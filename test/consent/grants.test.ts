import { expect, test } from 'vitest'
import { eventsOf, failure, freshName, registryForTests, registryOf } from '../support/registry.ts'
import { forTests, type Key } from '../support/server.ts'

const { server, owner, mine } = registryForTests()
const payer = forTests(() => server.key({ consumer: 'payer', scopes: ['resolve'] }))
const payers = registryOf(server, payer)

const grant = (body: object, key = owner.key) => server.send('POST', '/v1/consent_grants', { key, body })

/** An identity behind a consent_required alias with one public and two consent_required endpoints. */
async function guarded() {
  const identity = (await mine.identity()).id
  const alias = await mine.username(identity, freshName('guarded'), { privacy_level: 'consent_required' })
  const level = { privacy_level: 'consent_required' }
  const [open, first, second] = [
    await mine.wallet(identity),
    await mine.account(identity, level),
    await mine.wallet(identity, level),
  ]
  const seen = async () => {
    const { status, body } = await payers.resolve(alias.value)
    return status === 200 ? body.endpoints.map(({ id }: { id: string }) => id).sort() : status
  }
  return { identity, alias, open: open.id, first: first.id, second: second.id, seen }
}

test('a grant carries every field of the record to its owner', async () => {
  const { identity, alias, first } = await guarded()
  const expires_at = Math.floor(Date.now() / 1000) + 3600
  const answer = await grant({
    identity,
    consumer: payer.consumer,
    covers: { aliases: [alias.id, alias.id], endpoints: [first] },
    purpose: 'payroll',
    expires_at,
  })
  expect(answer.status).toBe(201)
  expect(answer.body).toEqual({
    object: 'consent_grant',
    id: expect.stringMatching(/^cgr_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
    livemode: false,
    identity,
    status: 'active',
    expires_at,
    consumer: payer.consumer,
    consumer_record: { id: payer.consumer, name: expect.any(String), display_name: null },
    covers: { all: false, aliases: [alias.id], endpoints: [first] },
    release: [],
    purpose: 'payroll',
    version: 1,
    revoked_at: null,
    created: expect.any(Number),
    updated: answer.body.created,
  })
  expect(await mine.get(`/v1/consent_grants/${answer.body.id}`)).toEqual(answer.body)
})

test('the grantee reads id, identity, status, expires_at and release, and nothing else', async () => {
  const { identity } = await guarded()
  const made = await mine.grant(identity, payer.consumer, { purpose: 'secret purpose' })
  const narrow = {
    object: 'consent_grant',
    id: made.id,
    livemode: false,
    identity,
    status: 'active',
    expires_at: null,
    release: [],
  }
  const read = await payers.get(`/v1/consent_grants/${made.id}`)
  expect(read).toEqual(narrow)
  const { data } = await payers.get('/v1/consent_grants')
  expect(data[0]).toEqual(narrow)
  const { body } = await payer.graphql(
    `query ($id: ID!) { consentGrant(id: $id) {
      id identityId status expiresAt release version consumerId covers { all } purpose revokedAt createdAt updatedAt
    } }`,
    { id: made.id },
  )
  expect(body.data.consentGrant).toEqual({
    id: made.id,
    identityId: identity,
    status: 'ACTIVE',
    expiresAt: null,
    release: [],
    version: null,
    consumerId: null,
    covers: null,
    purpose: null,
    revokedAt: null,
    createdAt: null,
    updatedAt: null,
  })
  const revoke = await server.send('DELETE', `/v1/consent_grants/${made.id}`, {
    key: (await server.key({ consumer: 'payer' })).key,
  })
  expect([revoke.status, failure(revoke).code]).toEqual([404, 'resource_missing'])
  expect((await mine.get(`/v1/consent_grants/${made.id}`)).status).toBe('active')
})

test('a grant discloses exactly its covers, from its answer until the answer of its revocation', async () => {
  const { identity, alias, open, first, second, seen } = await guarded()
  expect(await seen()).toBe(404)
  const covers = { aliases: [alias.id], endpoints: [first] }
  const made = (await grant({ identity, consumer: payer.consumer, covers })).body
  expect(await seen()).toEqual([open, first].sort())
  await mine.patch(`/v1/consent_grants/${made.id}`, { covers: { endpoints: [first] } })
  expect(await seen()).toBe(404)
  await mine.patch(`/v1/consent_grants/${made.id}`, { covers: { all: true } })
  expect(await seen()).toEqual([open, first, second].sort())
  const { data } = await mine.get(`/v1/identities/${identity}/consent_grants`)
  expect(data).toMatchObject([{ id: made.id, status: 'active', version: 3 }])
  const revoked = await mine.remove(`/v1/consent_grants/${made.id}`)
  expect([revoked.status, revoked.body]).toMatchObject([200, { status: 'revoked', revoked_at: expect.any(Number) }])
  expect(await seen()).toBe(404)
})

test('a grant to one consumer opens nothing to another, nor to the owner', async () => {
  const { identity, alias, seen } = await guarded()
  const other = registryOf(server, await server.key({ consumer: 'other payer' }))
  await mine.grant(identity, (await server.key({ consumer: 'third' })).consumer)
  expect([await seen(), (await other.resolve(alias.value)).status, (await mine.resolve(alias.value)).status]).toEqual([
    404, 404, 404,
  ])
})

test('a second grant is refused with the id of the active one, once the request is valid and owned', async () => {
  const granting = await server.key({ consumer: 'granting' })
  const theirs = registryOf(server, granting)
  const { id: identity } = await theirs.identity()
  const first = await theirs.grant(identity, payer.consumer)
  const body = { identity, consumer: payer.consumer, covers: { all: true } }
  const second = await grant(body, granting.key)
  expect([second.status, failure(second)]).toMatchObject([409, { code: 'grant_exists', existing: first.id }])
  expect((await grant({ ...body, covers: {} }, granting.key)).status).toBe(400)
  expect((await grant(body, owner.key)).status).toBe(404)
  expect((await eventsOf(server, granting.consumerId)).slice(1)).toEqual([
    { type: 'consent.granted', data: { identity, consent_grant: first.id, consumer: payer.consumer } },
  ])
  await theirs.remove(`/v1/consent_grants/${first.id}`)
  expect((await theirs.grant(identity, payer.consumer)).id).not.toBe(first.id)
})

test('one active grant per identity and consumer, also when many are made at once', async () => {
  const { id: identity } = await mine.identity()
  const made = await Promise.all(
    Array.from({ length: 12 }, () => grant({ identity, consumer: payer.consumer, covers: { all: true } })),
  )
  expect(made.map(({ status }) => status).sort()).toEqual([201, ...Array(11).fill(409)])
  const { data } = await mine.get(`/v1/identities/${identity}/consent_grants?limit=100`)
  expect(data.map(({ status }: { status: string }) => status)).toEqual(['active'])
})

test('a repeated revocation is 200, unchanged, without an event', async () => {
  const revoking = await server.key({ consumer: 'revoking' })
  const theirs = registryOf(server, revoking)
  const made = await theirs.grant((await theirs.identity()).id, payer.consumer)
  const first = await theirs.remove(`/v1/consent_grants/${made.id}`)
  await server.query`update consent_grant set updated_at = updated_at - interval '1 hour'
    where sealed_purpose is null and status = 'revoked'`
  const second = await theirs.remove(`/v1/consent_grants/${made.id}`)
  expect([second.status, second.body]).toEqual([200, { ...first.body, updated: first.body.updated - 3600 }])
  expect((await eventsOf(server, revoking.consumerId)).filter(({ type }) => type === 'consent.revoked')).toHaveLength(1)
})

test("expiry is judged by the database's clock: an expired grant opens nothing, reads expired, and can be replaced", async () => {
  const { identity, seen } = await guarded()
  const expires_at = Math.floor(Date.now() / 1000) + 3600
  const made = await mine.grant(identity, payer.consumer, { expires_at })
  expect(await seen()).toHaveLength(3)
  await server.query`update consent_grant set expires_at = now() - interval '1 millisecond'
    where expires_at = to_timestamp(${expires_at})`
  expect(await seen()).toBe(404)
  expect((await mine.get(`/v1/consent_grants/${made.id}`)).status).toBe('expired')
  const before = (await eventsOf(server, owner.consumerId)).length
  expect((await mine.remove(`/v1/consent_grants/${made.id}`)).body).toMatchObject({
    status: 'expired',
    revoked_at: null,
  })
  await mine.grant(identity, payer.consumer)
  expect(await seen()).toHaveLength(3)
  expect((await eventsOf(server, owner.consumerId)).slice(before).map(({ type }) => type)).toEqual([
    'consent.expired',
    'consent.granted',
  ])
})

test.each<[string, object, number, string, string | undefined]>([
  ['nothing covered', { covers: {} }, 400, 'parameter_invalid', 'covers'],
  ['all: false alone', { covers: { all: false } }, 400, 'parameter_invalid', 'covers'],
  ['empty lists', { covers: { aliases: [], endpoints: [] } }, 400, 'parameter_invalid', 'covers'],
  ['all with a list', { covers: { all: true, aliases: [] } }, 400, 'parameter_conflict', 'covers'],
  ['an unknown cover', { covers: { everything: true } }, 400, 'parameter_unknown', 'covers.everything'],
  ['null covers', { covers: null }, 400, 'parameter_invalid', 'covers'],
  [
    'a released endpoint that is not covered',
    { covers: { endpoints: ['end_00000000000000000000000000'] }, release: ['end_00000000000000000000000001'] },
    400,
    'parameter_invalid',
    'release',
  ],
  ['an expiry that is over', { expires_at: 1_600_000_000 }, 400, 'parameter_invalid', 'expires_at'],
  ['an expiry with a fraction', { expires_at: 4_000_000_000.5 }, 400, 'parameter_invalid', 'expires_at'],
  ['a purpose of 501 characters', { purpose: 'p'.repeat(501) }, 400, 'parameter_invalid', 'purpose'],
  [
    'a consumer that does not exist',
    { consumer: 'apc_00000000000000000000000000' },
    404,
    'resource_missing',
    undefined,
  ],
  ['a malformed consumer', { consumer: 'apc_nobody' }, 404, 'resource_missing', undefined],
  [
    'an alias that does not exist',
    { covers: { aliases: ['als_00000000000000000000000000'] } },
    404,
    'resource_missing',
    undefined,
  ],
])('%s is refused and changes nothing', async (_, fields, status, code, param) => {
  const { id: identity } = await mine.identity()
  const refused = await grant({ identity, consumer: payer.consumer, covers: { all: true }, ...fields })
  expect([refused.status, failure(refused).code, failure(refused).param]).toEqual([status, code, param])
  expect((await mine.get(`/v1/identities/${identity}/consent_grants`)).data).toEqual([])
})

test("another identity's records cannot be covered, whosever they are", async () => {
  const { id: identity } = await mine.identity()
  const elsewhere = await guarded()
  const strangers = registryOf(server, await server.key({ consumer: 'stranger' }))
  const foreign = await strangers.wallet((await strangers.identity()).id)
  for (const covers of [
    { aliases: [elsewhere.alias.id] },
    { endpoints: [elsewhere.first] },
    { endpoints: [foreign.id] },
  ]) {
    const refused = await grant({ identity, consumer: payer.consumer, covers })
    expect([refused.status, failure(refused).code]).toEqual([404, 'resource_missing'])
  }
})

test('each side sees the grants that its scopes open, by role', async () => {
  const [reader, both] = [
    await server.key({ consumer: 'two sides', scopes: ['consents:read'] }),
    await server.key({ consumer: 'two sides' }),
  ]
  const grantee = await server.key({ consumer: 'two sides', scopes: ['resolve'] })
  const theirs = registryOf(server, both)
  const outgoing = await theirs.grant((await theirs.identity()).id, payer.consumer)
  const incoming = await mine.grant((await mine.identity()).id, both.consumer)
  const list = async (key: Key, search = '') => {
    const { status, body } = await server.send('GET', `/v1/consent_grants${search}`, { key: key.key })
    return status === 200 ? body.data.map(({ id }: { id: string }) => id) : [status, failure({ body } as never)]
  }
  expect(await list(both)).toEqual([outgoing.id])
  expect(await list(both, '?role=owner')).toEqual([outgoing.id])
  expect(await list(both, '?role=grantee')).toEqual([incoming.id])
  expect(await list(reader)).toEqual([outgoing.id])
  expect(await list(grantee)).toEqual([incoming.id])
  expect(await list(grantee, '?role=owner')).toMatchObject([403, { param: 'consents:read' }])
  expect(await list(reader, '?role=grantee')).toMatchObject([403, { param: 'resolve' }])
  expect(await list(both, '?role=Owner')).toMatchObject([400, { code: 'parameter_invalid', param: 'role' }])
  const status = async (key: Key, id: string) =>
    (await server.send('GET', `/v1/consent_grants/${id}`, { key: key.key })).status
  expect([await status(reader, outgoing.id), await status(reader, incoming.id)]).toEqual([200, 404])
  expect([await status(grantee, outgoing.id), await status(grantee, incoming.id)]).toEqual([404, 200])
  const live = await server.key({ consumer: 'two sides', livemode: true })
  expect([await status(live, outgoing.id), await status(live, incoming.id)]).toEqual([404, 404])
})
