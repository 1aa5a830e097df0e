import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { readConnection } from '../../src/postgres/connection.ts'
import { folderForTests } from '../support/folder.ts'

const root = join(import.meta.dirname, '../..')
const folder = folderForTests('npm-start')
// PostgreSQL's own user passes through it.
chmodSync(folder, 0o711)
const dataDir = join(folder, 'data')

const isOpen = (port: number): Promise<boolean> =>
  new Promise((settle) => {
    const socket = connect({ host: '127.0.0.1', port }, () => settle(true))
    socket.on('error', () => settle(false)).unref()
    socket.on('connect', () => socket.destroy())
  })

/** Ends whatever the test itself started, should npm have left it. */
async function endLeft(service: number | undefined): Promise<void> {
  try {
    if (service !== undefined) process.kill(service, 'SIGKILL')
  } catch {
    // It has ended, as it should.
  }
  const left = await readConnection(dataDir)
  if (left?.pid) process.kill(left.pid, 'SIGINT')
}

test('SIGTERM to npm start ends the server, its port and its PostgreSQL', { timeout: 240_000 }, async () => {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, PORT: '0', DRAIN_SECONDS: '0' }
  const npm = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  npm.stdout.on('data', (chunk) => (said += chunk))
  npm.stderr.on('data', (chunk) => (said += chunk))
  const exited = once(npm, 'exit')
  let service: number | undefined
  try {
    for (let n = 0; n < 900 && !/Demo key/.test(said) && npm.exitCode === null; n++) await pause(100)
    const port = Number(/listens on http:\S+:(\d+)/.exec(said)?.[1])
    service = Number(/"pid":(\d+)/.exec(said)?.[1])
    expect(await isOpen(port), said).toBe(true)
    // A first start is not busy with what it can't hear.
    expect(said).not.toContain('announcements')

    npm.kill('SIGTERM')
    await exited
    for (let n = 0; n < 300 && ((await isOpen(port)) || (await readConnection(dataDir))); n++) await pause(100)
    expect([await isOpen(port), await readConnection(dataDir)]).toEqual([false, null])
  } finally {
    npm.kill('SIGKILL')
    await endLeft(service)
  }
})

test('an empty DATA_DIR is unset', () => {
  expect(readConfig({ DATA_DIR: '' }).dataDir).toBe(readConfig({}).dataDir)
})

test('the embedded PostgreSQL compresses its log, and holds more of it between checkpoints', () => {
  const settings = readFileSync(join(dataDir, 'postgres/data/signpost.conf'), 'utf8')
  expect(settings).toMatch(/^wal_compression = '(?:lz4|pglz)'$/m)
  expect(settings).toMatch(/^max_wal_size = '[1-4]GB'$/m)
})
