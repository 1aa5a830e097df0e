import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSources } from './floors.ts'
import { sessionState } from './session-state.ts'

const root = join(import.meta.dirname, '../../..')
const migrations = globSync('migrations/*.ts', { cwd: root }).map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}))

test('no statement leaves anything behind in its session: a pooler may give it to anybody next', () => {
  const sources = [...readSources(), ...migrations]
  expect(sources.filter(({ text }) => text.includes('sql`')).length).toBeGreaterThan(10)
  expect(sessionState(sources)).toEqual([])
})

test.each([
  ['SET', "pool.query('set statement_timeout = 5000')"],
  ['SET in a template', 'sql`set plan_cache_mode = $1`'],
  ['SET SESSION', "client.query('SET SESSION jit TO off')"],
  ['SET after another statement', 'sql`select 1; set jit = off`'],
  ['RESET', "client.query('reset all')"],
  ['set_config', "sql`select set_config('app.caller', $1, false)`"],
  ['advisory lock', 'sql`select pg_advisory_lock($1)`'],
  ['advisory try-lock', "lock.query('select pg_try_advisory_lock($1)', [n])"],
  ['temporary table', 'sql`create temporary table batch (id uuid)`'],
  ['LISTEN', "client.query('listen signpost_keys')"],
  ['LISTEN in a template', 'client.query(`listen $1`)'],
  ['WITH HOLD', 'sql`declare c cursor with hold for select 1`'],
  ['PREPARE', "client.query('prepare resolve as select 1')"],
  ['start-up option', "new pg.Pool({ options: '-c jit=off' })"],
  ['start-up parameter', 'new pg.Pool({ statement_timeout: 5_000 })'],
])('control: %s is found', (_, text) => {
  expect(sessionState([{ path: 'src/registry/x.ts', text }])).not.toEqual([])
})

test.each([
  ['UPDATE … SET', 'sql`update alias set status = $1 where id = $1`'],
  ['SET LOCAL', "sql`set local lock_timeout = '2s'`"],
  ['set_config for the transaction', "sql`select set_config('lock_timeout', $1, true)`"],
  ['transaction lock', 'sql`select pg_try_advisory_xact_lock($1)`'],
  ['a table that goes with the transaction', 'sql`create temp table batch (id uuid) on commit drop`'],
  ['a setting of the role', "sql.raw('alter role signpost set jit = off')"],
  ['English', "throw new Error('Set DATABASE_URL to use a PostgreSQL of your own, or reset it.')"],
])('%s is none', (_, text) => {
  expect(sessionState([{ path: 'src/registry/x.ts', text }])).toEqual([])
})
