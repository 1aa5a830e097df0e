import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export type Service = {
  url: string
  key: string | null
  process: ChildProcess
  /** The folder of its embedded PostgreSQL, where it has one. */
  dataDir: string | undefined
  /** All its output on both streams. */
  said: () => string
  exited: Promise<number | null>
  /** Ends it by SIGTERM, or by SIGKILL where that does not help, and removes its folder. */
  stop(): Promise<void>
}

const root = join(import.meta.dirname, '../..')

/** The command line of a checkout. */
export const mainOf = (tree = root): string => join(tree, 'src/cli/main.ts')

/** The options of Node that `npm start` of a checkout has. */
export function nodeOptionsOf(main = mainOf()): string[] {
  const { scripts } = JSON.parse(readFileSync(join(main, '../../../package.json'), 'utf8'))
  return /node (.+) src/.exec(scripts.start)![1]!.split(' ')
}

/** The variables of every child: the places of programs, and of modules that were compiled before. */
export const inherited = () => ({ PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE })

/** Runs a command of `signpost` to its end. @returns its output */
export async function operate(env: Record<string, string>, args: readonly string[], main = mainOf()): Promise<string> {
  const options = { env: { ...inherited(), ...env }, maxBuffer: 2 ** 26 }
  return (await promisify(execFile)(process.execPath, [main, ...args], options)).stdout
}

/** Makes a key with every scope for a new consumer. @returns the key, with the consumer's id */
export async function newKey(
  env: Record<string, string>,
  consumer: string,
  { mode = 'test', main = mainOf() } = {},
): Promise<{ key: string; consumer: string }> {
  const options = ['--consumer', consumer, '--new', '--env', mode, '--scopes', '*', '--json']
  return JSON.parse(await operate(env, ['keys', 'create', ...options], main))
}

/**
 * Starts `signpost serve` as `npm start` does, as a child, and returns once it listens. `program` is another command line
 * that says so in the same words. @throws Error with its output when it ends before
 */
export async function startService(
  env: Record<string, string>,
  program: readonly string[] = [mainOf(), 'serve'],
): Promise<Service> {
  const dataDir = env.DATABASE_URL ? undefined : await mkdtemp(join(tmpdir(), 'signpost-service-'))
  const options = nodeOptionsOf(program[1] === 'serve' ? program[0] : mainOf())
  const child = spawn(process.execPath, [...options, ...program], {
    env: {
      ...inherited(),
      PORT: '0',
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      ...(dataDir && { DATA_DIR: dataDir }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk
      const found = /listens on (\S+)\n\n/.exec(said)?.[1]
      if (found) resolve(found)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    exited.then((code) => reject(new Error(`The service ended with ${code}: ${said}`)))
  })
  async function stop(): Promise<void> {
    child.kill('SIGTERM')
    const killing = setTimeout(() => child.kill('SIGKILL'), 15_000)
    await exited
    clearTimeout(killing)
    if (dataDir) await rm(dataDir, { recursive: true, force: true })
  }
  return { url, key: /\bspk_\w+/.exec(said)?.[0] ?? null, process: child, dataDir, said: () => said, exited, stop }
}
