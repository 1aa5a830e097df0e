import { expect, test } from 'vitest'
import { engineFinding } from '../../src/cli/operate/doctor/findings.ts'
import { readLacking } from '../../src/database/engine.ts'
import { countStaleSnapshots } from '../../src/registry/endpoints/snapshot-store.ts'
import { registryOf } from '../support/registry.ts'
import { forTests, startTestServer } from '../support/server.ts'

const server = forTests(startTestServer)

const ask = (statement: string) => server.app.pool.query(statement)

/** A server that refuses what its statement says, or asks another thing in its place. */
const without = (pattern: RegExp, inPlace: string) => (statement: string) =>
  ask(pattern.test(statement) ? inPlace : statement)

test('PostgreSQL lacks nothing', async () => {
  expect(await readLacking(server.app.db)).toEqual([])
  expect(engineFinding([])).toEqual({ state: 'good', found: 'has all required capabilities' })
})

test.each([
  ['tablesample', /tablesample/, 'select 1 from pg_class tablesample nothing (1)', 'warning'],
  ['listen', /pg_notify/, "select no_such_notify('x')", 'warning'],
  ['planner settings', /pg_settings/, "select 1 / (count(*) = 2)::int from pg_settings where name = 'jit'", 'warning'],
  [
    'generic plans',
    /^select 1 \/ \(count\(\*\) = 0\)::int from pg_extension/,
    "select 1 / (count(*) = 0)::int from pg_extension where extname = 'plpgsql'",
    'warning',
  ],
  ['order of transactions', /pg_snapshot_xmin/, 'select no_such_snapshot()', 'warning'],
  [
    'unlogged tables',
    /relpersistence/,
    "select 1 / (relpersistence = 'u')::int from pg_class where relname = 'alias'",
    'warning',
  ],
  ['log position', /pg_current_wal/, 'select no_such_position()', 'warning'],
  ['partitions', /relkind = 'p'/, "select 1 / (relkind = 'p')::int from pg_class where relname = 'alias'", 'bad'],
  ['transaction locks', /advisory/, 'select no_such_lock(1)', 'bad'],
] as const)('a server without %s is told from one that has it', async (capability, pattern, inPlace, state) => {
  const lacking = await readLacking(server.app.db, without(pattern, inPlace))
  expect(lacking.map((one) => one.capability)).toEqual([capability])
  const finding = engineFinding(lacking)
  expect(finding.state).toBe(state)
  expect(finding.found).toContain(capability)
})

test('a server that is away lacks nothing', async () => {
  const away = async () => {
    throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
  }
  expect(await readLacking(server.app.db, away)).toEqual([])
})

test('without samples the doctor looks at the first snapshots', async () => {
  const { key } = await server.key()
  const mine = registryOf(server, { key })
  for (let n = 0; n < 3; n++) await mine.identity()
  expect(await countStaleSnapshots(server.app.db, 2, false)).toEqual({ looked: 2, stale: 0 })
  expect((await countStaleSnapshots(server.app.db, 1_000_000, true)).looked).toBe(3)
})
