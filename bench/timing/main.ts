// npm run bench:timing -- [--pairs 4000] [--surfaces REST,bulk] [--seed 1] [--out bench/timing]
//
// Judges whether any hidden class of aliases can be told from an unknown one by the time of its answer. Exit code 0 when
// every surface is uniform, 1 when one leaks, 3 when one is inconclusive. DATABASE_URL names a PostgreSQL to use.

import { writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../../src/config.ts'
import { routes } from '../../src/rest/routes.ts'
import { keepAwake } from './awake.ts'
import { makeBed, startPostgres } from './bed.ts'
import { goal, type Judgement, judge } from './judge.ts'
import { picture } from './picture.ts'
import { seededRandom } from './statistics.ts'
import { surfaces } from './surfaces.ts'
import { table } from './table.ts'

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '4000' },
    surfaces: { type: 'string' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string', default: import.meta.dirname },
  },
})
const pairs = Number(values.pairs)
const random = seededRandom(Number(values.seed))
const wanted = values.surfaces?.split(',')
const mounted = new Set([...routes.map(({ path }) => path), '/graphql'])
const chosen = surfaces.filter(({ name, path }) => (wanted ? wanted.includes(name) : mounted.has(path)))

const { singleMs, bulkMs } = readConfig({}).releaseFloor
const own = process.env.DATABASE_URL ? null : await startPostgres()
const bed = await makeBed(own?.url ?? process.env.DATABASE_URL!)
const load = [loadavg()[0]!]
const judgements: Judgement[] = []
const awake = keepAwake()
try {
  for (const surface of chosen) {
    const progress = (done: number) => {
      if (process.stderr.isTTY && done % 20 === 0) process.stderr.write(`\r${surface.name} ${done}/${pairs} `)
    }
    const stepMs = surface.floor === 'single' ? singleMs : bulkMs
    judgements.push(await judge(bed, surface, { pairs, stepMs, random, onBlock: progress }))
    load.push(loadavg()[0]!)
    if (process.stderr.isTTY) process.stderr.write('\r')
    console.log(table(judgements.at(-1)!))
  }
  report(judgements, await bed.counts())
} finally {
  awake.stop()
  await bed.close()
  await own?.stop()
}

function report(all: readonly Judgement[], floors: unknown): void {
  const machine = { node: process.version, processors: availableParallelism(), load }
  const results = all.map(({ times: _, ...rest }) => rest)
  const document = { measured: new Date().toISOString(), machine, pairs, goal, floors, results }
  writeFileSync(join(values.out, 'result.json'), `${JSON.stringify(document, null, 2)}\n`)
  writeFileSync(join(values.out, 'distributions.svg'), picture(all))
  console.log(
    `load ${load.map((one) => one.toFixed(2)).join(' ')} on ${machine.processors} processors; floors ${JSON.stringify(floors)}`,
  )
  const verdicts = new Set(all.map(({ verdict }) => verdict))
  process.exitCode = verdicts.has('leaks') ? 1 : verdicts.has('inconclusive') ? 3 : 0
}
