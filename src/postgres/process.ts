import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { run } from './command.ts'

/** Identifies one process, never a later one with its number. */
export interface ProcessIdentity {
  pid: number
  started: string
}

const onLinux = process.platform === 'linux'

/** Identifies a running process; null if no process has that number (a zombie counts as none). */
export async function identify(pid: number): Promise<ProcessIdentity | null> {
  const started = onLinux ? startedOnLinux(pid) : (await run('ps', ['-o', 'lstart=', '-p', String(pid)])).output.trim()
  return started ? { pid, started } : null
}

/** Checks that exactly this process still runs. */
export async function isRunning(identity: ProcessIdentity | undefined): Promise<boolean> {
  if (!identity) return false
  const now = await identify(identity.pid)
  return now?.started === identity.started
}

/** Checks that the process is a server of that cluster, not another process with a dead server's number. */
export async function servesCluster(pid: number, cluster: string): Promise<boolean> {
  if (onLinux) return (await identify(pid)) !== null && worksIn(pid, realpathSync(cluster))
  const { output } = await run('ps', ['-o', 'command=', '-p', String(pid)])
  return output.includes('postgres') && output.includes(cluster)
}

/** Checks for processes that still work in the cluster: backends outlive a killed postmaster for a moment. */
export function anyoneIn(cluster: string): boolean {
  if (!onLinux) return false
  const folder = realpathSync(cluster)
  return readdirSync('/proc').some((entry) => /^\d+$/.test(entry) && worksIn(Number(entry), folder))
}

function worksIn(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch {
    return false
  }
}

function startedOnLinux(pid: number): string {
  try {
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return state === 'Z' || state === 'X' ? '' : fields[18]!
  } catch {
    return ''
  }
}

const timeoutMs = 90_000

/** Runs one start or stop at a time per DATA_DIR, across processes. The lock of a process that died is taken over. */
export async function withStartLock<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const file = join(dataDir, 'start.lock')
  const deadline = Date.now() + timeoutMs
  while (!(await take(file))) {
    if (Date.now() > deadline) throw new Error(`Another process has held ${file} for ${timeoutMs / 1000} s`)
    await pause(50)
  }
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

async function create(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

async function take(file: string): Promise<boolean> {
  if (await create(file, JSON.stringify(await identify(process.pid)))) return true
  if (await isDead(file)) await removeDead(file)
  return false
}

async function isDead(file: string): Promise<boolean> {
  const holder = await readHolder(file)
  return holder !== 'unreadable' && !(await isRunning(holder))
}

/** One process at a time looks again and removes, so that it never removes a new lock, unless one died while it did this. */
async function removeDead(file: string): Promise<void> {
  const guard = `${file}.guard`
  if (await create(guard, '')) {
    if (await isDead(file)) await rm(file, { force: true })
    await rm(guard, { force: true })
  } else if (await isDead(guard)) await rm(guard, { force: true })
}

// A lock that is being written reads as empty: its holder is unknown, and counts as dead only if it stays so.
async function readHolder(file: string): Promise<ProcessIdentity | 'unreadable' | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as ProcessIdentity
  } catch {
    const found = await stat(file).catch(() => null)
    return found && Date.now() - found.mtimeMs > 5_000 ? undefined : 'unreadable'
  }
}
