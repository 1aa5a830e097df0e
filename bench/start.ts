// npm run bench -- start [rounds]
//
// How long the command line takes to start, from the package's point of view: the time of a whole process. A command that a
// person types must be there within 0.4 s.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const main = process.env.BENCH_MAIN ?? join(import.meta.dirname, '../src/cli/main.ts')
const limitMs = 400

const commands = [
  ['--version'],
  ['--help'],
  ['identities', 'list', '--help'],
  ['webhooks', 'trigger', '--help'],
  ['events', 'tail', '--help'],
  ['keys', 'create', '--help'],
]

function timeOf(args: readonly string[]): number {
  const began = performance.now()
  spawnSync(process.execPath, [main, ...args], { stdio: 'ignore' })
  return performance.now() - began
}

const rounds = Number(process.argv[2] ?? 15)
for (const args of commands) {
  const times = Array.from({ length: rounds }, () => timeOf(args)).sort((a, b) => a - b)
  const median = times[Math.floor(rounds / 2)]!
  const verdict = median <= limitMs ? '' : `  over ${limitMs} ms`
  console.log(
    `${args.join(' ').padEnd(28)} median ${median.toFixed(0)} ms, slowest ${times.at(-1)!.toFixed(0)} ms${verdict}`,
  )
}
