import { beforeAll, describe, expect, test } from 'vitest'
import { decodeId } from '../../src/kernel/id.ts'
import { forTests } from '../support/server.ts'
import { openScene } from './scene.ts'
import { type ConsentSurface, graphqlConsent, restConsent } from './surfaces.ts'

const scene = forTests(openScene)

const week = 7 * 86_400

describe.each([
  ['REST', restConsent],
  ['GraphQL', graphqlConsent],
] as const)('consent requests over %s', (over, surfaceOf) => {
  let surface: ConsentSurface
  beforeAll(() => {
    surface = surfaceOf(scene.server)
  })

  const ask = async (alias: string, key = scene.payer.key) =>
    (await surface.ask(key, { alias, purpose: 'rent' })).record

  test('a request is accepted, whether or not the alias exists, with the same fields', async () => {
    const hidden = await scene.register({ level: 'private' })
    const shown = await scene.register({ level: 'consent_required' })
    const released = await scene.register({ level: 'public' })
    await scene.owner.remove(`/v1/aliases/${released.alias}`)

    for (const value of [scene.fresh('nobody'), hidden.name, shown.name, released.name, 'admin']) {
      const { code, record } = await surface.ask(scene.payer.key, { alias: `@${value.toUpperCase()}`, purpose: 'rent' })
      expect(code).toBeNull()
      expect(record).toEqual({
        object: 'consent_request',
        id: expect.stringMatching(/^crq_[0-9a-z]{26}$/),
        livemode: false,
        type: 'username',
        value,
        purpose: 'rent',
        wants: ['disclosure'],
        status: 'pending',
        expires_at: expect.any(Number),
        created: expect.any(Number),
        grant: null,
      })
      expect(record.expires_at - record.created).toBe(week)
    }
  })

  test('type with value names the alias too, and a purpose may be absent', async () => {
    const { record } = await surface.ask(scene.payer.key, { type: 'phone', value: '+1 415 555 2671' })
    expect(record).toMatchObject({ type: 'phone', value: '+14155552671', purpose: null, status: 'pending' })
  })

  test('malformed input is refused by the input alone', async () => {
    const { key } = scene.payer
    expect((await surface.ask(key, { purpose: 'rent' })).code).toBe('parameter_missing')
    expect((await surface.ask(key, { alias: '@a', type: 'username', value: 'a' })).code).toBe('parameter_conflict')
    expect((await surface.ask(key, { alias: '' })).code).toBe('alias_value_required')
    expect((await surface.ask(key, { alias: '@fine', purpose: 'x'.repeat(501) })).code).toBe('parameter_invalid')
  })

  test('asking needs resolve; the inbox needs consents:read, answering consents:write', async () => {
    const [asks, reads, neither] = await Promise.all([
      scene.server.key({ consumer: 'payer', scopes: ['resolve'] }),
      scene.server.key({ consumer: 'payer', scopes: ['consents:read'] }),
      scene.server.key({ consumer: 'payer', scopes: ['identities:write'] }),
    ])
    const mine = (await surface.ask(asks.key, { alias: scene.fresh() })).record
    expect((await surface.ask(reads.key, { alias: scene.fresh() })).code).toBe('scope_missing')
    expect((await surface.read(neither.key, mine.id)).code).toBe('scope_missing')
    expect((await surface.read(asks.key, mine.id)).record).toEqual(mine)
    expect((await surface.read(reads.key, mine.id)).code).toBe('resource_missing')
    expect((await surface.list(reads.key, { direction: 'outgoing' })).code).toBe('scope_missing')
    expect((await surface.list(asks.key, { direction: 'incoming' })).code).toBe('scope_missing')
    expect((await surface.approve(reads.key, mine.id)).code).toBe('scope_missing')
    expect((await surface.decline(reads.key, mine.id)).code).toBe('scope_missing')
  })

  test('a repeated request returns the open one; after its expiry, a new one', async () => {
    const name = scene.fresh()
    const first = await ask(name)
    expect(await ask(`@${name.toUpperCase()}`)).toEqual(first)
    expect((await ask(name, scene.stranger.key)).id).not.toBe(first.id)
    await scene.lapse(first.id)
    const second = await ask(name)
    expect(second.id).not.toBe(first.id)
    expect(second.status).toBe('pending')
    expect((await surface.read(scene.payer.key, first.id)).record.status).toBe('expired')
  })

  test('twenty asks at once leave one request', async () => {
    const name = scene.fresh()
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(name)))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  })

  test("the owner's inbox shows identity, alias and requester once the worker has matched", async () => {
    const { name, identity, alias } = await scene.register()
    const mine = await ask(name)
    expect((await surface.read(scene.owner.key, mine.id)).code).toBe('resource_missing')
    await scene.match()
    const { consumer } = scene.payer
    const owned = { identity, alias, consumer, grant: null, updated: mine.created }
    // REST names the consumer beside its id; GraphQL has a field for it.
    const consumer_record = { id: consumer, name: expect.any(String), display_name: null }
    const theirs = { ...mine, ...owned, ...(over === 'REST' ? { consumer_record } : {}) }
    expect((await surface.read(scene.owner.key, mine.id)).record).toEqual(theirs)
    expect((await surface.list(scene.owner.key, { direction: 'incoming', limit: 1 })).record.data).toEqual([theirs])
    expect((await surface.read(scene.payer.key, mine.id)).record).toEqual(mine)
    expect((await surface.list(scene.payer.key, { direction: 'outgoing', limit: 1 })).record.data).toEqual([mine])
    expect((await surface.read(scene.stranger.key, mine.id)).code).toBe('resource_missing')
    expect((await surface.read(scene.payer.key, 'crq_nonsense')).code).toBe('resource_missing')
  })

  test('lists are paged, newest first', async () => {
    const reader = await scene.server.key({ consumer: scene.fresh('lister') })
    const asked = []
    for (let n = 0; n < 3; n++) asked.unshift(await ask(scene.fresh(), reader.key))
    const first = (await surface.list(reader.key, { direction: 'outgoing', limit: 2 })).record
    expect(first).toMatchObject({ object: 'list', has_more: true, data: asked.slice(0, 2) })
    const next = { direction: 'outgoing', limit: 2, starting_after: asked[1].id }
    expect((await surface.list(reader.key, next)).record).toMatchObject({ has_more: false, data: asked.slice(2) })
    expect((await surface.list(scene.stranger.key, next)).code).toBe('cursor_invalid')
  })

  test('an approval grants the named alias and the consent-required endpoints, and nothing else', async () => {
    const { name, identity, alias, endpoints } = await scene.register({
      endpoints: ['consent_required', 'private', 'public', 'consent_required'],
    })
    const mine = await ask(name)
    await scene.match()
    expect((await scene.resolve(name)).status).toBe(404)

    const { record } = await surface.approve(scene.owner.key, mine.id)
    expect(record).toMatchObject({ id: mine.id, status: 'approved', identity, alias, consumer: scene.payer.consumer })
    const grant = (await scene.owner.get(`/v1/consent_grants/${record.grant}`)).body
    expect(grant).toMatchObject({ status: 'active', purpose: 'rent', expires_at: null, consumer: scene.payer.consumer })
    expect(grant.covers.all).toBe(false)
    expect(grant.covers.aliases).toEqual([alias])
    expect(grant.covers.endpoints.toSorted()).toEqual([endpoints[0], endpoints[3]].toSorted())

    const seen = (await scene.resolve(name)).body.endpoints.map(({ id }: { id: string }) => id)
    expect(seen.toSorted()).toEqual([endpoints[0], endpoints[2], endpoints[3]].toSorted())
    expect((await scene.resolve(name, scene.stranger)).status).toBe(404)
    expect((await surface.read(scene.payer.key, mine.id)).record).toEqual({
      ...mine,
      status: 'approved',
      grant: record.grant,
    })
    expect(await scene.events('consent.granted', record.grant)).toEqual([
      {
        audience: 2,
        body: expect.objectContaining({
          type: 'consent.granted',
          livemode: false,
          data: { identity, consent_grant: record.grant, consumer: scene.payer.consumer },
        }),
      },
    ])
  })

  test('an approval may name its covers and its end', async () => {
    const { name, endpoints, alias } = await scene.register({ endpoints: ['consent_required', 'consent_required'] })
    const mine = await ask(name)
    await scene.match()
    const ends = Math.floor(Date.now() / 1000) + 3_600
    const covers = { aliases: [alias], endpoints: [endpoints[1]!] }
    const { record } = await surface.approve(scene.owner.key, mine.id, { covers, expires_at: ends })
    const grant = (await scene.owner.get(`/v1/consent_grants/${record.grant}`)).body
    expect(grant).toMatchObject({ expires_at: ends, covers: { all: false, ...covers } })
  })

  test('an approval is merged into the active grant, whose end stays unless another is given', async () => {
    const { name, identity, endpoints, alias } = await scene.register({
      endpoints: ['consent_required', 'consent_required'],
    })
    const later = Math.floor(Date.now() / 1000) + 7_200
    const grant = await scene.post('/v1/consent_grants', {
      identity,
      consumer: scene.payer.consumer,
      covers: { endpoints: [endpoints[0]] },
      expires_at: later,
    })
    const mine = await ask(name)
    await scene.match()
    const approval = { covers: { aliases: [alias] }, expires_at: later - 3_600 }
    const { record } = await surface.approve(scene.owner.key, mine.id, approval)
    expect(record.grant).toBe(grant.id)
    const merged = (await scene.owner.get(`/v1/consent_grants/${grant.id}`)).body
    expect(merged).toMatchObject({
      status: 'active',
      expires_at: later - 3_600,
      covers: { all: false, aliases: [alias], endpoints: [endpoints[0]] },
    })
    expect(await scene.events('consent.granted', grant.id)).toHaveLength(1)
    expect(await scene.events('consent.updated', grant.id)).toMatchObject([{ audience: 2 }])
    expect(await scene.events('consent.revoked', grant.id)).toHaveLength(0)

    const again = await ask(name)
    expect(again.id).not.toBe(mine.id)
    await scene.match()
    const all = (await surface.approve(scene.owner.key, again.id, { covers: { all: true } })).record
    expect(all.grant).toBe(grant.id)
    const widened = (await scene.owner.get(`/v1/consent_grants/${grant.id}`)).body
    expect(widened).toMatchObject({
      covers: { all: true, aliases: [], endpoints: [] },
      expires_at: later - 3_600,
      release: [],
      version: 3,
    })
  })

  test('an approval drops removed records from the active grant, so that it names no more than a change may', async () => {
    const { name, identity, endpoints, alias } = await scene.register({ endpoints: Array(3).fill('consent_required') })
    const [removed, kept, added] = endpoints as [string, string, string]
    const old = await scene.post('/v1/aliases', { identity, type: 'username', value: scene.fresh() })
    const covers = { aliases: [old.id], endpoints: [removed, kept] }
    const body = { identity, consumer: scene.payer.consumer, covers, release: [removed, kept] }
    const grant = await scene.post('/v1/consent_grants', body)
    await scene.owner.remove(`/v1/endpoints/${removed}`)
    await scene.owner.remove(`/v1/aliases/${old.id}`)
    await scene.server.query`update consent_grant set
      covers_endpoints = covers_endpoints || array(select gen_random_uuid() from generate_series(1, 48)),
      release = release || array(select gen_random_uuid() from generate_series(1, 48))
      where id = ${decodeId('consentGrant', grant.id)}`
    const mine = await ask(name)
    await scene.match()
    const approval = { covers: { aliases: [alias], endpoints: [added] }, release: [added] }
    expect((await surface.approve(scene.owner.key, mine.id, approval)).code).toBeNull()
    const merged = (await scene.owner.get(`/v1/consent_grants/${grant.id}`)).body
    expect([merged.covers, merged.release]).toEqual([
      { all: false, aliases: [alias], endpoints: [kept, added] },
      [kept, added],
    ])
  })

  test("a closed request can't be answered, and nobody but the identity's owner can answer one", async () => {
    const { name, identity } = await scene.register()
    const other = await scene.register()
    const mine = await ask(name)
    const { key } = scene.owner
    expect((await surface.approve(key, mine.id)).code).toBe('resource_missing')
    await scene.match()
    for (const foreign of [scene.payer.key, scene.stranger.key]) {
      expect((await surface.approve(foreign, mine.id)).code).toBe('resource_missing')
      expect((await surface.decline(foreign, mine.id)).code).toBe('resource_missing')
    }
    const live = await scene.server.key({ livemode: true })
    expect((await surface.decline(live.key, mine.id)).code).toBe('resource_missing')
    const foreignCovers = { covers: { aliases: [other.alias] } }
    expect((await surface.approve(key, mine.id, foreignCovers)).code).toBe('resource_missing')
    expect((await surface.approve(key, mine.id, { covers: {} })).code).toBe('parameter_invalid')
    expect((await surface.approve(key, mine.id, { expires_at: 1 })).code).toBe('parameter_invalid')

    await scene.server.send('PATCH', `/v1/identities/${identity}`, { key, body: { status: 'suspended' } })
    expect((await surface.approve(key, mine.id)).code).toBe('identity_not_active')
    await scene.server.send('PATCH', `/v1/identities/${identity}`, { key, body: { status: 'active' } })

    await scene.lapse(mine.id)
    expect((await surface.read(key, mine.id)).record.status).toBe('expired')
    expect((await surface.approve(key, mine.id)).code).toBe('consent_request_closed')
    expect((await surface.decline(key, mine.id)).code).toBe('consent_request_closed')

    const second = await ask(name)
    await scene.match()
    expect((await surface.approve(key, second.id)).code).toBeNull()
    expect((await surface.approve(key, second.id)).code).toBe('consent_request_closed')
    expect((await surface.decline(key, second.id)).code).toBe('consent_request_closed')

    const third = await ask(name)
    await scene.match()
    expect((await surface.decline(key, third.id)).record.status).toBe('declined')
    expect((await surface.approve(key, third.id)).code).toBe('consent_request_closed')
  })

  test('a request for an alias that was released since is not approved', async () => {
    const { name, alias } = await scene.register()
    const mine = await ask(name)
    await scene.match()
    await scene.owner.remove(`/v1/aliases/${alias}`)
    expect((await surface.approve(scene.owner.key, mine.id)).code).toBe('alias_released')
    expect((await surface.decline(scene.owner.key, mine.id)).code).toBeNull()
  })

  test('a declined request is, to its requester, the pending one to the byte', async () => {
    const { name } = await scene.register()
    const mine = await ask(name)
    await scene.match()
    const views = async () => [
      await surface.read(scene.payer.key, mine.id),
      await surface.list(scene.payer.key, { direction: 'outgoing', limit: 1 }),
      await surface.ask(scene.payer.key, { alias: name, purpose: 'another' }),
      await scene.bulk([name]),
    ]
    const before = JSON.stringify(await views())
    expect((await surface.decline(scene.owner.key, mine.id)).record.status).toBe('declined')
    expect(JSON.stringify(await views())).toBe(before)
    expect((await surface.read(scene.owner.key, mine.id)).record.status).toBe('declined')
    await scene.lapse(mine.id)
    expect((await surface.read(scene.payer.key, mine.id)).record.status).toBe('expired')
  })
})
