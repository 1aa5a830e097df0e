import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandGroups } from '../../src/cli/commands.ts'
import { type Finished, runCommand } from '../support/command.ts'
import { folderForTests } from '../support/folder.ts'

const folder = folderForTests('modules')
const root = join(import.meta.dirname, '../..')
const preload = join(root, 'test/support/record-modules.mjs')
let started = 0

/** Runs a command and names every module that it loaded, but for the runtime's own. */
async function loading(
  args: readonly string[],
  { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {},
): Promise<Finished & { loaded: string[] }> {
  const file = join(folder, `modules-${++started}`)
  writeFileSync(file, '')
  const place = { execArgv: ['--import', preload], input }
  const finished = await runCommand(args, { RECORD_MODULES: file, XDG_CONFIG_HOME: folder, ...env }, place)
  const urls = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' ')[1]!)
  const loaded = urls
    .filter((url) => url.startsWith('file:'))
    .map((url) => url.slice(url.indexOf(root) + root.length + 1))
  return { ...finished, loaded }
}

/** A start within 0.4 s loads no package but the one that reads the command line, and no more modules than these. */
const ceilings = { help: 40, completion: 100, asking: 55 }
const foreign = (loaded: readonly string[]) =>
  loaded.filter((path) => path.includes('node_modules/') && !path.startsWith('node_modules/commander/'))

const names = Object.values(commandGroups).flatMap((commands) => Object.keys(commands))

test.each(['--version', '--help', ...names.map((name) => `${name} --help`)])(
  '%s is answered without the service and its packages',
  async (line) => {
    const { code, loaded } = await loading(line.split(' '))
    expect([code, foreign(loaded)]).toEqual([0, []])
    expect(loaded.length).toBeGreaterThan(5)
    expect(loaded.length).toBeLessThanOrEqual(ceilings.help)
  },
)

test.each(['bash', 'zsh', 'fish'])(
  'completion for %s lists every command without loading the service',
  async (shell) => {
    const { code, loaded } = await loading(['completion', shell])
    expect([code, foreign(loaded)]).toEqual([0, []])
    expect(loaded.length).toBeLessThanOrEqual(ceilings.completion)
  },
)

describe('a command that asks a running service', () => {
  const page = { object: 'list', data: [], has_more: false, url: '/' }
  const me = { object: 'consumer', name: 'acme', livemode: false, scopes: ['*'] }
  const found = { object: 'resolution', identity: 'idn_x', endpoints: [] }
  const answers: Record<string, object> = { '/v1/me': me, '/v1/resolve': found }
  const server = createServer((request, response) => {
    const path = new URL(request.url!, 'http://127.0.0.1').pathname
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answers[path] ?? page))
  })
  beforeAll(() => new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle)))
  afterAll(() => void server.close())
  const key = 'spk_test_x'
  const serverUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  test.each([
    ['resolve', '@a'],
    ['identities', 'list'],
    ['identities', 'show', 'idn_x'],
    ['aliases', 'list', '--identity', 'idn_x'],
    ['endpoints', 'list', '--identity', 'idn_x'],
    ['consents', 'list'],
    ['events', 'list'],
    ['webhooks', 'list'],
  ])('%s %s loads no package of the service', async (...args) => {
    const { code, stderr, loaded } = await loading(args, { env: { SIGNPOST_API_KEY: key, SIGNPOST_URL: serverUrl() } })
    expect([code, stderr, foreign(loaded)]).toEqual([0, '', []])
    expect(loaded.length).toBeLessThanOrEqual(ceilings.asking)
  })

  test('login loads no package of the service', async () => {
    const { code, loaded } = await loading(['login', '--url', serverUrl()], { input: `${key}\n` })
    expect([code, foreign(loaded)]).toEqual([0, []])
    expect(loaded.length).toBeLessThanOrEqual(ceilings.asking)
  })

  test('a service that does not answer is reported as quickly', async () => {
    const env = { SIGNPOST_API_KEY: key, SIGNPOST_URL: 'http://127.0.0.1:1' }
    const { code, loaded } = await loading(['resolve', '@a'], { env })
    expect([code, foreign(loaded)]).toEqual([2, []])
    expect(loaded.length).toBeLessThanOrEqual(ceilings.asking)
  })
})

test('control: a command that works on the database loads more', async () => {
  const { loaded } = await loading(['migrate'], { env: { DATABASE_URL: 'postgres://127.0.0.1:1/none' } })
  expect(foreign(loaded).length).toBeGreaterThan(100)
})
