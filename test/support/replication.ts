import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { type Binaries, findBinaries, program, reachableBinaries } from '../../src/postgres/binaries.ts'
import { type Cluster, clusterIn, type Settings } from '../../src/postgres/cluster.ts'
import { chooseAccount, must, run } from '../../src/postgres/command.ts'
import { connectionUrl, databaseName } from '../../src/postgres/connection.ts'
import { startPostmaster, stopPostmaster } from '../../src/postgres/postmaster.ts'
import { onDatabase, withClient } from './admin.ts'

/** A PostgreSQL of one's own that may be followed, and killed. */
export type Node = {
  url: string
  port: number
  cluster: Cluster
  settings: Settings
  /** SIGKILL to the server and every process of it, at once. */
  kill(): Promise<void>
  /** Sends SIGSTOP or SIGCONT to all processes of the server: its connections stay open without answers. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  /** Starts it again, on the same port. */
  start(): Promise<void>
  stop(): Promise<void>
}

const debian = '/usr/lib/postgresql/15'

/** The embedded PostgreSQL, or with `TEST_POSTGRES=15` that of Debian: the oldest that Signpost runs on. */
export function chooseBinaries(): Binaries {
  if (process.env.TEST_POSTGRES !== '15') return findBinaries()
  if (!existsSync(debian)) throw new Error(`TEST_POSTGRES=15 needs the package postgresql-15`)
  return { directory: debian, label: 'debian', major: '15' }
}

export async function newCluster(scratch: string, name: string): Promise<Cluster> {
  const home = join(scratch, name)
  const account = await chooseAccount(home, () => undefined)
  const binaries = await reachableBinaries(chooseBinaries(), account, join(scratch, 'elsewhere'), () => undefined)
  await mkdir(home, { mode: 0o700 })
  if (account) await chown(home, account.uid, account.gid)
  return clusterIn(home, binaries, account)
}

const write = (path: string, text: string, { account }: Cluster) =>
  must('/bin/sh', ['-c', 'umask 077 && cat > "$1"', 'sh', path], { account, input: text })

export async function startNode(cluster: Cluster, settings: Settings, password: string): Promise<Node> {
  const { port } = await startPostmaster(cluster, settings)
  return {
    url: connectionUrl(password, port),
    port,
    cluster,
    settings,
    kill: () => signalAll(cluster, 'SIGKILL'),
    freeze: () => signalAll(cluster, 'SIGSTOP'),
    thaw: () => signalAll(cluster, 'SIGCONT'),
    start: async () => void (await startPostmaster(cluster, settings, port)),
    stop: () => stopPostmaster(cluster),
  }
}

async function signalAll({ data }: Cluster, signal: NodeJS.Signals): Promise<void> {
  const pid = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]!
  const children = (await run('ps', ['-o', 'pid=', '--ppid', pid])).output.split('\n').map(Number)
  for (const each of [Number(pid), ...children.filter((child) => child > 0)]) sendTo(each, signal)
}

function sendTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone already.
  }
}

/** A copy of a server that does not run, as it lies on the disk. */
export async function keepCopy({ cluster }: Node, name: string): Promise<string> {
  const copy = join(cluster.home, name)
  await must('cp', ['-a', cluster.data, copy], { account: cluster.account })
  return copy
}

/** Puts a server that does not run back to a copy of it. */
export async function putBack({ cluster }: Node, copy: string): Promise<void> {
  await must('/bin/sh', ['-c', 'rm -rf "$1" && cp -a "$2" "$1"', 'sh', cluster.data, copy], {
    account: cluster.account,
  })
}

/** A fresh PostgreSQL with one empty database. It lies below the run's scratch folder, whose keeper stops what is left. */
export async function startPrimary(scratch: string, name: string, settings: Settings = {}): Promise<Node> {
  const cluster = await newCluster(scratch, name)
  const password = randomBytes(24).toString('base64url')
  const passwordFile = join(cluster.home, 'password')
  await write(passwordFile, password, cluster)
  const flags = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync']
  await must(
    program(cluster.binaries, 'initdb'),
    [`--pgdata=${cluster.data}`, `--username=${databaseName}`, `--pwfile=${passwordFile}`, ...flags],
    cluster,
  )
  const node = await startNode(cluster, settings, password)
  await withClient(onDatabase(node.url, 'postgres'), (client) => client.query(`create database ${databaseName}`))
  return node
}

/** A standby that streams from `primary`, through `port`: a copy of it as of now, by the low-level backup functions. */
export async function startStandby(scratch: string, name: string, primary: Node, port = primary.port): Promise<Node> {
  const cluster = await newCluster(scratch, name)
  const { password, username } = new URL(primary.url)
  const { data } = primary.cluster
  const label = await withClient(primary.url, async (client) => {
    await client.query('select pg_backup_start($1, true)', [name])
    await must('cp', ['-a', data, cluster.data], { account: cluster.account })
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    return rows[0].labelfile as string
  })
  await must('/bin/sh', ['-c', 'rm -rf "$1/postmaster.pid" "$1"/pg_replslot/*', 'sh', cluster.data], cluster)
  await write(join(cluster.data, 'backup_label'), label, cluster)
  await write(join(cluster.data, 'standby.signal'), '', cluster)
  const primaryConnection = `host=127.0.0.1 port=${port} user=${username} password=${password} application_name=${name}`
  return startNode(cluster, { ...primary.settings, primary_conninfo: primaryConnection }, password)
}

/** Waits until a condition holds on the server. */
export async function until(url: string, condition: string, timeoutMs = 30_000): Promise<void> {
  const deadline = Date.now() + timeoutMs
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    while (!(await client.query(`select ${condition} as met`)).rows[0].met) {
      if (Date.now() > deadline) throw new Error(`Not within ${timeoutMs} ms: ${condition}`)
      await pause(10)
    }
  } finally {
    await client.end()
  }
}
