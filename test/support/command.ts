import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { reach } from './pooler.ts'
import { inherited } from './service-process.ts'

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

export type Finished = { code: number | null; stdout: string; stderr: string }
export type Command = {
  child: ChildProcess
  /** All of standard output so far. */
  said(): string
  /** Waits until the output matches. */
  saying(pattern: RegExp): Promise<RegExpExecArray>
  finished: Promise<Finished>
}

/** Another program than the repository's own, where it is run, the runtime's own words, and standard input. */
export type Place = { main?: string; cwd?: string; execArgv?: readonly string[]; input?: string }

/** Starts the command line as a separate process with the given environment. */
export function startCommand(args: readonly string[], env: Record<string, string> = {}, place: Place = {}): Command {
  const child = spawn(process.execPath, [...(place.execArgv ?? []), place.main ?? main, ...args], {
    cwd: place.cwd,
    env: {
      ...inherited(),
      HOME: process.env.HOME ?? '',
      ...(env.DATABASE_URL && URL.canParse(env.DATABASE_URL) ? { ...env, ...reach(env.DATABASE_URL) } : env),
    },
    stdio: [place.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  child.stdin?.on('error', () => undefined).end(place.input)
  let stdout = ''
  let stderr = ''
  const listeners = new Set<() => void>()
  child.stdout!.on('data', (chunk) => {
    stdout += chunk
    for (const listener of listeners) listener()
  })
  child.stderr!.on('data', (chunk) => (stderr += chunk))
  const finished = once(child, 'close').then(([code]): Finished => ({ code, stdout, stderr }))
  return {
    child,
    finished,
    said: () => stdout,
    saying: (pattern) =>
      new Promise((settle, fail) => {
        const check = () => {
          const match = pattern.exec(stdout)
          if (match) listeners.delete(check)
          if (match) settle(match)
        }
        listeners.add(check)
        finished.then(({ code }) => fail(new Error(`ended with ${code} before it said ${pattern}: ${stderr}`)))
        check()
      }),
  }
}

export const runCommand = (args: readonly string[], env?: Record<string, string>, place?: Place): Promise<Finished> =>
  startCommand(args, env, place).finished

/** A server in a separate process. */
export async function startServerProcess(env: Record<string, string>): Promise<Command & { url: string }> {
  const command = startCommand(['serve'], { PORT: '0', RATE_LIMITS: 'off', WEBHOOK_WORKER: 'off', ...env })
  const [, url] = await command.saying(/listens on (http:\S+)/)
  return { ...command, url: url! }
}
