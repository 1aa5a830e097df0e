import { expect, test } from 'vitest'
import { decodeId } from '../../src/kernel/id.ts'
import { freshNumber, writeClaim } from '../support/claims.ts'
import { registryForTests, registryOf } from '../support/registry.ts'
import { type Body, forTests, type Key } from '../support/server.ts'

const { server, owner, mine } = registryForTests()
const grantee = forTests(() => server.key({ consumer: 'grantee-of-filters' }))

const list = async ({ key }: Key, query: string) => (await server.send('GET', `/v1/events?${query}`, { key })).body
const types = async (key: Key, query: string): Promise<string[]> =>
  (await list(key, query)).data.map(({ type }: Body) => type)

test('events of a record are those that name it, page by page, on REST and GraphQL alike', async () => {
  const { id } = await mine.identity()
  const { id: alias } = await mine.username(id)
  await mine.patch(`/v1/aliases/${alias}`, { privacy_level: 'private' })
  await mine.identity()
  expect(await types(owner, `object=${id}`)).toEqual(['alias.updated', 'alias.created', 'identity.created'])
  expect(await types(owner, `object=${alias}`)).toEqual(['alias.updated', 'alias.created'])
  expect(await types(owner, `object=${id}&type=alias.created`)).toEqual(['alias.created'])
  const first = await list(owner, `object=${id}&limit=2`)
  expect(first.has_more).toBe(true)
  expect(await types(owner, `object=${id}&limit=2&starting_after=${first.data[1].id}`)).toEqual(['identity.created'])
  const { body } = await owner.graphql(`{ events(object: "${alias}") { nodes { type } } }`)
  expect(body.data.events.nodes).toEqual([{ type: 'alias.updated' }, { type: 'alias.created' }])
})

test('a grantee finds the events of a grant by it, and no event of the owner’s by any id', async () => {
  const { id } = await mine.identity()
  const { id: alias } = await mine.username(id, undefined, { privacy_level: 'consent_required' })
  const grant = await mine.grant(id, grantee.consumer)
  expect(await types(grantee, `object=${grant.id}`)).toEqual(['consent.granted'])
  expect(await types(grantee, `object=${alias}`)).toEqual([])
  await mine.patch(`/v1/identities/${id}`, { display_name: 'Another name' })
  expect(await types(grantee, `object=${id}`)).toEqual(['consent.granted'])
})

test('events of an alias and of its identity are found beside that of its claim, which names neither', async () => {
  const { id } = await mine.identity()
  const value = freshNumber()
  const alias = await mine.alias(id, 'phone', value)
  const other = await registryOf(server, grantee).identity()
  const claimer = { consumerId: decodeId('consumer', grantee.consumer)!, identity: other.id }
  const claim = await writeClaim(server, { claimer, value, alias: alias.id, livemode: false })
  expect((await owner.post(`/v1/claims/${claim}/refuse`)).status).toBe(200)
  expect(await types(owner, `object=${alias.id}`)).toEqual(['claim.cancelled', 'alias.created'])
  expect(await types(owner, `object=${id}`)).toEqual(['claim.cancelled', 'alias.created', 'identity.created'])
  expect(await types(grantee, `object=${claim}`)).toEqual(['claim.cancelled'])
  expect(await types(grantee, `object=${alias.id}`)).toEqual([])
})

test('an id of nothing, of somebody else, malformed or under another prefix finds nothing, with the same bytes', async () => {
  const { id } = await mine.identity()
  const { id: foreign } = await registryOf(server, grantee).identity()
  const swapped = `als_${id.slice(4)}`
  for (const object of [`idn_${'0'.repeat(26)}`, foreign, swapped, 'idn_', 'x', '%00'])
    expect([object, await list(owner, `object=${object}`)]).toEqual([
      object,
      { object: 'list', url: '/v1/events', has_more: false, data: [] },
    ])
})

test('events of a request are those that it caused; a request of another consumer finds nothing', async () => {
  const made = await owner.post('/v1/identities', { type: 'user' })
  await mine.identity()
  const request = made.headers.get('request-id')!
  const found = await list(owner, `request=${request}`)
  expect(found.data.map((event: Body) => [event.type, event.data.identity])).toEqual([
    ['identity.created', made.body.id],
  ])
  expect(await types(owner, `request=${request}&object=${made.body.id}`)).toEqual(['identity.created'])

  const granted = await owner.post('/v1/consent_grants', {
    identity: made.body.id,
    consumer: grantee.consumer,
    covers: { all: true },
  })
  const grants = granted.headers.get('request-id')!
  expect(await types(owner, `request=${grants}`)).toEqual(['consent.granted'])
  // The grantee has the event, and is not told whose request it was: so it finds nothing by it.
  expect(await types(grantee, `object=${granted.body.id}`)).toEqual(['consent.granted'])
  expect(await types(grantee, `request=${grants}`)).toEqual([])
  for (const unknown of ['req_', `req_${'0'.repeat(26)}`, 'x'])
    expect(await types(owner, `request=${unknown}`)).toEqual([])
})
