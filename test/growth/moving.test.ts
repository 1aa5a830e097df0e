import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { migrate, pendingMigrations } from '../../src/database/migrate.ts'
import { openOrm } from '../../src/database/orm.ts'
import { OtherVersionRuns } from '../../src/database/other-version-runs.ts'
import { administer, onDatabase, withClient } from '../support/admin.ts'
import { formerRows, formerTables } from './former-rows.ts'

/** `FORMER_ROWS=1000000` for a move of a size that is worth measuring. */
const count = Number(process.env.FORMER_ROWS ?? 3_000)
const kills = 10

let made = 0
let url: string
beforeEach(async () => {
  const { adminUrl } = inject('postgres')
  const name = `former_${process.pid}_${made++}`
  await administer(adminUrl, `create database ${name}`)
  url = onDatabase(adminUrl, name)
  await fillAsBefore(url)
})
afterEach(() => administer(inject('postgres').adminUrl, `drop database ${new URL(url).pathname.slice(1)} with (force)`))

const ask = <T>(text: string) => withClient(url, async (client) => (await client.query(text)).rows as T[])

/** The schema of version 0.1, and what it may have stored. */
async function fillAsBefore(at: string): Promise<void> {
  const orm = await openOrm(at)
  await orm.migrator.up({ migrations: ['Migration20261121000000_registry'] })
  await orm.close()
  await withClient(at, (client) => client.query(formerRows(count)))
}

type Stored = Record<string, Record<string, string>>

/** Every row of the tables, by its id, as text: a column that is new since 0.1 is left out. */
async function stored(): Promise<Stored> {
  const found: Stored = {}
  for (const [table, columns] of Object.entries(formerTables)) {
    const rows = await ask<{ id: string; row: string }>(
      `select id, jsonb_build_array(${columns.join(', ')})::text as row from ${table} order by id`,
    )
    found[table] = Object.fromEntries(rows.map(({ id, row }) => [id, row]))
  }
  return found
}

const script = `
  import { migrate } from './src/database/migrate.ts'
  await migrate(process.env.URL, { pages: 1, onProgress: ({ done }) => console.log(done) })`

/** Migrates in a process of its own, which is killed once it has said so many times how far it is. @returns whether it ended by itself */
async function migrateUntil(steps: number): Promise<boolean> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit') as Promise<[number | null]>
  let said = 0
  for await (const _ of createInterface(child.stdout)) if (++said === steps) child.kill('SIGKILL')
  const [code] = await exit
  return code === 0
}

test('killed ten times, the migration from 0.1 loses no row, changes none, and makes none twice', async () => {
  const before = await stored()
  for (const rows of Object.values(before)) expect(Object.keys(rows).length).toBeGreaterThanOrEqual(count)
  let killed = 0
  for (; killed < kills; killed++) {
    expect(await migrateUntil(3 + (killed % 4))).toBe(false)
    expect(await pendingMigrations(url)).toEqual(['rows that are still to be moved'])
  }
  await migrate(url)
  expect(await pendingMigrations(url)).toEqual([])
  expect(await stored()).toEqual(before)
  const left = await ask("select 1 from pg_class where relname like '%_former%' or relname = 'moving'")
  expect(left).toEqual([])
}, 600_000)

test('a moment that no month holds becomes that of the migration; every other is kept to the microsecond', async () => {
  await ask(
    "update disclosure_record set created_at = 'infinity' where id = (select min(id::text)::uuid from disclosure_record)",
  )
  const before = await ask<{ id: string; at: string }>(
    "select id, created_at::text as at from disclosure_record where created_at < 'infinity' order by id",
  )
  await migrate(url)
  const after = await ask<{ id: string; at: string }>(
    'select id, created_at::text as at from disclosure_record order by id',
  )
  expect(after.slice(1)).toEqual(before)
  expect(Math.abs(Date.parse(after[0]!.at) - Date.now())).toBeLessThan(600_000)
}, 300_000)

const node = (seen: string, version: string) =>
  `insert into node (id, opens, seals, seen_at) values (gen_random_uuid(), '{}', '{}', now() - interval '${seen}'); ${version}`

test('nothing is changed while a process of another version runs, not before the move and not in its middle', async () => {
  const before = await stored()
  await ask(node('20 seconds', ''))
  const pending = await pendingMigrations(url)
  await expect(migrate(url)).rejects.toThrow(OtherVersionRuns)
  expect(await pendingMigrations(url)).toEqual(pending)
  expect(await stored()).toEqual(before)

  // One that was killed is believed gone after half a minute.
  await ask("update node set seen_at = now() - interval '31 seconds'")
  expect(await migrateUntil(2)).toBe(false)
  await ask(node('1 second', "update node set version = '0.0.1'"))
  await expect(migrate(url)).rejects.toThrow(/processes of another version run/)
  await ask('delete from node')
  await migrate(url)
  expect(await stored()).toEqual(before)
}, 300_000)

/** `MOVED_ROWS=10000000` for as many as the goal names. */
const moved = Number(process.env.MOVED_ROWS ?? 20_000)

test('says how long it takes to move disclosure records', async () => {
  await ask(`
    insert into disclosure_record (id, livemode, identity_id, consumer_id, alias_id, endpoint_ids, request_id, created_at)
    select gen_random_uuid(), true, i.id, i.consumer_id, gen_random_uuid(), array[gen_random_uuid(), gen_random_uuid()],
      gen_random_uuid(), now() - n * interval '1 second' from generate_series(1, ${Math.ceil(moved / 50)}) n, identity i`)
  const [{ n: before }] = (await ask<{ n: number }>('select count(*)::int as n from disclosure_record')) as [
    { n: number },
  ]
  const began = performance.now()
  await migrate(url)
  const seconds = (performance.now() - began) / 1_000
  expect(await ask('select count(*)::int as n from disclosure_record')).toEqual([{ n: before }])
  console.log(`${before} records moved in ${seconds.toFixed(1)} s, ${Math.round(before / seconds)} a second`)
}, 3_600_000)
