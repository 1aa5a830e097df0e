import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { identify, isRunning, type ProcessIdentity } from './process.ts'

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

async function take(file: string): Promise<boolean> {
  try {
    await writeFile(file, JSON.stringify(await identify(process.pid)), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const holder = await readHolder(file)
  if (holder !== 'unreadable' && !(await isRunning(holder))) await rm(file, { force: true })
  return false
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
