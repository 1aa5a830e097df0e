import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { runCommand } from '../support/command.ts'
import { importValues } from '../support/importing.ts'
import { query, registryForTests } from '../support/registry.ts'

const { server, owner, mine } = registryForTests()
beforeAll(async () => {
  // Storage as a hand in SQL, or a newer version, may leave it.
  const checks = await query<{ conrelid: string; conname: string }>(
    server,
    "select conrelid::regclass::text as conrelid, conname from pg_constraint where contype = 'c' and coninhcount = 0 and connamespace = current_schema()::regnamespace",
  )
  for (const { conrelid, conname } of checks) await query(server, `alter table ${conrelid} drop constraint ${conname}`)
  const columns = await server.query<{ t: string; c: string }>`select table_name as t, column_name as c
    from information_schema.columns
    where table_schema = current_schema() and is_nullable = 'NO'
    and column_name in ('status', 'type', 'state', 'kind', 'default_privacy_level')
      and table_name in ('identity', 'endpoint', 'consent_grant', 'webhook')`
  for (const { t, c } of columns) await query(server, `alter table ${t} alter ${c} drop not null`)
})

const nonsense = [null, '', 'PUBLIC', 'toString', '__proto__', 'public '] as const
const uuidOf = async (table: string) =>
  (await query<{ id: string }>(server, `select id from ${table} order by created_at desc, id desc limit 1`))[0]!.id
const set = (table: string, column: string, id: string, value: string | null) =>
  query(server, `update ${table} set ${column} = $2 where id = $1`, [id, value])

const everything = `{ identities(first: 50) { edges { node { id type status defaultPrivacyLevel
  aliases(first: 5) { edges { node { type status privacyLevel } } }
  endpoints(first: 5) { edges { node { type status privacyLevel capabilities { asset } addressPreview } } } } } } }`

async function world() {
  const identity = await mine.identity()
  const alias = await mine.username(identity.id)
  await mine.wallet(identity.id)
  return {
    name: alias.value as string,
    identity: identity.id as string,
    ids: { identity: await uuidOf('identity'), alias: await uuidOf('alias'), endpoint: await uuidOf('endpoint') },
  }
}

const cases = [
  ['identity', 'default_privacy_level', { defaultPrivacyLevel: 'PRIVATE' }],
  ['identity', 'status', { status: 'SUSPENDED' }],
  ['identity', 'type', { type: 'USER' }],
  ['alias', 'privacy_level', { privacyLevel: 'PRIVATE' }],
  ['endpoint', 'privacy_level', { privacyLevel: 'PRIVATE' }],
  ['endpoint', 'status', { status: 'DISABLED' }],
  ['endpoint', 'type', { status: 'DISABLED', addressPreview: null }],
] as const

test.each(cases)(
  'an invalid value in %s.%s reads as the most restrictive one, and breaks no list',
  async (table, column, reads) => {
    for (const value of nonsense) {
      const { identity, ids } = await world()
      await set(table, column, ids[table], value)
      const { body } = await owner.graphql(everything)
      expect(body.errors).toBeUndefined()
      const { node } = body.data.identities.edges.find((edge: { node: { id: string } }) => edge.node.id === identity)
      const seen = { identity: node, alias: node.aliases.edges[0].node, endpoint: node.endpoints.edges[0].node }[table]
      expect(seen).toMatchObject(reads)
      const lists = await owner.get('/v1/identities')
      expect(lists.status).toBe(200)
      const shown = lists.body.data.find(({ id }: { id: string }) => id === identity)
      expect([shown.type, shown.status, shown.default_privacy_level].map(String)).toEqual(
        [node.type, node.status, node.defaultPrivacyLevel].map((name: string) => name.toLowerCase()),
      )
    }
  },
)

test.each([null, '', 'PUBLIC'])(
  'a default of %j is inherited as private by the API and by an import',
  async (value) => {
    const { identity, ids } = await world()
    await set('identity', 'default_privacy_level', ids.identity, value)
    const post = (path: string, body: object) => owner.post(path, body)
    const name = `heir.${identity.slice(-6).toLowerCase()}`
    const alias = await post('/v1/aliases', { identity, type: 'email', value: `${name}@example.com` })
    const endpoint = await post('/v1/endpoints', { identity, type: 'mobile_money', address: '+14155552671' })
    expect([alias.body.privacy_level, endpoint.body.privacy_level]).toEqual(['private', 'private'])

    const { report } = await importValues(server, owner.consumerId, [
      { object: 'alias', identity, type: 'email', value: `${name}@example.org` },
      { object: 'endpoint', ref: name, identity, type: 'mobile_money', address: '+14155552671' },
    ])
    expect(report).toMatchObject({ created: 2 })
    const levels = await server.query<{ level: string }>`select privacy_level as level from alias
      where identity_id = ${ids.identity} and type = 'email'
      union all select privacy_level from endpoint where identity_id = ${ids.identity} and type = 'mobile_money'`
    expect(levels.map(({ level }) => level)).toEqual(['private', 'private', 'private', 'private'])
  },
)

test('an identity whose status is nonsense is mended by setting any allowed one', async () => {
  for (const status of ['active', 'suspended', 'closed']) {
    const { identity, ids } = await world()
    await set('identity', 'status', ids.identity, 'gone')
    expect((await mine.patch(`/v1/identities/${identity}`, { status })).body.status).toBe(status)
    expect(await server.query`select status from identity where id = ${ids.identity}`).toEqual([{ status }])
  }
})

test('nonsense in grants, webhooks and deliveries reads as ended, and breaks no list', async () => {
  const { identity } = await world()
  const payer = await server.key({ consumer: 'payer' })
  await mine.grant(identity, payer.consumer)
  await server.query`update consent_grant set status = 'maybe'`
  const grants = await owner.graphql('{ consentGrants(first: 5) { edges { node { status } } } }')
  expect(grants.body).toEqual({ data: { consentGrants: { edges: [{ node: { status: 'REVOKED' } }] } } })
  await server.query`insert into webhook (id, livemode, consumer_id, url, enabled_events, status, disabled_reason)
    values (gen_random_uuid(), false, ${owner.consumerId}, 'https://example.com', '{*}', 'maybe', 'maybe')`
  const webhooks = await owner.graphql('{ webhooks(first: 5) { edges { node { status disabledReason } } } }')
  expect(webhooks.body).toEqual({
    data: { webhooks: { edges: [{ node: { status: 'DISABLED', disabledReason: 'OWNER' } }] } },
  })
})

test('an export matches the lists', async () => {
  const { identity, ids } = await world()
  await set('identity', 'default_privacy_level', ids.identity, 'PUBLIC')
  await set('identity', 'status', ids.identity, null)
  await set('alias', 'privacy_level', ids.alias, null)
  await set('endpoint', 'status', ids.endpoint, 'on')
  const folder = mkdtempSync(join(tmpdir(), 'signpost-export-'))
  const file = join(folder, 'all.jsonl')
  const { code } = await runCommand(['export', '--consumer', 'owner', '--env', 'test', '--output', file], server.env)
  expect(code).toBe(0)
  const lines = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  rmSync(folder, { recursive: true })
  const of = lines.filter((line) => line.id === identity || line.identity === identity)
  expect(of).toMatchObject([
    { default_privacy_level: 'private', status: 'suspended' },
    { privacy_level: 'private' },
    { status: 'disabled' },
  ])
})
