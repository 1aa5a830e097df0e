import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { decodeId } from '../../src/kernel/id.ts'
import { forTests } from '../support/server.ts'
import { openScene } from './scene.ts'

const scene = forTests(openScene)

const ask = async (alias: string, { key } = scene.payer): Promise<string> =>
  (await scene.server.send('POST', '/v1/consent_requests', { key, body: { alias } })).body.id

const inbox = async ({ key } = scene.owner): Promise<string[]> => {
  const path = '/v1/consent_requests?direction=incoming&limit=100'
  return (await scene.server.send('GET', path, { key })).body.data.map(({ id }: { id: string }) => id)
}

const patch = (path: string, body: unknown) => scene.owner.patch(path, body)

test('requests for public, unlisted and consent-required aliases notify the owner; requests for private ones do not', async () => {
  const open = await Promise.all(['public', 'unlisted', 'consent_required'].map((level) => scene.register({ level })))
  const hidden = await scene.register({ level: 'private' })
  const levelless = await scene.register({ level: 'public' })
  await sql`update alias set privacy_level = null where id = ${decodeId('alias', levelless.alias)}`.execute(
    scene.server.app.db,
  )
  const asked = await Promise.all(open.map(({ name }) => ask(name)))
  const unheard = [await ask(hidden.name), await ask(levelless.name), await ask(scene.fresh())]
  await scene.match()

  const incoming = await inbox()
  for (const id of asked) expect(incoming).toContain(id)
  for (const id of unheard) expect(incoming).not.toContain(id)
  for (const [index, id] of asked.entries()) {
    const { identity } = open[index]!
    expect(await scene.events('consent.requested', id)).toEqual([
      {
        audience: 1,
        body: {
          id: expect.stringMatching(/^evt_/),
          type: 'consent.requested',
          created: expect.any(Number),
          livemode: false,
          data: { identity, consent_request: id, consumer: scene.payer.consumer },
        },
      },
    ])
  }
  for (const id of unheard) expect(await scene.events('consent.requested', id)).toEqual([])
})

test('a request that is extended to a release is announced once more, to the owner it was matched to; a declined one is not', async () => {
  const wider = { wants: ['disclosure', 'release'] }
  const [open, declined] = [await scene.register({ level: 'public' }), await scene.register({ level: 'public' })]
  const ids = [await ask(open.name), await ask(declined.name)]
  await scene.match()
  await scene.owner.post(`/v1/consent_requests/${ids[1]}/decline`)
  // It stays where it was matched, also when a new request would not be matched there.
  await patch(`/v1/aliases/${open.alias}`, { privacy_level: 'private' })
  for (const repetition of [wider, wider, {}]) {
    for (const { name } of [open, declined]) {
      const body = { alias: name, ...repetition }
      const { status } = await scene.payer.post('/v1/consent_requests', body)
      expect(status).toBe(202)
    }
    await scene.match()
  }
  const announced = await Promise.all(ids.map((id) => scene.events('consent.requested', id)))
  expect(announced.map(({ length }) => length)).toEqual([2, 1])
  expect(announced[0]!.map(({ body }) => body.data)).toEqual(announced[0]!.map(() => announced[0]![0]!.body.data))
})

test('an alias that is registered after the request never inherits it', async () => {
  const [before, after] = [scene.fresh(), scene.fresh()]
  const matchedLate = await ask(before)
  await scene.register({ name: before })
  await scene.match()
  const matchedEarly = await ask(after)
  await scene.match()
  await scene.register({ name: after })
  await scene.match()
  const incoming = await inbox()
  expect(incoming).not.toContain(matchedLate)
  expect(incoming).not.toContain(matchedEarly)
})

test('a request is matched once: later changes never match it again', async () => {
  const hidden = await scene.register({ level: 'private' })
  const suspended = await scene.register()
  await patch(`/v1/identities/${suspended.identity}`, { status: 'suspended' })
  const requests = [await ask(hidden.name), await ask(suspended.name)]
  await scene.match()
  await patch(`/v1/aliases/${hidden.alias}`, { privacy_level: 'public' })
  await patch(`/v1/identities/${suspended.identity}`, { status: 'active' })
  await scene.match()
  const incoming = await inbox()
  for (const id of requests) expect(incoming).not.toContain(id)
})

test('released aliases, look-alikes, the other environment and expired requests are not matched', async () => {
  const released = await scene.register()
  await scene.owner.remove(`/v1/aliases/${released.alias}`)
  const test = await scene.register()
  const live = await scene.server.key({ consumer: 'payer', livemode: true })
  const late = await scene.register()
  const requests = [await ask(released.name), await ask(test.name, live), await ask(late.name)]
  await scene.lapse(requests[2]!)
  await scene.match()
  const incoming = await inbox()
  for (const id of requests) expect(incoming).not.toContain(id)
})

test('many requests are matched over several batches, by two workers at once, each with one event', async () => {
  const { name, identity } = await scene.register()
  await sql`insert into consumer (id, name)
    select gen_random_uuid(), 'crowd ' || n from generate_series(1, 1200) n`.execute(scene.server.app.db)
  await sql`insert into consent_request (id, livemode, consumer_id, type, value, skeleton, expires_at)
    select gen_random_uuid(), false, c.id, a.type, a.value, a.skeleton, now() + interval '7 days'
    from consumer c, alias a where c.name like 'crowd %' and a.value = ${name}`.execute(scene.server.app.db)
  await Promise.all([scene.match(), scene.match()])
  expect(await scene.events('consent.requested', identity)).toHaveLength(1200)
})

const grantTo = async (identity: string) =>
  scene.post('/v1/consent_grants', {
    identity,
    consumer: scene.payer.consumer,
    covers: { all: true },
    expires_at: Math.floor(Date.now() / 1000) + 3_600,
  })

const runOut = (grant: string) =>
  sql`update consent_grant set expires_at = now() - interval '1 second' where id = ${decodeId('consentGrant', grant)}`.execute(
    scene.server.app.db,
  )

test('an expired grant discloses nothing at once, and is marked with one event to both sides', async () => {
  const { name, identity } = await scene.register()
  const { id } = await grantTo(identity)
  expect((await scene.resolve(name)).status).toBe(200)
  await runOut(id)
  expect((await scene.resolve(name)).status).toBe(404)
  const other = await grantTo((await scene.register()).identity)

  await scene.runJob('expire-grants')
  await scene.runJob('expire-grants')
  const path = `/v1/consent_grants/${id}`
  expect((await scene.owner.get(path)).body.status).toBe('expired')
  expect((await scene.payer.get(path)).body.status).toBe('expired')
  expect(await scene.events('consent.expired', id)).toEqual([
    {
      audience: 2,
      body: expect.objectContaining({
        type: 'consent.expired',
        data: { identity, consent_grant: id, consumer: scene.payer.consumer },
      }),
    },
  ])
  expect(await scene.events('consent.expired', other.id)).toEqual([])
  const { rows } = await sql<{ status: string }>`
    select status from consent_grant where id = ${decodeId('consentGrant', id)}`.execute(scene.server.app.db)
  expect(rows).toEqual([{ status: 'expired' }])
})

test('the grantee is not notified while the identity is inactive', async () => {
  const { identity } = await scene.register()
  const { id } = await grantTo(identity)
  await patch(`/v1/identities/${identity}`, { status: 'suspended' })
  await runOut(id)
  await scene.runJob('expire-grants')
  expect((await scene.events('consent.expired', id)).map(({ audience }) => audience)).toEqual([1])
})

test('an approval after a grant’s expiry creates a new grant', async () => {
  const { name, identity } = await scene.register()
  const old = await grantTo(identity)
  const request = await ask(name)
  await scene.match()
  await runOut(old.id)
  const { body } = await scene.owner.post(`/v1/consent_requests/${request}/approve`)
  expect(body.grant).not.toBe(old.id)
  expect(await scene.events('consent.expired', old.id)).toHaveLength(1)
  expect((await scene.resolve(name)).status).toBe(200)
})
