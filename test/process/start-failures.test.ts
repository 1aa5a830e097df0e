import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../support/command.ts'
import { createDatabase } from '../support/database.ts'
import { folderForTests } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { forTests } from '../support/server.ts'

const folder = folderForTests('failures')
const ENCRYPTION_KEY = Buffer.alloc(32, 9).toString('base64')
/** Accepts connections and never says a word. */
let silent: Server
let taken: number
const database = forTests(createDatabase)
beforeAll(async () => {
  silent = createServer(() => undefined)
  await new Promise<void>((settle) => silent.listen(0, '127.0.0.1', settle))
  taken = (silent.address() as AddressInfo).port
})
afterAll(async () => {
  silent.close()
})

const timeout = 90_000
/** The time this machine takes to load the service, measured by a start that fails before it waits for anything. */
let loadMs: number
beforeAll(async () => {
  const began = performance.now()
  await runCommand(['serve'], { ADMIN_PORT: '0', ADMIN_TOKEN_FILE: join(folder, 'none') }, { cwd: folder })
  loadMs = performance.now() - began
}, timeout)

/** Starts the service. It must end with 1 in time, with one sentence. */
async function sentenceOf(env: Record<string, string>, cwd = folder): Promise<string> {
  const began = performance.now()
  const { code, stdout, stderr } = await runCommand(['serve'], { PORT: '0', ENCRYPTION_KEY, ...env }, { cwd })
  expect([code, stdout.includes('listens on')], stderr).toEqual([1, false])
  expect(performance.now() - began).toBeLessThan(10_000 + 2 * loadMs)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).not.toMatch(/canary/)
  return stderr.trim()
}

test.each<[string, () => Record<string, string>, RegExp]>([
  [
    'a database that refuses',
    () => ({ DATABASE_URL: 'postgres://canary:canary@127.0.0.1:1/signpost' }),
    /^The database at 127\.0\.0\.1:1 does not answer \(ECONNREFUSED\): check DATABASE_URL,/,
  ],
  [
    'a host that no name server knows',
    () => ({ DATABASE_URL: 'postgres://canary:canary@db.invalid/signpost' }),
    /^The database at db\.invalid:5432 does not answer \((?:ENOTFOUND|EAI_AGAIN)\)/,
  ],
  [
    'a database that never answers',
    () => ({ DATABASE_URL: `postgres://canary:canary@127.0.0.1:${taken}/signpost` }),
    /^The database at 127\.0\.0\.1:\d+ does not answer \(timeout\)/,
  ],
  [
    'a second database that never answers',
    () => ({ DATABASE_URL: database.url, DATABASE_RECORDS_URL: `postgres://canary:canary@127.0.0.1:${taken}/records` }),
    /^The database at 127\.0\.0\.1:\d+ does not answer \(timeout\): check DATABASE_RECORDS_URL,/,
  ],
  [
    'a port that is taken',
    () => ({ DATABASE_URL: database.url, PORT: String(taken) }),
    /^Port \d+ on 127\.0\.0\.1 is taken: set PORT to another one\.$/,
  ],
  [
    'a metrics port that is taken',
    () => ({ DATABASE_URL: database.url, METRICS_PORT: String(taken) }),
    /^METRICS_PORT \d+ on 127\.0\.0\.1 can't be opened \(EADDRINUSE\)\.$/,
  ],
  [
    'a data folder where there can be none',
    () => ({ ENCRYPTION_KEY: '', DATA_DIR: '/proc/nowhere/data' }),
    /^DATA_DIR can't be created \(ENOENT: .*\/proc\/nowhere/,
  ],
])('%s is named with host, port and system error, within ten seconds', { timeout }, async (_, env, says) => {
  expect(await sentenceOf(env())).toMatch(says)
})

test.each(['METRICS_PORT', 'ADMIN_PORT'])(
  'a start that fails at a taken %s has taken no caller',
  { timeout },
  async (name) => {
    const tokens = join(folder, 'tokens')
    writeFileSync(tokens, `${'7f'.repeat(32)}\n`, { mode: 0o600 })
    const port = await freePort()
    let isOver = false
    let taking = 0
    const connects = () =>
      new Promise<boolean>((settle) => {
        const socket = connect(port, '127.0.0.1', () => settle(true)).on('error', () => settle(false))
        socket.on('close', () => settle(false)).setTimeout(1_000, () => socket.destroy())
      })
    const asking = (async () => {
      for (; !isOver; await pause(2)) if (await connects()) taking++
    })()
    const env = { DATABASE_URL: database.url, PORT: String(port), ADMIN_TOKEN_FILE: tokens, [name]: String(taken) }
    expect(await sentenceOf(env)).toContain(`${name} ${taken} on 127.0.0.1 can't be opened (EADDRINUSE).`)
    isOver = true
    await asking
    expect(taking).toBe(0)
  },
)

/** A disk with room for a few files and no cluster; null where this user may mount none. */
function smallDisk(): string | null {
  const path = join(folder, 'disk')
  mkdirSync(path)
  // PostgreSQL's user must reach it, or its data goes elsewhere.
  chmodSync(folder, 0o711)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=777', 'tmpfs', path], { stdio: 'ignore' })
    return path
  } catch {
    return null
  }
}

test('a disk that is full is named by the system error', { timeout }, async ({ skip }) => {
  const disk = smallDisk()
  if (disk === null) return skip('this user may mount no disk')
  try {
    expect(await sentenceOf({ DATA_DIR: join(disk, 'data') })).toMatch(/No space left on device/i)
  } finally {
    execFileSync('umount', ['-l', disk])
  }
})

test('an empty DATA_DIR is unset: the folder is .data, and nothing lies beside it', { timeout }, async () => {
  const cwd = join(folder, 'empty')
  mkdirSync(cwd)
  // A file in the place of the folder: the start ends there, with its name.
  writeFileSync(join(cwd, '.data'), '')
  expect(await sentenceOf({ DATA_DIR: '', ENCRYPTION_KEY: '' }, cwd)).toMatch(/EEXIST: .*\.data/)
  expect(readdirSync(cwd)).toEqual(['.data'])
})
