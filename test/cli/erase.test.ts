import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { encodeId } from '../../src/kernel/id.ts'
import { listAsked } from '../../src/registry/erasure/replay.ts'
import { findLeft } from '../../src/registry/erasure/residue.ts'
import { administer, onDatabase } from '../support/admin.ts'
import { runCommand } from '../support/command.ts'
import { createDatabase } from '../support/database.ts'
import { everyRow, type Filled, fillIdentity, foundIn } from '../support/erasure-scene.ts'
import { eventsOf, registryOf } from '../support/registry.ts'
import { forTests, type Key, startTestServer, type TestServer } from '../support/server.ts'

const encryptionKey = randomBytes(32)
const { adminUrl, scratch } = inject('postgres')
const file = join(scratch, `erasures-${randomBytes(4).toString('hex')}.txt`)
const copy = `test_${randomBytes(8).toString('hex')}`
const restoredUrl = onDatabase(adminUrl, copy)

let owner: Key
let other: Key
/** Erased before the backup, erased since, and never. */
let before: Filled
let since: Filled[]
let kept: Filled
let original: TestServer
let restored: TestServer

const serverOn = (url: string) =>
  startTestServer({ encryptionKey, database: { url, drop: async () => undefined }, env: { WEBHOOK_WORKER: 'off' } })
const cli = (url: string, ...args: string[]) =>
  runCommand(args, { DATABASE_URL: url, ENCRYPTION_KEY: encryptionKey.toString('base64') })

async function erase(server: TestServer, { identity }: Filled): Promise<void> {
  const path = `/v1/identities/${identity}`
  await server.send('PATCH', path, { key: owner.key, body: { status: 'closed' } })
  const asked = await server.send('POST', `${path}/erase`, { key: owner.key, body: { confirm: identity } })
  expect(asked.status).toBe(202)
}
const job = (server: TestServer) => server.app.jobs.find(({ name }) => name === 'erase-identities')!.run()

const database = forTests(createDatabase)
beforeAll(async () => {
  const server = await serverOn(database.url)
  owner = await server.key()
  other = await server.key({ consumer: 'other' })
  before = await fillIdentity(server, owner, other)
  since = [await fillIdentity(server, owner, other), await fillIdentity(server, owner, other)]
  kept = await fillIdentity(server, owner, other)
  await erase(server, before)
  await job(server)
  // PostgreSQL copies a template only without connections to it.
  await server.close()
  await administer(adminUrl, `create database ${copy} template ${new URL(database.url).pathname.slice(1)}`)
  original = await serverOn(database.url)
  for (const filled of since) await erase(original, filled)
  await job(original)
}, 240_000)
afterAll(async () => {
  await original?.close()
  await restored?.close()
  rmSync(file, { force: true })
  await administer(adminUrl, `drop database if exists ${copy} with (force)`)
})

/** Timeout in milliseconds: each command is a separate process on a shared machine. */
const slow = 240_000

async function asked(since: Date | null): Promise<string[]> {
  const ids: string[] = []
  for await (const some of listAsked(original.app.db, since)) ids.push(...some)
  return ids.map((id) => encodeId('identity', id))
}

test(
  'the list holds the ids of all that were erased, or are to be, and nothing else',
  async () => {
    const late = await registryOf(original, owner).identity({ display_name: 'Made after the backup' })
    await erase(original, { ...kept, identity: late.id })
    const { code, stdout } = await cli(database.url, 'erase', '--list')
    expect([code, stdout]).toEqual([
      0,
      `${[before, ...since, { identity: late.id }].map(({ identity }) => identity).join('\n')}\n`,
    ])
    expect(await asked(null)).toHaveLength(4)
    expect(await asked(new Date(Date.now() + 3_600_000))).toEqual([])
    expect(await asked(new Date(Date.now() - 3_600_000))).toEqual(await asked(null))
  },
  slow,
)

test(
  'a replay on a restored backup erases exactly the identities erased since',
  async () => {
    restored = await serverOn(restoredUrl)
    const needles = since.flatMap((filled) => filled.needles)
    expect(foundIn(await everyRow(restored), needles).length).toBeGreaterThanOrEqual(needles.length / 2)
    const ids = await asked(null)
    writeFileSync(file, `\r\n${ids.join('\r\n')}\n${ids[0]}\n\n`)

    const counts = { listed: 4, absent: 1, asked: 1, replayed: 2 }
    const dry = await cli(restoredUrl, 'erase', '--replay', file, '--dry-run', '--json')
    expect([dry.code, JSON.parse(dry.stdout)]).toEqual([0, { ...counts, left: 2, dry_run: true }])
    expect(foundIn(await everyRow(restored), needles).length).toBeGreaterThanOrEqual(needles.length / 2)

    const done = await cli(restoredUrl, 'erase', '--replay', file, '--json')
    expect([done.code, JSON.parse(done.stdout)]).toEqual([0, { ...counts, left: 0, dry_run: false }])
    expect(foundIn(await everyRow(restored), needles)).toEqual([])
    const { code, stdout } = await cli(restoredUrl, 'doctor', '--erased', since[0]!.identity)
    expect(code, stdout).toBe(0)
    expect(stdout).toContain('nothing: every sealed column was opened')
    for (const { identity, uuid } of since) {
      expect(await findLeft(restored.app.db, restored.app.keyring, [uuid])).toMatchObject({ columns: [], sealed: [] })
      expect((await registryOf(restored, owner).get(`/v1/identities/${identity}`)).erased_at).toBeTypeOf('number')
    }
    const found = new Set(foundIn(await everyRow(restored), kept.needles).map((hit) => hit.split(': ')[1]))
    expect(found.has(kept.username) && found.has(kept.phone)).toBe(true)
    expect((await registryOf(restored, other).resolve(kept.phone)).status).toBe(200)
  },
  slow,
)

test(
  'a replay notifies the owner with the operator as actor, and a second replay changes nothing',
  async () => {
    const told = (await eventsOf(restored, owner.consumerId)).filter(({ data }) => data.identity === since[0]!.identity)
    const types = new Set(told.map(({ type }) => type))
    for (const type of ['alias.released', 'consent.revoked', 'identity.status_changed', 'identity.erased'])
      expect(types).toContain(type)
    const closed = await restored.query<{ changed: string[] }>`select changed_fields as changed from event
      where type = 'identity.status_changed' and ${since[0]!.identity} = any(subjects)`
    expect(closed).toEqual([{ changed: ['status', 'primary_alias', 'erasing'] }])
    const rows = await everyRow(restored)
    const again = await cli(restoredUrl, 'erase', '--replay', file, '--json')
    expect(JSON.parse(again.stdout)).toMatchObject({ replayed: 0, asked: 3, left: 0 })
    for (const table of ['identity', 'alias', 'endpoint', 'alias_reservation', 'event', 'event_body'])
      expect(`${table} ${(await everyRow(restored)).get(table)}`).toBe(`${table} ${rows.get(table)}`)
  },
  slow,
)

test(
  'the list of no erasure replays as nothing, and an empty file is refused',
  async () => {
    const { stdout } = await cli(restoredUrl, 'erase', '--list', '--since', '2999-01-01')
    writeFileSync(file, stdout)
    const replayed = await cli(restoredUrl, 'erase', '--replay', file, '--json')
    expect([replayed.code, JSON.parse(replayed.stdout)]).toMatchObject([0, { listed: 0, replayed: 0, left: 0 }])
    writeFileSync(file, '')
    expect(await cli(restoredUrl, 'erase', '--replay', file)).toMatchObject({ code: 2, stdout: '' })
  },
  slow,
)

test(
  'a list with a line that is no id is refused before anything is erased, and nothing of it is repeated',
  async () => {
    writeFileSync(file, `${kept.identity}\nsecret-name\n`)
    const refused = await cli(restoredUrl, 'erase', '--replay', file)
    expect(refused).toEqual({ code: 2, stdout: '', stderr: '--replay: line 2 is no id of an identity (idn_…).\n' })
    writeFileSync(file, '\n')
    expect((await cli(restoredUrl, 'erase', '--replay', file)).stderr).toBe('--replay: the list is empty.\n')
    for (const args of [[], ['--list', '--replay', file], ['--list', '--since', 'soon']])
      expect((await cli(restoredUrl, 'erase', ...args)).code).toBe(2)
    expect((await registryOf(restored, owner).get(`/v1/identities/${kept.identity}`)).status).toBe('active')
  },
  slow,
)
