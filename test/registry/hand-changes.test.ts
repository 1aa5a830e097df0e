import { Client } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { unlimited } from '../../src/access/quotas/rules.ts'
import { decodeId, encodeId } from '../../src/kernel/id.ts'
import { countStaleSnapshots, mendSnapshots } from '../../src/registry/endpoints/snapshot-store.ts'
import { createResolution } from '../../src/resolution/service.ts'
import { callOf } from '../support/call.ts'
import { createNaiveFacts } from '../support/naive-snapshots.ts'
import { freshName, query, registryOf } from '../support/registry.ts'
import { type Body, forTests, startTestServer } from '../support/server.ts'

const server = forTests(startTestServer)
const holder = forTests(() => server.key())
const mine = registryOf(server, holder)
const payer = forTests(() => server.key({ consumer: 'payer', scopes: ['resolve'] }))
beforeAll(async () => {
  await server.query`alter table endpoint drop constraint endpoint_privacy_level`
  await server.query`alter table endpoint drop constraint endpoint_status_check`
  await server.query`alter table alias drop constraint alias_privacy_level`
  await server.query`alter table identity drop constraint identity_status_check`
})

type Scene = {
  name: string
  identity: string
  other: string
  alias: string
  endpoint: string
  consented: string
  grant: string
}

/** An identity with two endpoints and a grant, and another one; ids are uuids. */
async function scene(): Promise<Scene> {
  const name = freshName()
  const [identity, other] = [await mine.identity(), await mine.identity()]
  const alias = await mine.username(identity.id, name, { privacy_level: 'consent_required' })
  const endpoint = await mine.account(identity.id, { capabilities: [{ asset: 'EUR', network: 'sepa', rail: 'sct' }] })
  const consented = await mine.account(identity.id, { privacy_level: 'consent_required', priority: 1 })
  await mine.account(other.id)
  const grant = await mine.grant(identity.id, payer.consumer)
  return {
    name,
    identity: decodeId('identity', identity.id)!,
    other: decodeId('identity', other.id)!,
    alias: decodeId('alias', alias.id)!,
    endpoint: decodeId('endpoint', endpoint.id)!,
    consented: decodeId('endpoint', consented.id)!,
    grant: decodeId('consentGrant', grant.id)!,
  }
}

const resolved = async (name: string): Promise<unknown> => {
  const { status, body } = await payer.post('/v1/resolve', { alias: name })
  const { request_id: _, ...shown } = status === 200 ? body : body.error
  return [status, shown]
}

/** Resolves for the same caller from the rows, without the snapshot. */
async function truth(name: string): Promise<unknown> {
  const { app } = server
  const record = async () => undefined
  const resolution = createResolution({
    facts: createNaiveFacts(app.pool),
    keyring: app.keyring,
    limits: unlimited,
    defaultRegion: undefined,
    record,
  })
  return resolution.resolve(callOf({ ...payer, scopes: ['resolve'] }), { alias: name }).then(
    (found) =>
      found === null
        ? 'hidden'
        : { ids: found.shown.endpoints.map(({ id }) => id), total: found.disclosure.totalEndpoints },
    () => 'hidden',
  )
}

const summary = ([status, body]: [number, Body]) =>
  status === 200 ? { ids: body.endpoints.map(({ id }: Body) => id), total: body.disclosure.total_endpoints } : 'hidden'

const endpointChanges = {
  'privacy_level null': 'privacy_level = null',
  'privacy_level private': "privacy_level = 'private'",
  'privacy_level unheard of': "privacy_level = 'friends'",
  'status disabled': "status = 'disabled'",
  'status unheard of': "status = 'resting'",
  priority: 'priority = 9',
  'priority without end': "priority = '-Infinity'",
  created_at: "created_at = now() + interval '1 day'",
  removed_at: 'removed_at = now(), address = null, projection = null',
  'another identity': 'identity_id = $other',
  'an unheard-of type': "type = 'cash'",
  'no capabilities': "capabilities = '[]'",
}

const changes: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(endpointChanges).map(([what, set]) => [
      `endpoint: ${what}`,
      `update endpoint set ${set} where id = $endpoint`,
    ]),
  ),
  'endpoint: deleted': 'delete from endpoint where id = $endpoint',
  'endpoint: all of them': "update endpoint set privacy_level = 'private' where identity_id = $identity",
  'alias: privacy_level null': 'update alias set privacy_level = null where id = $alias',
  'alias: privacy_level private': "update alias set privacy_level = 'private' where id = $alias",
  'alias: privacy_level unheard of': "update alias set privacy_level = 'friends' where id = $alias",
  'alias: status': "update alias set status = 'released' where id = $alias",
  'alias: released by its date alone': 'update alias set released_at = now() where id = $alias',
  'alias: another identity': 'update alias set identity_id = $other where id = $alias',
  'alias: value': "update alias set value = 'another.name' where id = $alias",
  'alias: deleted': 'delete from alias where id = $alias',
  'identity: suspended': "update identity set status = 'suspended' where id = $identity",
  'identity: an unheard-of status': "update identity set status = 'resting' where id = $identity",
  'identity: the snapshot of another':
    'update identity set snapshot = (select snapshot from identity where id = $other) where id = $identity',
  'identity: a snapshot made up': `update identity set snapshot = replace(snapshot, 'consent_required', 'public') where id = $identity`,
  'identity: a snapshot of nonsense': "update identity set snapshot = 'nonsense' where id = $identity",
  'grant: revoked': "update consent_grant set status = 'revoked' where id = $grant",
  'grant: revoked by its date alone': 'update consent_grant set revoked_at = now() where id = $grant',
  'grant: an end that no answer can show': "update consent_grant set expires_at = 'infinity' where id = $grant",
  'grant: over': 'update consent_grant set expires_at = now() where id = $grant',
  'grant: covers less':
    'update consent_grant set covers_all = false, covers_aliases = array[$alias::uuid] where id = $grant',
  'grant: covers nothing': 'update consent_grant set covers_all = false where id = $grant',
  'grant: for another consumer':
    "update consent_grant set consumer_id = (select id from consumer where name = 'owner') where id = $grant",
  'grant: deleted': 'delete from consent_grant where id = $grant',
}

const filled = (text: string, of: Scene) => text.replaceAll(/\$(\w+)/g, (_, name: keyof Scene) => `'${of[name]}'`)

test.each(Object.entries(changes))('%s: the next resolve matches the rows', async (_, change) => {
  const of = await scene()
  expect(summary((await resolved(of.name)) as [number, Body])).toMatchObject({ total: 2 })
  await query(server, filled(change, of))
  expect(summary((await resolved(of.name)) as [number, Body])).toEqual(await truth(of.name))
  expect(await countStaleSnapshots(server.app.db, 1_000_000)).toMatchObject({ stale: 0 })
})

test.each(Object.entries(changes).filter(([name]) => name.startsWith('endpoint')))(
  '%s: a session that switches triggers off is obeyed too',
  async (_, change) => {
    const of = await scene()
    const client = new Client({ connectionString: server.database.url })
    await client.connect()
    await client.query('set session_replication_role = replica')
    await client.query(filled(change, of))
    await client.end()
    expect(summary((await resolved(of.name)) as [number, Body])).toEqual(await truth(of.name))
  },
)

test('an identity moved to the other environment past its foreign keys shows nothing', async () => {
  const of = await scene()
  const client = new Client({ connectionString: server.database.url })
  await client.connect()
  await client.query('set session_replication_role = replica')
  await client.query('update identity set livemode = true where id = $1', [of.identity])
  const { rows } = await client.query('select snapshot from identity where id = $1', [of.identity])
  await client.query('update alias set livemode = true where id = $1', [of.alias])
  await client.end()
  expect(rows[0].snapshot).toBe('[]')
  expect(await resolved(of.name)).toMatchObject([404, {}])
})

test.each([['{}'], ['"text"'], ['[1, null, {"asset": 5, "rail": "sct"}, {"asset": "EUR"}]']])(
  'capabilities of nonsense (%s) are shown by no endpoint that had others, and are none',
  async (capabilities) => {
    const of = await scene()
    await server.query`update endpoint set capabilities = ${capabilities}::jsonb where id = ${of.endpoint}`
    const [status, body] = (await resolved(of.name)) as [number, Body]
    // One of the two had a capability, and is not as it was sealed.
    expect([status, body.endpoints.map((endpoint: Body) => endpoint.capabilities)]).toEqual([200, [[]]])
    expect(body.disclosure.total_endpoints).toBe(2)
  },
)

test('a change made while the service writes the same identity is not lost', async () => {
  for (let round = 0; round < 20; round++) {
    const of = await scene()
    await Promise.all([
      server.query`update endpoint set privacy_level = 'private' where id = ${of.endpoint}`,
      server.query`update endpoint set status = 'disabled' where id = ${of.consented}`,
      mendSnapshots(server.app.db),
      ...[1, 2].map(() => mine.account(encodeId('identity', of.identity), { privacy_level: 'private' })),
    ])
    expect(summary((await resolved(of.name)) as [number, Body])).toEqual({ ids: [], total: 4 })
  }
})

test('a row inserted by hand is not disclosed before the snapshots are mended, and truncating empties them all', async () => {
  const of = await scene()
  await server.query`insert into endpoint
    select gen_random_uuid(), livemode, identity_id, type, privacy_level, priority, capabilities, status,
    address, null, created_at, updated_at, removed_at from endpoint where id = ${of.endpoint}`
  expect(summary((await resolved(of.name)) as [number, Body])).toMatchObject({ total: 2 })
  expect(await countStaleSnapshots(server.app.db, 1_000_000)).toMatchObject({ stale: 1 })
  expect(await mendSnapshots(server.app.db)).toBe(1)
  expect(summary((await resolved(of.name)) as [number, Body])).toMatchObject({ total: 3 })
  await server.query`truncate endpoint`
  expect(summary((await resolved(of.name)) as [number, Body])).toEqual({ ids: [], total: 0 })
})
