import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Kept } from './postgres-keeper.ts'

/** The resources of a run, which last until `stop` or the end of this process. */
export type Keeper = Kept & { stop(): Promise<void> }

/**
 * Starts a keeper: a PostgreSQL and a scratch folder, or with `scratchOnly` the folder alone. It is in a session of its own,
 * so that what ends this process does not end it.
 */
export async function startKeeper({ scratchOnly = false } = {}): Promise<Keeper> {
  const file = join(import.meta.dirname, 'postgres-keeper.ts')
  const child = spawn(process.execPath, [file, ...(scratchOnly ? ['--scratch-only'] : [])], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  async function stop(): Promise<void> {
    const exit = child.exitCode === null ? once(child, 'exit') : undefined
    child.stdin.end()
    await exit
  }
  try {
    return { ...(await firstLine(child.stdout)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function firstLine(stdout: Readable): Promise<Kept> {
  let said = ''
  // The stream stays open: a keeper that could not write would end.
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    said += chunk
    if (said.endsWith('\n')) return JSON.parse(said) as Kept
  }
  throw new Error('The keeper ended before it was ready')
}
