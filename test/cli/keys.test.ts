import { expect, test } from 'vitest'
import { runCommand } from '../support/command.ts'
import { forTests, startTestServer } from '../support/server.ts'

const server = forTests(startTestServer)

const me = (key: string) => server.send('GET', '/v1/me', { key })

test('the command line makes, lists, rolls and revokes keys of the running server', async () => {
  const create = [
    'keys',
    'create',
    '--consumer',
    'shop',
    '--new',
    '--env',
    'live',
    '--scopes',
    'resolve,keys:write',
    '--json',
  ]
  const created = await runCommand(create, server.env)
  const made = JSON.parse(created.stdout)
  expect(Object.keys(made)).toEqual(['consumer', 'id', 'key'])
  expect((await me(made.key)).body).toMatchObject({ id: made.consumer, livemode: true, name: 'shop' })

  const rolled = await runCommand(['keys', 'roll', made.id, '--expires-in', '0', '--json'], server.env)
  const next = JSON.parse(rolled.stdout)
  expect((await me(next.key)).status).toBe(200)
  await expect.poll(async () => (await me(made.key)).body.error?.code).toBe('api_key_expired')

  expect((await runCommand(['keys', 'revoke', next.id], server.env)).code).toBe(0)
  await expect.poll(async () => (await me(next.key)).body.error?.code).toBe('api_key_revoked')

  const { stdout } = await runCommand(['keys', 'list', '--json'], server.env)
  const listed = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(listed.find(({ id }) => id === next.id)).toMatchObject({ consumer: 'shop', state: 'revoked' })
  expect(stdout).not.toContain(next.key.slice(14, 40))
  expect((await runCommand(['keys', 'revoke', 'key_nonsense'], server.env)).code).toBe(2)
}, 180_000)

test('the command line reports each change of a key once, as the operator', async () => {
  const owner = await server.key()
  const create = ['keys', 'create', '--consumer', 'owner', '--env', 'test', '--scopes', 'resolve', '--json']
  const made = JSON.parse((await runCommand(create, server.env)).stdout)
  for (let n = 0; n < 2; n++) await runCommand(['keys', 'revoke', made.id], server.env)
  const { body } = await owner.get('/v1/events?limit=100')
  const reported = body.data.filter(({ type }: { type: string }) => type.startsWith('api_key.'))
  expect(reported).toMatchObject([
    { type: 'api_key.revoked', data: { api_key: made.id }, actor: { type: 'operator' } },
    { type: 'api_key.created', data: { api_key: made.id }, actor: { type: 'operator' } },
  ])
}, 180_000)
