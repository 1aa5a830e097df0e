import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../src/database/migrate.ts'
import { startEmbedded } from '../../src/postgres/embedded.ts'
import { pg } from '../packages.ts'
import { type Environment, fillRegistry, type Registry } from './registry.ts'
import { type Served, startRung } from './serve.ts'

export type { Environment, Registry } from './registry.ts'
export type { Served } from './serve.ts'

export type Fixture = {
  /** Makes and fills one more database of the same PostgreSQL. */
  registry(aliases: number): Promise<Registry>
  /** Copies a registry that nothing is connected to, and changes it by statements. */
  copy(registry: Registry, statements: string): Promise<Registry>
  /** Makes one more database, with nothing in it. @returns its URL */
  database(name: string): Promise<string>
  /** Starts a rung of the ladder: a module of rungs/ that says when it is ready. */
  serve(rung: string, registry: Registry, env?: Environment): Promise<Served>
  close(): Promise<void>
}

/** Says what the bench is at. */
export const note = (text: string): boolean => process.stderr.write(`${text}\n`)

/** @returns the rows of one statement */
export async function query(databaseUrl: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
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
  const running = new Set<Served>()
  const encryptionKey = randomBytes(32)
  let registries = 0

  /** `name` may go on with options of `create database`. */
  async function database(name: string): Promise<string> {
    await query(postgres.url, `create database ${name}`)
    const url = new URL(postgres.url)
    url.pathname = `/${name.split(' ')[0]}`
    return url.href
  }

  async function registry(aliases: number): Promise<Registry> {
    const databaseUrl = await database(`registry_${++registries}`)
    await migrate(databaseUrl)
    note(`Seeding ${aliases.toLocaleString('en')} aliases`)
    return fillRegistry(databaseUrl, encryptionKey, aliases)
  }

  async function copy(registry: Registry, statements: string): Promise<Registry> {
    const name = new URL(registry.databaseUrl).pathname.slice(1)
    const databaseUrl = await database(`${name}_copy template ${name}`)
    await query(databaseUrl, statements)
    return { ...registry, databaseUrl, env: { ...registry.env, BENCH_DATABASE_URL: databaseUrl } }
  }

  async function serve(rung: string, registry: Registry, more?: Environment): Promise<Served> {
    const served = await startRung(rung, registry, more)
    running.add(served)
    served.child.once('exit', () => running.delete(served))
    return served
  }

  async function close(): Promise<void> {
    for (const { child } of running) child.kill('SIGKILL')
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { registry, copy, database, serve, close }
}
