// npm run bench:timing -- [SURFACE …] [--pairs 4000] [--seed 1]
//
// Judges whether the time of an answer distinguishes any hidden class of aliases from an unknown one. Surfaces that
// read from a replica have a separate PostgreSQL and replica; `replicas` names all of them.
//
// Exit code: 0 every surface is uniform; 1 a surface leaks; 3 one is inconclusive. Each run has its own controls: an
// unknown alias beside itself and a seeded leak that must be seen.

import { spawn } from 'node:child_process'
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { readConfig } from '../../src/config/config.ts'
import { startKeeper } from '../../test/support/keeper.ts'
import { makeFixture } from './fixture.ts'
import { powerOf } from './goal.ts'
import { type Judgement, judge } from './judge.ts'
import { judgeReplicas, replicaSurfaces } from './replicas.ts'
import { seededRandom } from './statistics.ts'
import { type Surface, surfaces } from './surfaces.ts'
import { table } from './table.ts'

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    pairs: { type: 'string', default: '4000' },
    seed: { type: 'string', default: '1' },
  },
})
const pairs = Number(values.pairs)
const random = seededRandom(Number(values.seed))
const isWanted = ({ name }: Surface) => wanted.length === 0 || wanted.includes(name)
const chosen = surfaces.filter(isWanted)
const ofReplicas = replicaSurfaces.filter((surface) => isWanted(surface) || wanted.includes('replicas'))
if (chosen.length + ofReplicas.length === 0) throw new Error(`There is no such surface: ${wanted.join(', ')}`)
const { singleMs, bulkMs } = readConfig({}).releaseSteps
const { limits, leakMs } = powerOf(pairs)
const load = [loadavg()[0]!]
const verdicts = new Set<Judgement['verdict']>()

const optionsOf = ({ name, step }: Surface) => ({
  pairs,
  random,
  limits,
  stepMs: step === 'single' ? singleMs : bulkMs,
  onBlock: (done: number) => {
    if (process.stderr.isTTY && done % 20 === 0) process.stderr.write(`\r${name} ${done}/${pairs} `)
  },
})

function onJudged(judged: readonly Judgement[]): void {
  load.push(loadavg()[0]!)
  if (process.stderr.isTTY) process.stderr.write('\r')
  for (const judgement of judged) {
    verdicts.add(judgement.verdict)
    console.log(table(judgement))
  }
}

/** Judges the surfaces on one server, one after another. */
async function judgeAll(): Promise<void> {
  const { adminUrl, stop } = await startKeeper()
  const fixture = await makeFixture(adminUrl!, { leakMs })
  try {
    for (const surface of chosen) onJudged(await judge(fixture, surface, optionsOf(surface)))
    console.log(`released ${JSON.stringify(await fixture.counts())}`)
  } finally {
    await fixture.close()
    await stop()
  }
}

const spinning = `
  process.on('disconnect', () => process.exit())
  const spin = () => {
    const until = performance.now() + 5
    while (performance.now() < until);
    setImmediate(spin)
  }
  spin()`

/**
 * Keeps the processors from sleeping between answers: the time to wake up varies by more than the judged differences.
 * One process each spins under the idle policy, which yields to all other work; without `chrt` (Linux) there are none.
 */
const spinners = Array.from({ length: availableParallelism() }, () => {
  const spinner = spawn('chrt', ['-i', '0', process.execPath, '-e', spinning], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  return spinner.on('error', () => undefined)
})
try {
  if (chosen.length > 0) await judgeAll()
  if (ofReplicas.length > 0) await judgeReplicas(ofReplicas, leakMs, optionsOf, onJudged)
} finally {
  for (const spinner of spinners) spinner.kill()
}
console.log(`load ${load.map((one) => one.toFixed(2)).join(' ')} on ${availableParallelism()} processors`)
process.exitCode = verdicts.has('leaks') ? 1 : verdicts.has('inconclusive') ? 3 : 0
