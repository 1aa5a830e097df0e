import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createProgram, leavesOf } from '../../src/cli/commands.ts'
import { runCommand } from '../support/command.ts'
import { createDatabase } from '../support/database.ts'
import { forTests, type Key, startTestServer, type TestServer } from '../support/server.ts'

const encryptionKey = randomBytes(32)
const database = forTests(createDatabase)
const shared = { database, encryptionKey, env: { RATE_LIMITS: 'on' } }
const server = forTests(() => startTestServer(shared))
const other = forTests(() => startTestServer(shared))
const env = forTests(() => ({ DATABASE_URL: database.url, ENCRYPTION_KEY: encryptionKey.toString('base64') }))

const run = (...args: string[]) => runCommand(['consumers', ...args], env)
async function done(...args: string[]) {
  const { code, stdout, stderr } = await run(...args, '--json')
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}
const limitOf = async (at: TestServer, { key }: Key, policy: string) =>
  (await at.send('GET', '/v1/limits', { key })).body.data.find((one: { policy: string }) => one.policy === policy)

test('a consumer is made, named, listed, limited, suspended and resumed', { timeout: 300_000 }, async () => {
  const made = await done('create', '--consumer', 'acme', '--display-name', 'Acme Ltd')
  expect(made).toMatchObject({ name: 'acme', display_name: 'Acme Ltd', status: 'active', limits: {}, group: null })
  expect(made.id).toMatch(/^apc_/)
  const twice = await run('create', '--consumer', 'acme')
  expect([twice.code, twice.stderr]).toEqual([2, expect.stringMatching(/^Another consumer has this name\.$/m)])

  const key = await server.key({ consumer: 'acme' })
  for (const at of [server, other]) expect((await at.send('GET', '/v1/me', { key: key.key })).status).toBe(200)
  const renamed = await done('rename', '--consumer', made.id, '--name', 'acme-eu')
  expect(renamed).toMatchObject({ id: made.id, name: 'acme-eu', display_name: 'Acme Ltd' })
  expect(await done('show', '--consumer', 'acme-eu')).toEqual(renamed)

  const limited = await done('limits', '--consumer', 'acme-eu', '--set', 'resolve=7 + 250/min', '--set', 'grants=3+1/s')
  expect(limited.limits).toEqual({ resolve: '7 + 250/min', grants: '3 + 1/s' })
  for (const at of [server, other]) await expect.poll(async () => (await limitOf(at, key, 'resolve')).size).toBe(7)
  expect((await done('limits', '--consumer', 'acme-eu', '--reset', 'resolve')).limits).toEqual({ grants: '3 + 1/s' })
  await expect.poll(async () => (await limitOf(other, key, 'resolve')).size).toBe(1000)

  // The record of the admin interface.
  expect(await done('suspend', '--consumer', 'acme-eu')).toMatchObject({
    ...{ object: 'consumer', status: 'suspended', suspended_at: expect.any(Number), updated: expect.any(Number) },
  })
  const { stdout } = await run('list')
  expect(stdout).toMatch(/^ID +STATUS +NAME +DISPLAY NAME +GROUP$/m)
  expect(stdout).toMatch(new RegExp(`^${made.id} +suspended +acme-eu +Acme Ltd +-$`, 'm'))
  await expect.poll(async () => (await other.send('GET', '/v1/me', { key: key.key })).status).toBe(403)
  expect((await done('resume', '--consumer', 'acme-eu')).status).toBe('active')
  await expect.poll(async () => (await other.send('GET', '/v1/me', { key: key.key })).status).toBe(200)
})

test('nonsense is refused whole: no limit and no name changes', { timeout: 300_000 }, async () => {
  const before = await done('create', '--consumer', 'steady')
  const limits = leavesOf(await createProgram()).find(([path]) => path === 'consumers limits')![1]
  const set = limits.options.find(({ long }) => long === '--set')!.parseArg as (
    text: string,
    before: undefined,
  ) => unknown
  for (const rule of [
    'misses=lots',
    'misses=0 + 0/s',
    'misses=-1 + 5/s',
    'misses=1e9 + 1/s',
    'misses=5 + 1/week',
    'misses',
  ])
    expect(() => set(rule, undefined), rule).toThrow(/^--set must be like misses='2000 \+ 250\/min'/)
  expect(() => set('unauthenticated=1 + 1/s', undefined)).toThrow(/^--set must name one of requests, /)
  const { code, stderr } = await run(
    'limits',
    '--consumer',
    'steady',
    '--set',
    'resolve=1 + 1/s',
    '--set',
    'misses=0 + 0/s',
  )
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^--set must be like misses='2000 \+ 250\/min'/)])
  const likeAnId = await run('rename', '--consumer', 'steady', '--name', before.id)
  expect([likeAnId.code, likeAnId.stderr]).toEqual([2, expect.stringMatching(/not an id/)])
  const nobody = await run('suspend', '--consumer', 'nobody')
  expect([nobody.code, nobody.stderr]).toEqual([2, '--consumer names no existing consumer: see consumers list.\n'])
  expect(await done('show', '--consumer', 'steady')).toEqual(before)
})

test('keys create makes a consumer only with --new, and keys list filters by consumer', {
  timeout: 300_000,
}, async () => {
  const create = ['keys', 'create', '--consumer', 'newcomer', '--env', 'test', '--scopes', 'resolve', '--json']
  const refused = await runCommand(create, env)
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/or create one with --new\.$/m)])
  const made = JSON.parse((await runCommand([...create, '--new'], env)).stdout)
  const again = JSON.parse((await runCommand(create.with(3, made.consumer), env)).stdout)
  expect(again.consumer).toBe(made.consumer)
  const { stdout } = await runCommand(['keys', 'list', '--consumer', 'newcomer', '--json'], env)
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id),
  ).toEqual([made.id, again.id])
})
