import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { decodeId } from '../../src/kernel/id.ts'
import { registryForTests } from '../support/registry.ts'
import { forTests } from '../support/server.ts'

/* A grantee's view of a grant says whether it shows anything now, and hides the reason why not. */

const { server, owner } = registryForTests()
const grantee = forTests(() => server.key({ consumer: 'grantee' }))

type Scene = { identity: string; grant: string }

async function granted(): Promise<Scene> {
  const identity = (await owner.post('/v1/identities', { type: 'user' })).body.id
  const body = { identity, consumer: grantee.consumer, covers: { all: true }, expires_at: 4_000_000_000 }
  return { identity, grant: (await owner.post('/v1/consent_grants', body)).body.id }
}

const status = (status: string) => async (scene: Scene) =>
  void (await owner.patch(`/v1/identities/${scene.identity}`, { status }))
const revoke = async ({ grant }: Scene) => void (await owner.remove(`/v1/consent_grants/${grant}`))

const ends: Record<string, (scene: Scene) => Promise<void>> = {
  revoked: revoke,
  suspended: status('suspended'),
  closed: status('closed'),
  'revoked and suspended': async (scene) => {
    await revoke(scene)
    await status('suspended')(scene)
  },
  'suspended and closed': async (scene) => {
    await status('suspended')(scene)
    await status('closed')(scene)
  },
  'of a status that nobody wrote': async ({ identity }) => {
    const uuid = decodeId('identity', identity)
    await sql`alter table identity drop constraint if exists identity_status_check`.execute(server.app.db)
    await sql`update identity set status = 'odd' where id = ${uuid}`.execute(server.app.db)
  },
}

/** Returns the grantee's view of one grant on every surface, with the scene's own ids named alike. */
async function view({ identity, grant }: Scene): Promise<string> {
  const { key } = grantee
  const one = await server.send('GET', `/v1/consent_grants/${grant}`, { key })
  const list = await server.send('GET', '/v1/consent_grants?role=grantee&limit=100', { key })
  const row = list.body.data.find(({ id }: { id: string }) => id === grant)
  const fields =
    '{ id livemode status expiresAt identityId identity { id } consumer { id } consumerId purpose revokedAt createdAt }'
  const typed = await server.graphql(key, `{ consentGrant(id: "${grant}") ${fields} }`)
  const node = await server.graphql(key, `{ node(id: "${grant}") { ... on ConsentGrant ${fields} } }`)
  const all = await server.graphql(key, `{ consentGrants(first: 100, role: GRANTEE) { edges { node ${fields} } } }`)
  const edge = all.body.data?.consentGrants.edges.find((edge: { node: { id: string } }) => edge.node.id === grant)
  return JSON.stringify([one.status, one.body, row, typed.body, node.body, edge])
    .replaceAll(identity, 'idn_')
    .replaceAll(grant, 'cgr_')
    .replaceAll(/req_[a-z0-9]{26}/g, 'req_')
}

async function expire({ grant }: Scene): Promise<void> {
  await sql`update consent_grant set expires_at = '2001-01-01' where id = ${decodeId('consentGrant', grant)}`.execute(
    server.app.db,
  )
}

test('suspended, closed and revoked are the same bytes, before and after the end that was agreed', async () => {
  const standing = await granted()
  expect(await view(standing)).toContain('"status":"active"')
  const views = new Map<string, [string, string]>()
  for (const [name, end] of Object.entries(ends)) {
    const scene = await granted()
    await end(scene)
    const before = await view(scene)
    await expire(scene)
    views.set(name, [before, await view(scene)])
  }
  const [before, after] = views.get('revoked')!
  expect(before).toContain('"status":"revoked"')
  expect(after).toContain('"status":"expired"')
  for (const [name, seen] of views) expect(seen, name).toEqual([before, after])
  await expire(standing)
  expect(await view(standing)).toBe(after)
})

test('its owner still sees the whole grant', async () => {
  const scene = await granted()
  await ends.suspended!(scene)
  const read = () => owner.get(`/v1/consent_grants/${scene.grant}`)
  expect((await read()).body.status).toBe('active')
  await status('active')(scene)
  expect(await view(scene)).toContain('"status":"active"')
})

test('the owner cannot move the end of a grant behind a suspension, which a revoked one would not do', async () => {
  const [suspended, revoked] = [await granted(), await granted()]
  await ends.suspended!(suspended)
  await ends.revoked!(revoked)
  const { status, body } = await owner.patch(`/v1/consent_grants/${suspended.grant}`, { expires_at: 4_000_000_001 })
  expect([status, body.error.code]).toEqual([409, 'identity_not_active'])
  expect(await view(suspended)).toBe(await view(revoked))
})
