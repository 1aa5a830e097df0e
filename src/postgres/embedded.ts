import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, rmdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { findBinaries, reachableBinaries } from './binaries.ts'
import { type Cluster, clusterIn, initialise, isInitialised, resetPassword, type Settings } from './cluster.ts'
import { type Account, chooseAccount, run } from './command.ts'
import { connectionUrl, type Location, makeFolder, readConnectionFile, writeConnectionFile } from './connection.ts'
import { findPostmaster, type Postmaster, startPostmaster, stopPostmaster } from './postmaster.ts'
import { identify, isRunning, withStartLock } from './process.ts'

export interface EmbeddedOptions {
  dataDir: string
  /** Reports slow steps and changes to the system, in plain words. */
  onProgress?: (message: string) => void
  log?: { info(facts: object, message: string): void }
  /** Overrides the settings for a developer's machine. */
  settings?: Settings
  /** The preferred port; any free one otherwise. */
  port?: number
  /** The folder for binaries and data if PostgreSQL's user can't reach the given one; for root only. */
  sharedDir?: string
}

/** A running embedded PostgreSQL, on 127.0.0.1 only, without a socket file. */
export interface EmbeddedPostgres {
  url: string
  port: number
  pid: number
  /** It was already running. */
  adopted: boolean
  /** Its cluster was just initialised. */
  fresh: boolean
  location: Location
  logFile: string
  /** Stops the server if this process owns it: it started it, or adopted it from a process that died. */
  stop(): Promise<void>
}

/**
 * Starts the embedded PostgreSQL of a data folder, or adopts a running one, and returns once it answers. Only `stop`
 * stops it: a signal or the end of this process leaves it running.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  await makeDataDir(dataDir)
  return withStartLock(dataDir, () => start(dataDir, options))
}

async function start(dataDir: string, options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { onProgress = () => {}, log } = options
  const began = performance.now()
  const known = await readConnectionFile(dataDir)
  const cluster = await settle(dataDir, known?.location, options)
  let password = known && new URL(known.url).password
  const fresh = !isInitialised(cluster)
  if (fresh) {
    onProgress(`Initialising PostgreSQL ${cluster.binaries.major} in ${cluster.data}`)
    password = newPassword()
    await initialise(cluster, password)
  }
  let running = await findPostmaster(cluster)
  if (!password) {
    if (running) await stopPostmaster(cluster)
    running = null
    password = newPassword()
    await resetPassword(cluster, password)
  }
  const adopted = running !== null
  const postmaster = running ?? (await startPostmaster(cluster, options.settings ?? {}, options.port))
  const location = { dataDir: cluster.data, binaries: cluster.binaries.directory }
  const url = connectionUrl(password, postmaster.port)
  const owner = adopted && (await isRunning(known?.owner)) ? known!.owner! : (await identify(process.pid))!
  await writeConnectionFile(dataDir, { url, ...postmaster, owner, location })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  onProgress(`PostgreSQL ${adopted ? 'was running' : 'is ready'} on 127.0.0.1:${postmaster.port} (${seconds} s)`)
  log?.info(
    { ...postmaster, adopted, fresh, seconds: Number(seconds), data: cluster.data },
    'embedded PostgreSQL is ready',
  )
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= stopOwned(dataDir, cluster, postmaster))
  return { url, ...postmaster, adopted, fresh, location, logFile: cluster.log, stop }
}

// A server whose folder was removed ends by itself.
async function stopOwned(dataDir: string, cluster: Cluster, { port }: Postmaster): Promise<void> {
  if (!existsSync(dataDir)) return
  await withStartLock(dataDir, async () => {
    const connection = await readConnectionFile(dataDir)
    if (connection?.owner?.pid !== process.pid || connection.port !== port) return
    await stopPostmaster(cluster)
    const { url, location } = connection
    await writeConnectionFile(dataDir, { url, port, location })
  })
}

// The cluster stays at the path in connection.json; a new one is in DATA_DIR, or elsewhere if PostgreSQL's user can't
// get there.
async function settle(dataDir: string, known: Location | undefined, options: EmbeddedOptions): Promise<Cluster> {
  const { onProgress = () => {}, sharedDir = '/var/lib/signpost' } = options
  const wanted = join(dataDir, 'postgres')
  const former = known && existsSync(known.dataDir) ? dirname(known.dataDir) : null
  const account = await chooseAccount(join(former ?? wanted, 'data'), onProgress)
  const binaries = await reachableBinaries(findBinaries(), account, sharedDir, onProgress)
  const home = former ?? wanted
  if (await makeHome(home, account)) return clusterIn(home, binaries, account)
  if (existsSync(join(home, 'data', 'PG_VERSION')) || !account) {
    throw new Error(
      `PostgreSQL's user cannot work in ${home}, where the data is. Open the folders above it (chmod o+x).`,
    )
  }
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  const elsewhere = join(sharedDir, hash)
  await rmdir(home)
  await mkdir(sharedDir, { recursive: true })
  await chmod(sharedDir, 0o755)
  onProgress(`PostgreSQL's user cannot reach ${wanted}: keeping the data in ${elsewhere}`)
  if (!(await makeHome(elsewhere, account))) throw new Error(`PostgreSQL's user cannot work in ${elsewhere} either`)
  return clusterIn(elsewhere, binaries, account)
}

async function makeDataDir(dataDir: string): Promise<void> {
  const made = await makeFolder(dataDir)
  if (made && process.getuid?.() === 0) await chmod(dataDir, 0o711)
}

async function makeHome(home: string, account: Account | null): Promise<boolean> {
  const made = await mkdir(home, { recursive: true, mode: 0o755 })
  if (made) await chmod(home, 0o700)
  if (made && account) await chown(home, account.uid, account.gid)
  const { code } = await run('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', home], { account })
  return code === 0
}

function newPassword(): string {
  return randomBytes(24).toString('base64url')
}
