import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { issueApiKey } from '../../src/access/api-keys/service.ts'
import { ensureConsumer } from '../../src/access/api-keys/store.ts'
import { readConfig } from '../../src/app/config.ts'
import { createApp } from '../../src/app/context.ts'
import { migrate } from '../../src/database/migrate.ts'
import { createLog } from '../../src/kernel/log.ts'
import { startEmbedded } from '../../src/postgres/embedded.ts'
import { localKeyProvider } from '../../src/vault/key-provider.ts'
import { seed } from './registry.ts'

export type Environment = Record<string, string>

/** A filled registry, the key that asks it, and what a server on it is started with. */
export type Registry = { databaseUrl: string; secret: string; env: Environment; aliases: number }

/** A server under measurement. */
export type Served = { child: ChildProcess; pid: number; url: string; stop(): Promise<void> }

export type Fixture = {
  /** Makes and fills one more database of the same PostgreSQL. */
  registry(aliases: number): Promise<Registry>
  /** Copies a registry that nothing is connected to, and changes it by statements. */
  copy(registry: Registry, statements: string): Promise<Registry>
  /** Starts a rung of the ladder: a module of rungs/ that says when it is ready. */
  serve(rung: string, registry: Registry, env?: Environment): Promise<Served>
  close(): Promise<void>
}

const raised = { size: 1e9, refillPerSecond: 1e9 }

/** `npm start` gives the service a larger young generation: every rung has it, so that none is favoured. */
const nodeOptions = ['--expose-gc', '--max-semi-space-size=64']

/** Says what the bench is at. */
export const note = (text: string): boolean => process.stderr.write(`${text}\n`)

/** @returns the rows of one statement */
export async function query(databaseUrl: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** A PostgreSQL of the bench's own, in a folder that goes with it. */
export async function startFixture(): Promise<Fixture> {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-bench-'))
  // PostgreSQL runs as a user of its own, which must be able to pass.
  chmodSync(folder, 0o711)
  const postgres = await startEmbedded({ dataDir: folder, onProgress: note })
  const children = new Set<ChildProcess>()
  const encryptionKey = randomBytes(32)
  let port = 41_000 + Math.floor(Math.random() * 10_000)

  /** `name` may go on with options of `create database`. */
  async function createDatabase(name: string): Promise<string> {
    await query(postgres.url, `create database ${name}`)
    const url = new URL(postgres.url)
    url.pathname = `/${name.split(' ')[0]}`
    return url.href
  }

  async function registry(aliases: number): Promise<Registry> {
    const databaseUrl = await createDatabase(`registry_${aliases}`)
    await migrate(databaseUrl)
    const app = await createApp({
      config: readConfig({ RATE_LIMITS: 'off' }),
      databaseUrl,
      keyProvider: localKeyProvider(encryptionKey),
      log: createLog('silent'),
    })
    const consumerId = await ensureConsumer(app.db, 'bench', app.newId)
    const key = { consumerId, livemode: false, scopes: ['*'] as const, name: null, router: false, expiresAt: null }
    const { secret } = await issueApiKey(app.db, app.keyring, app.newId(), key as never)
    const limits = JSON.stringify({ requests: raised, resolve: raised, misses: raised })
    await app.db
      .updateTable('consumer')
      .set({ limits: limits as never })
      .where('id', '=', consumerId)
      .execute()
    note(`Seeding ${aliases} aliases`)
    await seed(databaseUrl, app, consumerId, aliases)
    await app.close()
    const env = {
      ENCRYPTION_KEY: encryptionKey.toString('base64'),
      BENCH_DATABASE_URL: databaseUrl,
      BENCH_CONSUMER: consumerId,
      WEBHOOK_WORKER: 'off',
      NODE_ENV: 'production',
      INTROSPECTION: 'on',
    }
    return { databaseUrl, secret, env, aliases }
  }

  async function copy(registry: Registry, statements: string): Promise<Registry> {
    const name = new URL(registry.databaseUrl).pathname.slice(1)
    const databaseUrl = await createDatabase(`${name}_copy template ${name}`)
    await query(databaseUrl, statements)
    return { ...registry, databaseUrl, env: { ...registry.env, BENCH_DATABASE_URL: databaseUrl } }
  }

  async function serve(rung: string, { env }: Registry, more: Environment = {}): Promise<Served> {
    const at = String(++port)
    const child = fork(fileURLToPath(new URL(`rungs/${rung}.ts`, import.meta.url)), {
      // One consumer is the whole load: its share of the places is all of them.
      env: { PATH: process.env.PATH, MAX_IN_FLIGHT_PER_CONSUMER: '128', ...env, ...more, PORT: at },
      execArgv: [...nodeOptions, ...(more.BENCH_NODE_OPTIONS?.split(' ') ?? [])],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    children.add(child)
    const ended = once(child, 'exit')
    await Promise.race([
      once(child, 'message'),
      ended.then(() => Promise.reject(new Error(`The rung ${rung} did not start.`))),
    ])
    async function stop(): Promise<void> {
      children.delete(child)
      child.send('exit')
      await ended
    }
    return { child, pid: child.pid!, url: `http://127.0.0.1:${at}`, stop }
  }

  async function close(): Promise<void> {
    for (const child of children) child.kill('SIGKILL')
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { registry, copy, serve, close }
}
