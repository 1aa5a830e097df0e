import { describe, expect, test } from 'vitest'
import { changesFinding, readFeedHealth } from '../../../src/cli/operate/doctor/findings.ts'
import { decodeId } from '../../../src/kernel/id.ts'
import { beginEpoch, findBlocker, renewEpoch } from '../../../src/registry/changes/store.ts'
import { connected, feedOf } from '../../support/changes.ts'
import { failure, registryForTests, registryOf } from '../../support/registry.ts'
import { type Body, forTests } from '../../support/server.ts'

const { server, owner, mine } = registryForTests()
const feed = forTests(() => feedOf(server, owner))

const idsOf = (told: Body[]): string[] => told.map(({ id }) => id)

test('every kind is in the feed in the order of its last change, and again after a change', async () => {
  const start = (await feed.since()).cursor
  const { id } = await mine.identity()
  const { id: alias } = await mine.username(id)
  const { id: endpoint } = await mine.wallet(id)
  const payer = await server.key({ consumer: 'payer' })
  const { id: grant } = await mine.grant(id, payer.consumer)
  const send = async (path: string, body: object) => (await owner.post(`/v1/${path}`, body)).body.id
  const key = await send('api_keys', { scopes: ['resolve'] })
  const hook = await send('webhooks', { url: 'http://127.0.0.1:1/', enabled_events: ['*'] })
  const first = await feed.since(start)
  expect(idsOf(first.told)).toEqual([id, alias, endpoint, grant, key, hook])
  expect(first.told.map(({ object }) => object)).toEqual([
    'identity',
    'alias',
    'endpoint',
    'consent_grant',
    'api_key',
    'webhook',
  ])
  expect(first.told.every(({ deleted }) => deleted === false)).toBe(true)
  await mine.patch(`/v1/aliases/${alias}`, { privacy_level: 'private' })
  await mine.remove(`/v1/endpoints/${endpoint}`)
  await mine.remove(`/v1/webhooks/${hook}`)
  await mine.remove(`/v1/consent_grants/${grant}`)
  await mine.remove(`/v1/api_keys/${key}`)
  const second = await feed.since(first.cursor)
  expect(second.told.map(({ id, deleted }) => [id, deleted])).toEqual([
    [alias, false],
    [endpoint, true],
    [hook, true],
    [grant, false],
    [key, false],
  ])
  expect((await feed.since(second.cursor)).told).toEqual([])
})

test('a write that changes another record is in the feed for both: the replaced primary alias', async () => {
  const { id } = await mine.identity()
  const { id: former } = await mine.username(id, undefined, { is_primary: true })
  const { id: next } = await mine.username(id)
  const start = (await feed.since()).cursor
  await mine.patch(`/v1/aliases/${next}`, { is_primary: true })
  expect(new Set(idsOf((await feed.since(start)).told))).toEqual(new Set([id, former, next]))
})

test('a reference or metadata alone is a change', async () => {
  const { id } = await mine.identity()
  const start = (await feed.since()).cursor
  await mine.patch(`/v1/identities/${id}`, { metadata: { a: 'b' } })
  expect(idsOf((await feed.since(start)).told)).toEqual([id])
})

test('it holds nothing of another owner, of the other environment, or beyond the scopes of the key', async () => {
  const other = await server.key({ consumer: 'another owner' })
  const live = await server.key({ livemode: true })
  const { id } = await registryOf(server, other).identity()
  const { id: inLive } = await registryOf(server, live).identity()
  const told = idsOf((await feed.since()).told)
  expect(told).not.toContain(id)
  expect(told).not.toContain(inLive)
  expect(told).toContain(owner.keyId)
  const few = await server.key({ scopes: ['aliases:read'] })
  expect(new Set((await feedOf(server, few).follow()).told.map(({ object }) => object))).toEqual(new Set(['alias']))
})

test('a page has the requested length, and its cursor continues after it', async () => {
  const start = (await feed.since()).cursor
  const made = [(await mine.identity()).id, (await mine.identity()).id, (await mine.identity()).id]
  await feed.since(start)
  const one = await feed.page(start, { limit: '2' })
  expect([idsOf(one.data), one.has_more]).toEqual([made.slice(0, 2), true])
  const two = await feed.page(one.cursor, { limit: '1' })
  expect([idsOf(two.data), two.has_more]).toEqual([made.slice(2), true])
  for (const limit of ['0', '101', 'x']) expect((await owner.get(`/v1/changes?limit=${limit}`)).status).toBe(400)
})

test('GraphQL has the same feed and the same cursor', async () => {
  await feed.since()
  const { data } = await feed.page()
  const { body } = await owner.graphql(
    '{ changes(first: 100) { changes { object id deleted updatedAt } cursor hasMore behindSeconds } }',
  )
  const { changes, cursor } = body.data.changes
  const of = ({ object, id, deleted }: Body) => ({ object: object.toLowerCase(), id, deleted })
  expect(changes.map(of)).toEqual(data.map(of))
  expect((await feed.page(cursor)).cursor).toEqual(expect.any(String))
})

describe('an open transaction', () => {
  test('delays younger changes, is reported and named by the doctor, and leaves no gap', async () => {
    const { id: held } = await mine.identity()
    const before = await feed.since()
    await connected(server, async (client) => {
      await client.query("set application_name = 'the blocker'; begin")
      await client.query("update identity set display_name = 'late' where id = $1", [decodeId('identity', held)])
      const { id: younger } = await mine.identity()
      await expect
        .poll(async () => (await feed.page(before.cursor)).behind_seconds, { timeout: 30_000 })
        .toBeGreaterThan(0)
      const waiting = await feed.follow(before.cursor)
      expect(waiting.told).toEqual([])
      const blocker = await findBlocker(server.app.db, 0)
      expect(blocker).toMatchObject({ who: expect.stringMatching(/^(?:process|the prepared transaction) /) })
      await client.query('commit')
      expect(idsOf((await feed.followTo(younger, waiting.cursor)).told)).toEqual([held, younger])
    })
  })

  test('that ends badly takes nothing with it', async () => {
    const start = (await feed.since()).cursor
    await connected(server, async (client) => {
      const { pid } = (await client.query('select pg_backend_pid() as pid')).rows[0]
      await client.query('begin')
      await client.query('update identity set updated_at = now()')
      const { id: younger } = await mine.identity()
      expect((await feed.follow(start)).told).toEqual([])
      await server.query`select pg_terminate_backend(${pid})`
      expect(idsOf((await feed.followTo(younger, start)).told)).toEqual([younger])
    })
  })
})

test('writes by hand are in the feed; re-encryption, snapshots, counts and the use of a key are not', async () => {
  const { id } = await mine.identity()
  const { id: endpoint } = await mine.wallet(id)
  const start = (await feed.since()).cursor
  await server.query`update endpoint set projection = projection where removed_at is null`
  await server.query`update identity set snapshot = default`
  await server.query`update identity set display_name_folded = display_name_folded`
  await server.query`update api_key set last_used_at = now()`
  await server.query`update webhook set consecutive_failures = 3, paused_until = now()`
  expect((await feed.since(start)).told).toEqual([])
  await server.query`update endpoint set priority = 7 where id = ${decodeId('endpoint', endpoint)}`
  expect(idsOf((await feed.since(start)).told)).toContain(endpoint)
})

describe('a cursor', () => {
  test.each(['x', 'AAAA', 'AQ'.repeat(60)])('a malformed cursor is 400: %s', async (cursor) => {
    const answer = await owner.get(`/v1/changes?cursor=${cursor}`)
    expect([answer.status, failure(answer)]).toMatchObject([400, { code: 'cursor_invalid', param: 'cursor' }])
  })

  test('has one spelling', async () => {
    const { cursor } = await feed.follow()
    for (const other of [`${cursor}A`, `${cursor}=`, `${cursor.slice(0, 40)}%0a${cursor.slice(40)}`]) {
      const answer = await owner.get(`/v1/changes?cursor=${other}`)
      expect([answer.status, failure(answer)]).toMatchObject([400, { code: 'cursor_invalid' }])
    }
  })

  test('of another consumer or environment is 400; its content is unreadable, and no two are equal', async () => {
    const { cursor } = await feed.follow()
    const other = await server.key({ consumer: 'another owner' })
    const live = await server.key({ livemode: true })
    for (const { key } of [other, live])
      expect((await server.send('GET', `/v1/changes?cursor=${cursor}`, { key })).status).toBe(400)
    expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toMatch(/epoch|position/)
    expect((await feed.page(cursor)).cursor).not.toBe(cursor)
  })

  const expired = async (cursor: string, key = owner.key) => {
    const answer = await server.send('GET', `/v1/changes?cursor=${cursor}`, { key })
    expect([answer.status, failure(answer)]).toMatchObject([410, { code: 'cursor_expired', param: 'cursor' }])
  }

  test('of fewer scopes is 410, because their hidden kinds were not delivered; one of more scopes continues', async () => {
    const few = await server.key({ scopes: ['aliases:read'] })
    await expired((await feedOf(server, few).follow()).cursor)
    expect((await feedOf(server, few).page((await feed.follow()).cursor)).data).toEqual([])
  })

  test('of a table that was made again is 410, and so is one of before `migrate --restored`', async () => {
    const { cursor } = await feed.since()
    await server.query`truncate registry_epoch`
    await server.query`insert into registry_epoch (token, system)
      select gen_random_uuid(), system_identifier::text from pg_control_system()`
    await expired(cursor)
    const { cursor: later } = await feed.since()
    await beginEpoch(server.app.db)
    await expired(later)
  })

  test('of another epoch is 410: a restore elsewhere begins one, in which everything is delivered again', async () => {
    const { id } = await mine.identity()
    const { cursor } = await feed.since()
    await server.query`update registry_epoch set system = 'another cluster'`
    await server.query`update identity set changed = '9000000000000000000'`
    const waits = await owner.get('/v1/changes')
    expect([waits.status, failure(waits)]).toMatchObject([503, { code: 'service_unavailable' }])
    expect(changesFinding(await readFeedHealth(server.app.db))).toMatchObject({ state: 'bad' })
    expect(await renewEpoch(server.app.db)).toBe(true)
    expect(await renewEpoch(server.app.db)).toBe(false)
    await expired(cursor)
    expect(idsOf((await feed.since()).told)).toContain(id)
  })
})
