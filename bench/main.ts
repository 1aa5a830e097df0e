// npm run bench -- [NAME] [its options]
//
// Runs a measurement: the ladder when none is named. `--list` prints the names.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Every measurement: its program, and what it measures. */
export const measurements: Readonly<Record<string, readonly [program: string, measures: string]>> = {
  ladder: ['bench/ladder/run.ts', 'requests a second and their times, from one row to millions'],
  versions: ['bench/ladder/versions.ts', 'this version beside another one, in interleaved rounds'],
  timing: ['bench/timing/main.ts', 'whether hidden and absent aliases differ in time'],
  overload: ['bench/overload/main.ts', 'ten times the load, and what a neighbour sees of attacks'],
  attack: ['bench/attack.ts', 'how many aliases one consumer can guess'],
  payments: ['bench/payments.ts', 'what payee checks and releases cost beside a resolve'],
  webhooks: ['bench/webhooks.ts', 'deliveries a second'],
  'webhook-kills': ['bench/webhook-kills.ts', 'deliveries lost or doubled when workers are killed'],
  console: ['bench/console.ts', 'how long each page of the console takes, with 10,000 identities'],
  search: ['bench/search.ts', "an owner's searches over millions of its records, beside thousands"],
  replicas: ['bench/resolve-replicas.ts', 'what look-ups cost the primary when replicas answer them'],
}

/** What a command line asks for. */
export function asked(words: readonly string[]): { name: string; options: string[] } {
  const [first, ...rest] = words
  if (first === undefined || first.startsWith('-')) return { name: 'ladder', options: [...words] }
  if (!Object.hasOwn(measurements, first)) throw new Error(`There is no measurement of that name: try --list`)
  return { name: first, options: rest }
}

function run(program: string, args: readonly string[]): number {
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit' })
  return status ?? 1
}

function main(words: readonly string[]): number {
  if (words[0] === '--list') {
    for (const [name, [, measures]] of Object.entries(measurements)) console.log(`${name.padEnd(14)} ${measures}`)
    return 0
  }
  const { name, options } = asked(words)
  const [program] = measurements[name]!
  const isLadder = program.startsWith('bench/ladder/')
  const installed = isLadder ? run('npm', ['ci', '--silent', '--prefix', 'bench/ladder']) : 0
  return installed || run(process.execPath, [program, ...options])
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2))
