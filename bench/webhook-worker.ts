import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const main = join(import.meta.dirname, '../src/cli/main.ts')

/** `signpost worker`, a process of its own. */
export function spawnWorker(env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [main, 'worker'], { env: { PATH: process.env.PATH, ...env }, stdio: 'inherit' })
}

export async function endWorker(worker: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return
  const exit = once(worker, 'exit')
  worker.kill(signal)
  await exit
}
