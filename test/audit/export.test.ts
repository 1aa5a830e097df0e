import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { operatorCall } from '../../src/cli/app.ts'
import { encodeId } from '../../src/kernel/id.ts'
import { callOf } from '../support/call.ts'
import { runCommand, startCommand } from '../support/command.ts'
import { registryOf } from '../support/registry.ts'
import { forTests, startTestServer } from '../support/server.ts'

const encryptionKey = Buffer.alloc(32, 5)
const server = forTests(() => startTestServer({ encryptionKey }))
const env = forTests(() => ({
  DATABASE_URL: server.database.url,
  ENCRYPTION_KEY: encryptionKey.toString('hex'),
  LOG_LEVEL: 'error',
}))
const tenant = forTests(() => server.key({ consumer: 'tenant' }))
beforeAll(async () => {
  for (const key of [tenant, await server.key({ consumer: 'another', livemode: true })]) {
    const mine = registryOf(server, key)
    for (let n = 0; n < 3; n++)
      await mine.patch(`/v1/identities/${(await mine.identity()).id}`, { display_name: 'Ann' })
  }
  await server.app.services.consumers.create(operatorCall(server.app), { name: 'third' })
})

type Line = { id: string; consumer: string | null; at: number; kind: string }
const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

async function exported(args: readonly string[], more: Record<string, string> = env): Promise<Line[]> {
  const { code, stdout, stderr } = await runCommand(['audit', ...args], more)
  expect([code, stderr]).toEqual([0, ''])
  return linesOf(stdout)
}

const noWindow = { since: null, until: null, after: null }

const exportedAll = async (window: { after?: string; until?: Date } = {}) => {
  const pages = server.app.services.audit.exportAll(operatorCall(server.app), {
    ...noWindow,
    ...window,
  })
  return (await Array.fromAsync(pages)).flat()
}

test('the operator exports every log, its own first; a cut export goes on behind its last entry', async () => {
  const all = await exportedAll()
  const stored = await server.query<{ id: string }>`select id from event`
  expect(all.map(({ entry }) => entry.id).sort()).toEqual(stored.map(({ id }) => encodeId('auditEntry', id)).sort())
  expect(all[0]).toMatchObject({ consumer: null, entry: { kind: 'operator.consumer_created' } })
  expect(new Set(all.map(({ consumer }) => consumer)).size).toBe(3)
  for (const [at, { entry }] of all.entries()) expect(await exportedAll({ after: entry.id })).toEqual(all.slice(at + 1))
  expect(await exportedAll({ until: new Date('2020-01-01') })).toEqual([])
  await expect(exportedAll({ after: 'aud_x' })).rejects.toMatchObject({ code: 'cursor_invalid' })
  await expect(Array.fromAsync(server.app.services.audit.exportAll(callOf(tenant), noWindow))).rejects.toMatchObject({
    code: 'route_not_found',
  })
})

test('the command prints the fields of the API, and the consumer', async () => {
  const lines = await exported(['export-all', '--after', (await exportedAll())[0]!.entry.id])
  const { body } = await tenant.get('/v1/audit?limit=100')
  const own = lines.filter(({ consumer }) => consumer === tenant.consumer)
  expect(own).toEqual(body.data.toReversed().map((entry: object) => ({ ...entry, consumer: tenant.consumer })))
}, 60_000)

test('a command whose reader has gone, as head goes, ends with 0 and says nothing', async () => {
  for (const args of [
    ['audit', 'export-all'],
    ['import', '--example', 'jsonl'],
  ]) {
    const { child, finished } = startCommand(args, env)
    child.stdout!.destroy()
    expect(await finished).toMatchObject({ code: 0, stderr: '' })
  }
}, 60_000)

test.runIf(existsSync('/dev/full'))(
  'a command whose output meets a full disk fails',
  async () => {
    const main = join(import.meta.dirname, '../../src/cli/main.ts')
    const child = spawn('sh', [
      '-c',
      'exec "$0" "$@" > /dev/full',
      process.execPath,
      main,
      'import',
      '--example',
      'jsonl',
    ])
    let said = ''
    child.stderr.on('data', (chunk) => (said += chunk))
    expect(await once(child, 'close')).toEqual([1, null])
    expect(said).toMatch(/^ENOSPC/)
  },
  60_000,
)

test('a tenant exports its own log by the API', async () => {
  const remote = { SIGNPOST_API_KEY: tenant.key, SIGNPOST_URL: server.url }
  const all = await exported(['export'], remote)
  const { body } = await tenant.get('/v1/audit?limit=100')
  expect(all).toEqual(body.data)
  expect(await exported(['export', '--after', all[1]!.id, '--since', '2020-01-01'], remote)).toEqual(all.slice(2))
}, 60_000)
