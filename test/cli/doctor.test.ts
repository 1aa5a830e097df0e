import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countStaleSnapshots } from '../../src/registry/endpoints/snapshot-store.ts'
import { replaceAtSeals } from '../../src/vault/keyring.ts'
import { runCommand } from '../support/command.ts'
import { naiveSnapshots, storedSnapshots } from '../support/naive-snapshots.ts'
import { registryOf } from '../support/registry.ts'
import { forTests, startTestServer } from '../support/server.ts'

const server = forTests(startTestServer)

type Found = { state: string; found: string; todo?: string }

async function doctor(check: string, options: string[] = [], env: Record<string, string> = {}): Promise<Found> {
  const { stdout } = await runCommand(['doctor', '--json', ...options], { ...server.env, ...env })
  return JSON.parse(stdout).find((finding: { check: string }) => finding.check === check)
}

test('the doctor says of a doubtful setting where it is changed', async () => {
  expect(await doctor('settings', [], { RATE_LIMITS: 'off' })).toMatchObject({
    state: 'warning',
    todo: expect.stringContaining('docs/reference/configuration.md'),
  })
}, 60_000)

test('the doctor finds rows written outside of the service, and repairs them', async () => {
  const mine = registryOf(server, await server.key())
  const { id } = await mine.identity()
  for (let priority = 0; priority < 3; priority++) await mine.account(id, { priority })
  expect(await countStaleSnapshots(server.app.db, 10_000)).toMatchObject({ stale: 0 })
  // A change that the triggers, which keep snapshots true, don't see.
  await server.query`alter table endpoint disable trigger user`
  const changed = await server.query<{ identity_id: string }>`update endpoint set status = 'disabled'
    where priority = 1 returning identity_id`
  await server.query`alter table endpoint enable always trigger endpoint_updated`
  const ids = changed.map((row) => row.identity_id)
  expect(ids).toHaveLength(1)
  expect(await doctor('snapshots')).toMatchObject({
    state: 'bad',
    found: expect.stringMatching(/^1 of \d+ /),
    todo: expect.stringContaining('--repair-snapshots'),
  })
  expect(await doctor('snapshots', ['--repair-snapshots'])).toMatchObject({ state: 'good' })
  expect(await storedSnapshots(server.app.pool, ids)).toEqual(await naiveSnapshots(server.app.pool, ids))
}, 120_000)

test('the doctor warns of a data key that has sealed too much', async () => {
  await sql`update data_key set seals = ${replaceAtSeals} where purpose = 'address' and livemode`.execute(server.app.db)
  expect(await doctor('encryption')).toMatchObject({ state: 'warning', found: expect.stringContaining('address') })
}, 60_000)
