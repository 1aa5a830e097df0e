import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { decodeId } from '../../src/kernel/id.ts'
import { eventsOf, failure, freshName, registryForTests, registryOf } from '../support/registry.ts'
import { type Body, forTests, type Key } from '../support/server.ts'

/* PATCH of a grant: each given field replaces, and the answer obeys at once. */

const { server, owner, mine } = registryForTests({ env: { RATE_LIMITS: 'off' } })
const payer = forTests(() => server.key({ consumer: 'payer' }))
const payers = registryOf(server, payer)

const soon = () => Math.floor(Date.now() / 1000) + 3_600
const patch = (id: string, body: object, key = owner.key) =>
  server.send('PATCH', `/v1/consent_grants/${id}`, { key, body })

/** A consent_required alias with two consent_required accounts and a private one, and a grant of the first account. */
async function granted() {
  const { id: identity } = await mine.identity()
  const alias = await mine.username(identity, freshName('patched'), { privacy_level: 'consent_required' })
  const account = async (privacy_level: string) =>
    (await mine.account(identity, { privacy_level, release: 'granted' })).id as string
  const [first, second, hidden] = [
    await account('consent_required'),
    await account('consent_required'),
    await account('private'),
  ]
  const covers = { aliases: [alias.id], endpoints: [first] }
  const made = await mine.grant(identity, payer.consumer, { covers, release: [first], expires_at: soon() })
  const seen = async () => {
    const { status, body } = await payers.resolve(alias.value)
    return status === 200 ? body.endpoints.map(({ id }: Body) => id).sort() : status
  }
  return { identity, alias: alias.id as string, first, second, hidden, made, id: made.id as string, seen }
}

const updates = async (grant: string, key: Key) => {
  const { body } = await server.send('GET', '/v1/events?type=consent.updated&limit=100', { key: key.key })
  return body.data.filter(({ data }: Body) => data.consent_grant === grant).length
}

test('a grant that names a removed endpoint is sent back as it was read, with more or less', async () => {
  const { id, alias, first, second, made } = await granted()
  const third = await mine.account(made.identity)
  expect((await patch(id, { covers: { aliases: [alias], endpoints: [first, second] } })).status).toBe(200)
  await server.send('DELETE', `/v1/endpoints/${first}`, { key: owner.key })
  const { body: read } = await server.send('GET', `/v1/consent_grants/${id}`, { key: owner.key })
  expect([read.covers.endpoints, read.release]).toEqual([[first, second], [first]])
  expect((await patch(id, { release: read.release })).status).toBe(200)
  const wider = { aliases: [alias], endpoints: [first, second, third.id] }
  expect((await patch(id, { covers: wider })).body).toMatchObject({ covers: { endpoints: wider.endpoints } })
  const impact = { operation: 'updateConsentGrant', id, input: { covers: wider } }
  expect((await server.send('POST', '/v1/impacts', { key: owner.key, body: impact })).status).toBe(200)
  expect((await patch(id, { covers: { endpoints: [second] } })).body.release).toEqual([])
  // The grant names it no more.
  expect((await patch(id, { covers: { endpoints: [first] } })).status).toBe(404)
})

test('each given field replaces, the others stay, and the version counts changes', async () => {
  const { id, made, alias, first, second, seen } = await granted()
  const covers = { all: false, aliases: [alias], endpoints: [second, first] }
  const wider = await patch(id, { covers: { aliases: [alias], endpoints: [second, first] } })
  expect([wider.status, wider.body]).toEqual([200, { ...made, covers, version: 2, updated: expect.any(Number) }])
  expect(await seen()).toEqual([first, second].sort())
  expect((await patch(id, { release: [second] })).body).toMatchObject({ release: [second], covers, version: 3 })
  expect((await patch(id, { expires_at: null })).body).toMatchObject({
    expires_at: null,
    release: [second],
    version: 4,
  })
  const same = { covers: { aliases: [alias, alias], endpoints: [first, second] }, release: [second], expires_at: null }
  const before = (await eventsOf(server, owner.consumerId)).length
  expect((await patch(id, same)).body).toMatchObject({ version: 4, covers })
  expect((await patch(id, {})).body.version).toBe(4)
  expect((await eventsOf(server, owner.consumerId)).length).toBe(before)
})

test('narrowing covers removes endpoints from release, covering all adds none, and uncovered endpoints are not released', async () => {
  const { id, alias, first, second, seen } = await granted()
  expect((await patch(id, { covers: { aliases: [alias], endpoints: [second] } })).body.release).toEqual([])
  expect(await seen()).toEqual([second])
  const uncovered = await patch(id, { release: [first] })
  expect([uncovered.status, failure(uncovered)]).toMatchObject([400, { code: 'parameter_invalid', param: 'release' }])
  const both = await patch(id, { covers: { endpoints: [second] }, release: [first] })
  expect([both.status, failure(both).param]).toEqual([400, 'release'])
  expect((await patch(id, { covers: { all: true } })).body).toMatchObject({ release: [], covers: { all: true } })
  expect((await patch(id, { release: [first] })).body.release).toEqual([first])
  expect((await patch(id, { covers: { all: true } })).body.release).toEqual([first])
})

test('a grant can’t be changed after its end, with an outdated version, or into the past', async () => {
  const { id, first } = await granted()
  expect((await patch(id, { release: [], version: 1 })).body.version).toBe(2)
  const stale = await patch(id, { release: [first], version: 1 })
  expect([stale.status, failure(stale).code]).toEqual([409, 'version_changed'])
  const past = await patch(id, { expires_at: 1_600_000_000 })
  expect([past.status, failure(past).param]).toEqual([400, 'expires_at'])
  await mine.remove(`/v1/consent_grants/${id}`)
  const ended = await patch(id, { expires_at: soon() })
  expect([ended.status, failure(ended).code]).toEqual([409, 'grant_ended'])

  const expired = await granted()
  await sql`update consent_grant set expires_at = now() - interval '1 second'
    where id = ${decodeId('consentGrant', expired.id)}`.execute(server.app.db)
  const revived = await patch(expired.id, { expires_at: soon() })
  expect([revived.status, failure(revived).code]).toEqual([409, 'grant_ended'])
})

test('nobody but the owner changes a grant, and it covers records of its identity alone', async () => {
  const { id } = await granted()
  const other = await granted()
  for (const key of [payer.key, (await server.key({ consumer: 'stranger' })).key])
    expect((await patch(id, { covers: { all: true } }, key)).status).toBe(404)
  for (const body of [{ covers: { endpoints: [other.first] } }, { covers: { all: true }, release: [other.first] }])
    expect((await patch(id, body)).status).toBe(404)
  expect((await mine.get(`/v1/consent_grants/${id}`)).version).toBe(1)
})

test('the owner is notified of each change, the grantee of visible ones while the identity is active', async () => {
  const { id, identity, alias, first, second, hidden } = await granted()
  const heard = async () => [await updates(id, owner), await updates(id, payer)]
  await patch(id, { covers: { aliases: [alias], endpoints: [first, hidden] } })
  expect(await heard()).toEqual([1, 0])
  await patch(id, { covers: { aliases: [alias], endpoints: [first, second] } })
  expect(await heard()).toEqual([2, 1])
  await patch(id, { release: [first, second] })
  expect(await heard()).toEqual([3, 2])
  await patch(id, { expires_at: null })
  expect(await heard()).toEqual([4, 3])
  await mine.patch(`/v1/identities/${identity}`, { status: 'suspended' })
  await patch(id, { covers: { aliases: [alias] } })
  expect(await heard()).toEqual([5, 3])
  const data = (await eventsOf(server, owner.consumerId)).filter(({ type }) => type === 'consent.updated').at(-1)!.data
  expect(data).toEqual({ identity, consent_grant: id, consumer: payer.consumer })
})

test('the grantee is shown those of release that are disclosed to it now, on every surface', async () => {
  const { id, identity, first, second, hidden } = await granted()
  await patch(id, { covers: { all: true }, release: [second, hidden, first] })
  const view = async () => {
    const one = await payers.get(`/v1/consent_grants/${id}`)
    const { data } = await payers.get('/v1/consent_grants?role=grantee')
    const { body } = await payer.graphql(`{ node(id: "${id}") { ... on ConsentGrant { release } } }`)
    expect(data.find((row: Body) => row.id === id).release).toEqual(one.release)
    expect(body.data.node.release).toEqual(one.release)
    return one.release
  }
  expect(await view()).toEqual([second, first])
  await mine.patch(`/v1/endpoints/${second}`, { status: 'disabled' })
  expect(await view()).toEqual([first])
  expect((await mine.get(`/v1/consent_grants/${id}`)).release).toEqual([second, hidden, first])
  await mine.patch(`/v1/identities/${identity}`, { status: 'suspended' })
  expect(await view()).toEqual([])
})

test('an approved request shows its grant to the requester only while the grant shows it something', async () => {
  const { id: identity } = await mine.identity()
  const alias = await mine.username(identity, freshName('asked'))
  const { id: account } = await mine.account(identity, { privacy_level: 'consent_required', release: 'granted' })
  const body = { alias: `@${alias.value}`, wants: ['release'] }
  const asked = await payer.post('/v1/consent_requests', body)
  await server.app.jobs.find(({ name }) => name === 'match-consent-requests')!.run()
  const at = `/v1/consent_requests/${asked.body.id}`
  const approve = (body: object) => owner.post(`${at}/approve`, body)
  const uncovered = await approve({ covers: { aliases: [alias.id] }, release: [account] })
  expect([uncovered.status, failure(uncovered).param]).toEqual([400, 'release'])
  const { grant } = (await approve({ release: [account] })).body
  expect((await mine.get(`/v1/consent_grants/${grant}`)).release).toEqual([account])
  const shown = async () => {
    const { data } = await payers.get('/v1/consent_requests?direction=outgoing')
    const one = (await payers.get(at)).grant
    expect(data.find(({ id }: Body) => id === asked.body.id).grant).toBe(one)
    return one
  }
  expect(await shown()).toBe(grant)
  await mine.patch(`/v1/identities/${identity}`, { status: 'suspended' })
  expect(await shown()).toBeNull()
  await mine.patch(`/v1/identities/${identity}`, { status: 'active' })
  expect(await shown()).toBe(grant)
  await mine.remove(`/v1/consent_grants/${grant}`)
  expect(await shown()).toBeNull()
  expect((await mine.get(at)).grant).toBe(grant)
})

test('a grant is changed over GraphQL as over REST', async () => {
  const { id, first, second, alias } = await granted()
  const document = `mutation ($id: ID!, $input: UpdateConsentGrantInput!) {
    updateConsentGrant(id: $id, input: $input) { id version release expiresAt covers { endpoints } } }`
  const input = {
    covers: { aliases: [alias], endpoints: [first, second] },
    release: [second],
    expiresAt: null,
    version: 1,
  }
  const { body } = await owner.graphql(document, { id, input })
  expect(body.data.updateConsentGrant).toEqual({
    id,
    version: 2,
    release: [second],
    expiresAt: null,
    covers: { endpoints: [first, second] },
  })
  const again = await owner.graphql(document, { id, input })
  expect(again.body.errors[0].extensions.code).toBe('VERSION_CHANGED')
})
