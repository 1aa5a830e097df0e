import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type Service = {
  url: string
  key: string | null
  process: ChildProcess
  /** All it said on both streams. */
  said: () => string
  exited: Promise<number | null>
}

const root = join(import.meta.dirname, '../..')

/** The command line of a checkout. */
export const mainOf = (tree: string): string => join(tree, 'src/cli/main.ts')

/** Starts `signpost serve` as `npm start` does, as a child, and returns once it listens. @throws Error with what it said when it ends before */
export async function startService(env: Record<string, string>, tree = root): Promise<Service> {
  const child = spawn(process.execPath, ['--max-semi-space-size=64', mainOf(tree), 'serve'], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk
      const found = /listens on (\S+)\n[\s\S]*\n\n/.exec(said)?.[1]
      if (found) resolve(found)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    exited.then((code) => reject(new Error(`The service ended with ${code}: ${said}`)))
  })
  return { url, key: /\bspk_\w+/.exec(said)?.[0] ?? null, process: child, said: () => said, exited }
}
