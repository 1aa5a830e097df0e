// npm run bench -- [NAME] [its options]
//
// Runs a measurement: the ladder by default. `--list` prints the names.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Every measurement: its program, and its figure. */
export const measurements: Readonly<Record<string, readonly [program: string, measures: string]>> = {
  ladder: ['bench/ladder/run.ts', 'requests a second and their times, writes, memory and the import'],
  versions: ['bench/ladder/versions.ts', 'this version beside another one, in interleaved rounds'],
  timing: ['bench/timing/main.ts', 'the times of hidden aliases beside those of absent ones'],
  overload: ['bench/overload/main.ts', "ten times the load, and a neighbour's answers during attacks"],
  payments: ['bench/payments.ts', 'checks of payees and destinations, and releases, beside a resolve'],
  explanations: ['bench/explanations.ts', 'explanations with 50 endpoints and a grant that lists them, four at once'],
  impacts: ['bench/impacts.ts', 'impacts of a change on an identity with a thousand grants'],
  webhooks: ['bench/webhooks.ts', 'deliveries a second, beside a receiver that hangs, and their cost for the write'],
  notices: ['bench/notices.ts', 'a change that a thousand grantees are told of, beside one without a grantee'],
  audit: ['bench/audit.ts', 'pages of the audit log over two million entries'],
  console: ['bench/console.ts', 'the first paint of each page of the console, with 10,000 identities'],
  search: ['bench/search.ts', "an owner's searches over millions of its records, beside thousands"],
  replicas: ['bench/resolve-replicas.ts', 'the cost of look-ups for the primary when replicas answer them'],
}

/** The measurement on the command line, with its options. */
export function asked(words: readonly string[]): { name: string; options: string[] } {
  const [first, ...rest] = words
  if (first === undefined || first.startsWith('-')) return { name: 'ladder', options: [...words] }
  if (!Object.hasOwn(measurements, first)) throw new Error('There is no measurement of that name: try --list')
  return { name: first, options: rest }
}

const run = (program: string, args: readonly string[]): number =>
  spawnSync(program, args, { cwd: root, stdio: 'inherit' }).status ?? 1

function main(words: readonly string[]): number {
  if (words[0] === '--list') {
    for (const [name, [, measures]] of Object.entries(measurements)) console.log(`${name.padEnd(14)} ${measures}`)
    return 0
  }
  const { name, options } = asked(words)
  const [program] = measurements[name]!
  const isLadder = name === 'ladder'
  const installed = isLadder ? run('npm', ['ci', '--silent', '--prefix', 'bench/ladder']) : 0
  return installed || run(process.execPath, [program, ...options])
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2))
