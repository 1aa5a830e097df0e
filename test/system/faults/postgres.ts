import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { program } from '../../../src/postgres/binaries.ts'
import type { Settings } from '../../../src/postgres/cluster.ts'
import { chooseAccount, run } from '../../../src/postgres/command.ts'
import { startEmbedded } from '../../../src/postgres/embedded.ts'

/** A PostgreSQL of one's own, with durable settings, to be ill-treated. */
export type OwnPostgres = {
  url: string
  port: number
  /** Restarts it at once, as a crash would, and returns when it accepts connections. */
  restart(mode: 'immediate' | 'fast'): Promise<void>
  /** Starts it where it ended by itself. */
  revive(): Promise<void>
  /** Runs one statement on a separate connection without a proxy. */
  ask<R extends object>(text: string, values?: unknown[]): Promise<R[]>
  stop(): Promise<void>
}

/** The database of that name on the same server. */
export function databaseUrl(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

export async function askOnce<R extends object>(url: string, text: string, values: unknown[] = []): Promise<R[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<R>(text, values)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

export async function startOwnPostgres({
  folder,
  settings = {},
}: {
  folder?: string
  settings?: Settings
} = {}): Promise<OwnPostgres> {
  const home = folder ?? (await mkdtemp(join(tmpdir(), 'signpost-faults-')))
  await chmod(home, 0o711)
  const embedded = await startEmbedded({ dataDir: join(home, 'data'), sharedDir: join(home, 'shared'), settings })
  const { dataDir, binaries } = embedded.location
  const account = await chooseAccount(dataDir, () => undefined)
  const control = async (args: string[]) => {
    const { code, output } = await run(
      program({ directory: binaries }, 'pg_ctl'),
      ['-D', dataDir, '-w', '-t', '60', '-l', embedded.logFile, ...args],
      { account },
    )
    return { code, output }
  }
  const must = async (args: string[]) => {
    const { code, output } = await control(args)
    if (code !== 0) throw new Error(`pg_ctl ${args[0]}: ${output.trim()}`)
  }
  return {
    url: embedded.url,
    port: embedded.port,
    restart: (mode) => must(['restart', '-m', mode]),
    async revive() {
      if ((await control(['status'])).code !== 0) await must(['start'])
    },
    ask: (text, values) => askOnce(embedded.url, text, values),
    async stop() {
      await embedded.stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}
