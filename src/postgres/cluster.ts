import { existsSync, readFileSync } from 'node:fs'
import { rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type Binaries, program } from './binaries.ts'
import { type Account, must, run } from './command.ts'
import { databaseName } from './connection.ts'

/** A cluster on disk, with what it takes to run programs on it. */
export interface Cluster {
  /** The folder of PostgreSQL's user: the cluster (`data`) and the server's log. */
  home: string
  data: string
  log: string
  binaries: Binaries
  account: Account | null
}

export type Settings = Readonly<Record<string, string>>

/**
 * INVARIANT (no values in the log): bound parameters, statements, details of errors and error messages are never
 * written, because some quote the value; the caller gets all of these.
 */
const settings: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  jit: 'off',
  fsync: 'on',
  logging_collector: 'off',
  log_line_prefix: '%m [%p] [%d] ',
  log_checkpoints: 'off',
  log_min_duration_statement: '-1',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/** Returns the paths of a cluster. */
export function clusterIn(home: string, binaries: Binaries, account: Account | null): Cluster {
  return { home, data: join(home, 'data'), log: join(home, 'server.log'), binaries, account }
}

/** Checks whether the cluster is initialised; refuses one of another major version. */
export function isInitialised({ data, binaries }: Cluster): boolean {
  const file = join(data, 'PG_VERSION')
  if (!existsSync(file)) return false
  const major = readFileSync(file, 'utf8').trim()
  if (major === binaries.major) return true
  throw new Error(
    `${data} was made by PostgreSQL ${major}; the embedded one is ${binaries.major}. Use another DATA_DIR.`,
  )
}

/** Initialises the cluster, the superuser and the database. An incomplete cluster never has the final name. */
export async function initialise(cluster: Cluster, password: string): Promise<void> {
  const { home, binaries, account } = cluster
  const partial = { ...cluster, data: join(home, 'data.partial') }
  const passwordFile = join(home, 'password')
  await rm(partial.data, { recursive: true, force: true })
  await write(passwordFile, `${password}\n`, account)
  try {
    await must(
      program(binaries, 'initdb'),
      [
        `--pgdata=${partial.data}`,
        `--username=${databaseName}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
      ],
      { account },
    )
  } finally {
    await rm(passwordFile, { force: true })
  }
  await execute(partial, `create database ${databaseName}`)
  await rename(partial.data, cluster.data)
}

/** Sets a new password of the superuser, without a server: for a cluster whose connection file is gone. */
export function resetPassword(cluster: Cluster, password: string): Promise<void> {
  return execute(cluster, `alter role ${databaseName} password '${password}'`)
}

/** Writes the settings for the next start. */
export async function configure(cluster: Cluster, port: number, overrides: Settings): Promise<void> {
  const { data, account } = cluster
  const all = { ...settings, ...(await walSettings(cluster)), ...overrides, port: String(port) }
  const lines = Object.entries(all).map(([name, value]) => `${name} = '${value}'\n`)
  await write(join(data, 'signpost.conf'), lines.join(''), account)
  const main = join(data, 'postgresql.conf')
  if (readFileSync(main, 'utf8').includes("include 'signpost.conf'")) return
  await append(main, "include 'signpost.conf'\n", account)
}

const gibibyte = 1024 ** 3

/**
 * Keeps the write-ahead log small: pages are compressed, by lz4 if the build supports it, and checkpoints, after which
 * each page is logged in full once, are rarer if the log fits in a tenth of the free disk.
 */
async function walSettings({ data, binaries, account }: Cluster): Promise<Settings> {
  const asked = ['-D', data, '-C', 'wal_compression', '-c', 'wal_compression=lz4']
  const { code } = await run(program(binaries, 'postgres'), asked, { account })
  const { bavail, bsize } = await statfs(data)
  const gibibytes = Math.min(4, Math.max(1, Math.floor((bavail * bsize) / gibibyte / 10)))
  return { wal_compression: code === 0 ? 'lz4' : 'pglz', max_wal_size: `${gibibytes}GB` }
}

async function execute({ data, binaries, account }: Cluster, statement: string): Promise<void> {
  const quiet = ['-c', 'log_checkpoints=off']
  const output = await must(program(binaries, 'postgres'), ['--single', '-D', data, ...quiet, 'template1'], {
    account,
    input: `${statement}\n`,
  })
  if (/\b(ERROR|FATAL|PANIC):/.test(output)) throw new Error(`PostgreSQL refused: ${output.trim()}`)
}

// PostgreSQL's user writes the files of the cluster: root never follows a link that PostgreSQL could have made.
async function write(path: string, text: string, account: Account | null): Promise<void> {
  await must('/bin/sh', ['-c', 'umask 077 && cat > "$1"', 'sh', path], { account, input: text })
}

async function append(path: string, text: string, account: Account | null): Promise<void> {
  await must('/bin/sh', ['-c', 'cat >> "$1"', 'sh', path], { account, input: text })
}
