import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { changesFinding, readFeedHealth } from '../../../src/cli/operate/doctor/findings.ts'
import { migrate } from '../../../src/database/migrate.ts'
import { renewEpoch } from '../../../src/registry/changes/store.ts'
import { administer, onDatabase } from '../../support/admin.ts'
import { failure, registryOf } from '../../support/registry.ts'
import { type Key, startTestServer, type TestServer } from '../../support/server.ts'

/*
 * A server that does not say in which order transactions came: here one whose role may not ask where the log is. All but the
 * feed works as ever.
 */

const name = `test_off_${randomBytes(6).toString('hex')}`
let url: string
let server: TestServer
let owner: Key
beforeAll(async () => {
  const { adminUrl } = inject('postgres')
  await administer(adminUrl, `create role ${name} login password 'plain'`)
  await administer(adminUrl, `create database ${name} owner ${name}`)
  await administer(onDatabase(adminUrl, name), 'revoke execute on function pg_walfile_name(pg_lsn) from public')
  const own = new URL(onDatabase(adminUrl, name))
  own.username = name
  own.password = 'plain'
  url = own.href
  await migrate(url, renewEpoch)
  const drop = async () => {
    await administer(adminUrl, `drop database if exists ${name} with (force)`)
    await administer(adminUrl, `drop role ${name}`)
  }
  server = await startTestServer({ database: { url, drop } })
  owner = await server.key()
})
afterAll(() => server.close())

test('the migration leaves the order out, and everything else is written and read', async () => {
  const columns = await server.query`select 1 from information_schema.columns where column_name = 'changed'`
  expect(columns).toEqual([])
  const mine = registryOf(server, owner)
  const { id } = await mine.identity()
  const { id: alias } = await mine.username(id)
  expect((await mine.patch(`/v1/aliases/${alias}`, { privacy_level: 'private' })).status).toBe(200)
  expect((await mine.remove(`/v1/aliases/${alias}`)).status).toBe(200)
})

test('the feed answers that it is unavailable, and the doctor reports that it is off', async () => {
  const answer = await server.send('GET', '/v1/changes', { key: owner.key })
  expect([answer.status, failure(answer)]).toMatchObject([503, { code: 'service_unavailable' }])
  expect(answer.headers.get('retry-after')).toBe('60')
  const { body } = await server.graphql(owner.key, '{ changes { cursor } }')
  expect(body.errors[0].extensions.code).toBe('SERVICE_UNAVAILABLE')
  expect(changesFinding(await readFeedHealth(server.app.db))).toMatchObject({
    state: 'warning',
    found: expect.stringMatching(/^off:/),
  })
})

test.each([
  [null, 'good', /not delayed/],
  [{ who: 'process 7 of other', seconds: 12 }, 'warning', /delayed for 12 s by process 7 of other/],
  [{ who: 'process 7 of other', seconds: null }, 'warning', /process 7 of other .* may not see its age/],
] as const)('a feed that is on: %o is %s', (blocker, state, found) => {
  expect(changesFinding({ isOn: true, isForeign: false, blocker })).toMatchObject({
    state,
    found: expect.stringMatching(found),
  })
})
