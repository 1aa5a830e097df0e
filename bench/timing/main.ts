// npm run bench:timing -- [SURFACE …] [--pairs 4000] [--surfaces REST,bulk] [--seed 1] [--json file]
//
// Judges whether any hidden class of aliases can be told from an unknown one by the time of its answer. DATABASE_URL names a
// PostgreSQL to use; what is read from a replica has a PostgreSQL and a replica of its own, and `replicas` names all of it.
//
// Exit code: 0 every surface is uniform; 1 a surface leaks; 3 one is inconclusive. Each run has its own controls: an unknown alias
// beside itself and a seeded leak that must be seen.

import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../../src/app/config.ts'
import { routes } from '../../src/surfaces/rest/routes.ts'
import { keepAwake } from './awake.ts'
import { type Fixture, makeFixture, startPostgres } from './fixture.ts'
import { powerOf } from './goal.ts'
import { type Judgement, judge } from './judge.ts'
import { judgeReplicas } from './replica-judge.ts'
import { replicaSurfaces } from './replica-surfaces.ts'
import { seededRandom } from './statistics.ts'
import { type Surface, surfaces } from './surfaces.ts'
import { table } from './table.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pairs: { type: 'string', default: '4000' },
    surfaces: { type: 'string' },
    seed: { type: 'string', default: '1' },
    json: { type: 'string' },
  },
})
// Before anything is measured: a run of an hour must not end at a folder that isn't there.
if (values.json) mkdirSync(dirname(values.json), { recursive: true })
const random = seededRandom(Number(values.seed))
const wanted = [...positionals, ...(values.surfaces?.split(',') ?? [])]
const mounted = new Set([...routes.map(({ path }) => path), '/graphql'])
const chosen = surfaces.filter(({ name, path }) =>
  wanted.length > 0 ? wanted.includes(name) : typeof path !== 'string' || mounted.has(path),
)
const ofReplicas = replicaSurfaces.filter(
  ({ name }) => wanted.length === 0 || wanted.includes(name) || wanted.includes('replicas'),
)
if (chosen.length + ofReplicas.length === 0) throw new Error(`There is no such surface: ${wanted.join(', ')}`)
const { singleMs, bulkMs } = readConfig({}).releaseSteps
const steps = { single: singleMs, bulk: bulkMs }
const stepOf = ({ step }: Surface): number => steps[step]

const started = new Date()
const load = [loadavg()[0]!]
const own = process.env.DATABASE_URL ? null : await startPostgres()
const adminUrl = own?.url ?? process.env.DATABASE_URL!
const awake = keepAwake()
try {
  const pairs = Number(values.pairs)
  const none: readonly [Judgement[], null] = [[], null]
  const [judgements, released] = chosen.length > 0 ? await judgeAll(chosen, pairs) : none
  judgements.push(...(await judgeReplicas(ofReplicas, { ...powerOf(pairs), pairs, random, stepOf, onJudged })))
  report({ judgements, released, pairs })
} finally {
  awake.stop()
  await own?.stop()
}

/** Judges the surfaces on one server, one after another. */
async function judgeAll(asked: readonly Surface[], pairs: number) {
  const { limits, leakMs } = powerOf(pairs)
  const fixture: Fixture = await makeFixture(adminUrl, { leakMs })
  const judgements: Judgement[] = []
  try {
    for (const surface of asked) {
      const onBlock = (done: number) => {
        if (process.stderr.isTTY && done % 20 === 0) process.stderr.write(`\r${surface.name} ${done}/${pairs} `)
      }
      const options = { pairs, stepMs: stepOf(surface), random, limits, onBlock }
      const judged = await judge(fixture, surface, options)
      judgements.push(...judged)
      onJudged(judged)
    }
    return [judgements, await fixture.counts()] as const
  } finally {
    await fixture.close()
  }
}

function onJudged(judged: readonly Judgement[]): void {
  load.push(loadavg()[0]!)
  if (process.stderr.isTTY) process.stderr.write('\r')
  for (const one of judged) console.log(table(one))
}

type Report = {
  judgements: readonly Judgement[]
  released: unknown
  pairs: number
}

function report({ judgements, released, pairs }: Report): void {
  const machine = { node: process.version, processors: availableParallelism(), load }
  const withoutTimes = (all: readonly Judgement[]) => all.map(({ times: _, ...rest }) => rest)
  const document = {
    measured: started.toISOString(),
    minutes: (Date.now() - started.getTime()) / 60_000,
    command: process.argv.slice(2).join(' '),
    machine,
    pairs,
    goal: powerOf(pairs).limits,
    released,
    results: withoutTimes(judgements),
  }
  if (values.json)
    writeFileSync(
      values.json,
      `${JSON.stringify(document, null, 2)}
`,
    )
  const loads = load.map((one) => one.toFixed(2)).join(' ')
  console.log(`load ${loads} on ${machine.processors} processors; released ${JSON.stringify(released)}`)
  const verdicts = new Set(judgements.map(({ verdict }) => verdict))
  if (verdicts.has('leaks')) process.exitCode = 1
  else if (verdicts.has('inconclusive')) process.exitCode = 3
}
