import { expect, test } from 'vitest'
import { operatorCall } from '../../src/cli/app.ts'
import { registryForTests } from '../support/registry.ts'
import { type Answer, type Body, forTests, type Key } from '../support/server.ts'

const { server, owner, mine } = registryForTests()
const grantee = forTests(() => server.key({ consumer: 'grantee' }))

const events = async ({ key }: Key): Promise<Body[]> =>
  (await server.send('GET', '/v1/events?limit=100', { key })).body.data
const latest = async (key: Key, type: string) => (await events(key)).find((event) => event.type === type)
const requestOf = (answer: Answer) => answer.headers.get('request-id')

test('an event names the key and the request that caused it, on REST and GraphQL alike', async () => {
  const made = await owner.post('/v1/identities', { type: 'user' })
  const event = await latest(owner, 'identity.created')
  expect(event).toMatchObject({ actor: { type: 'api_key', id: owner.keyId }, request: requestOf(made) })
  const read = await owner.get(`/v1/events/${event.id}`)
  expect(read.body).toEqual(event)
  const { body } = await owner.graphql(`{ event(id: "${event.id}") { requestId actor { type id } } }`)
  expect(body.data.event).toEqual({ requestId: requestOf(made), actor: { type: 'API_KEY', id: owner.keyId } })
  const mutated = await owner.graphql('mutation { createIdentity(input: { type: USER }) { id } }')
  expect((await latest(owner, 'identity.created')).request).toBe(requestOf(mutated))
})

test('what is delivered stays the five fields, byte for byte as before', async () => {
  await mine.identity()
  const rows = await server.query<{ body: string }>`select body from event_body`
  for (const { body } of rows) {
    expect(Object.keys(JSON.parse(body))).toEqual(['id', 'type', 'created', 'livemode', 'data'])
    expect(body).not.toMatch(/key_|req_|actor/)
  }
})

test('another consumer is told neither the key nor the request, in either direction', async () => {
  const { id: identity } = await mine.identity()
  await mine.grant(identity, grantee.consumer)
  const seen = await latest(grantee, 'consent.granted')
  expect(seen).toMatchObject({ actor: { type: 'api_key', id: null }, request: null })
  const { body } = await grantee.graphql(`{ event(id: "${seen.id}") { requestId actor { type id } } }`)
  expect(body.data.event).toEqual({ requestId: null, actor: { type: 'API_KEY', id: null } })
  expect((await latest(owner, 'consent.granted')).actor.id).toBe(owner.keyId)
  expect(JSON.stringify(await events(grantee))).not.toContain(owner.keyId)
})

test('a replay names the request that did the work', async () => {
  const headers = { 'idempotency-key': 'once' }
  const send = () => owner.post('/v1/identities', { type: 'machine' }, headers)
  const [first, again] = [await send(), await send()]
  expect(requestOf(again)).not.toBe(requestOf(first))
  expect((await latest(owner, 'identity.created')).request).toBe(requestOf(first))
})

test('jobs and the operator are named, and an event from before knows nobody', async () => {
  const { id: identity } = await mine.identity()
  const { id } = await mine.grant(identity, grantee.consumer)
  await server.query`update consent_grant set expires_at = now() - interval '1 s' where status = 'active'`
  await server.app.jobs.find(({ name }) => name === 'expire-grants')!.run()
  expect(id).toMatch(/^cgr_/)
  expect(await latest(owner, 'consent.expired')).toMatchObject({
    actor: { type: 'system', id: 'expire-grants' },
    request: null,
  })

  const { consumers } = server.app.services
  await consumers.suspend(operatorCall(server.app), owner.consumer)
  await consumers.resume(operatorCall(server.app), owner.consumer)
  for (const type of ['consumer.suspended', 'consumer.resumed']) {
    const event = await latest(owner, type)
    expect(event).toMatchObject({
      data: { consumer: owner.consumer },
      actor: { type: 'operator', id: 'cli' },
      request: null,
    })
  }
  await server.query`update event set actor_type = null where type = 'consumer.resumed'`
  expect(await latest(owner, 'consumer.resumed')).toMatchObject({ actor: null, request: null })
  expect(await latest(grantee, 'consumer.suspended')).toBeUndefined()
})

test('keys report themselves, each change once', async () => {
  const post = (path: string, body: object) => owner.post(path, body)
  const { id } = (await post('/v1/api_keys', { scopes: ['resolve'] })).body
  const { id: next } = (await post(`/v1/api_keys/${id}/roll`, {})).body
  for (let n = 0; n < 2; n++) await owner.remove(`/v1/api_keys/${next}`)
  const reported = (await events(owner)).filter(({ type }) => type.startsWith('api_key.'))
  expect(reported.map(({ type, data, actor }) => [type, data, actor.type])).toEqual([
    ['api_key.revoked', { api_key: next }, 'api_key'],
    ['api_key.rolled', { api_key: id, rolled_to: next }, 'api_key'],
    ['api_key.created', { api_key: id }, 'api_key'],
  ])
})
