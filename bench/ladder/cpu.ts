// npm run bench -- cpu [--before DIR] [--rounds 5] [--aliases 20000] [--only TEXT] [--times 1]
//
// What a request costs the server, counted: processor time, bytes allocated and round trips to the database, for this version
// and another one (a checkout with its packages installed) on copies of one database, in interleaved rounds. Of each the least
// counts: what others do on the machine only ever adds. Load, and so the size of batches, is the same for both. How many
// requests a second there were is the median: `--times 10` makes the rounds ten times as long, for a machine with nothing beside.

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Asking, type Counted, costOf, startCounted, type Timed } from '../cpu/counted.ts'
import { creating } from './creating.ts'
import { note, type Registry, startFixture } from './fixture.ts'
import { type Question, questions } from './questions.ts'
import { unpartitioned } from './versions-database.ts'

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    aliases: { type: 'string', default: '20000' },
    only: { type: 'string', default: '' },
    times: { type: 'string', default: '1' },
    port: { type: 'string', default: '47500' },
  },
})
const root = join(import.meta.dirname, '../..')
const rounds = Number(values.rounds)
const times = Number(values.times)

type Load = { question: Question; count: number }
const asked: Readonly<Record<string, Load>> = {
  'REST single': { question: questions.single, count: 6_000 },
  'REST bulk of 100': { question: questions.bulk, count: 200 },
  'GraphQL single': { question: questions.graphqlSingle, count: 4_000 },
}
const creates = 600
const chosen = (name: string) => name.includes(values.only)

const headersOf = ({ secret }: Registry) => ({ 'content-type': 'application/json', authorization: `Bearer ${secret}` })

function askingOf({ path, body }: Question, registry: Registry): Asking {
  const bodyOf = () => body.replaceAll('%d', () => String(Math.floor((Math.random() * registry.aliases) / 2)))
  return { path, headers: headersOf(registry), bodyOf }
}

/** An older version may read this schema, and not write to it. */
type Version = { served: Counted; costs: Map<string, Timed[]>; writes: boolean }

async function round(version: Version, registry: Registry, name: string): Promise<void> {
  const { served, costs } = version
  const load = asked[name]
  const cost = load
    ? await costOf(served, askingOf(load.question, registry), load.count * times, load.question.connections)
    : await costOf(served, await creating(served.url, registry, creates), creates, 1)
  costs.set(name, [...(costs.get(name) ?? []), cost])
}

/** The least of what a request costs, and the median of how many there were. */
function figureOf(costs: readonly Timed[], name: keyof Timed): number {
  const sorted = costs.map((cost) => cost[name]).toSorted((one, other) => one - other)
  return name === 'perSecond' ? sorted[Math.floor(sorted.length / 2)]! : sorted[0]!
}

function row(name: string, before: readonly Timed[] | undefined, now: readonly Timed[]): string {
  const cell = (figure: keyof Timed, digits: number) => {
    const after = figureOf(now, figure)
    if (versions.length === 1) return after.toFixed(digits)
    if (!before) return `– → ${after.toFixed(digits)} | –`
    const was = figureOf(before, figure)
    return `${was.toFixed(digits)} → ${after.toFixed(digits)} | ${(after / was).toFixed(2)}`
  }
  return `| ${name} | ${cell('cpuMicros', 1)} | ${cell('allocatedBytes', 0)} | ${cell('roundTrips', 2)} | ${cell('perSecond', 0)} |`
}

const fixture = await startFixture()
const versions: Version[] = []
try {
  const registry = await fixture.registry(Number(values.aliases))
  const trees = values.before === undefined ? [root] : [resolve(values.before), root]
  for (const [at, tree] of trees.entries()) {
    const isFormer = !existsSync(join(tree, 'src/database/partitions'))
    const own = tree === root ? registry : await fixture.copy(registry, isFormer ? unpartitioned : 'select 1')
    const env = {
      ...own.env,
      DATABASE_URL: own.databaseUrl,
      // What else runs on the machine is no overload of the service.
    }
    const nodeOptions = ['--max-semi-space-size=64']
    versions.push({
      served: await startCounted({ tree, port: Number(values.port) + at, env, nodeOptions }),
      costs: new Map(),
      writes: !isFormer,
    })
  }
  // What one version alone did would weigh on its other requests: creates are left out where one cannot write.
  const writes = versions.every(({ writes }) => writes) ? ['create alias'] : []
  const names = [...Object.keys(asked), ...writes].filter(chosen)
  // The first round warms both versions up, and is not counted.
  for (let at = 0; at <= rounds; at++) {
    for (const name of names) {
      for (const version of at % 2 ? versions : versions.toReversed()) await round(version, registry, name)
      if (at === 0) for (const { costs } of versions) costs.clear()
      else
        note(
          `round ${at}/${rounds}  ${name}: ${versions.map(({ costs }) => `${costs.get(name)?.at(-1)?.cpuMicros.toFixed(0) ?? '–'} µs`).join(', ')}`,
        )
    }
  }
  const ratio = versions.length > 1 ? ' | ratio' : ''
  console.log(`| Request | processor µs${ratio} | bytes allocated${ratio} | round trips${ratio} | a second${ratio} |`)
  console.log(`|---|${'---|'.repeat(versions.length > 1 ? 8 : 4)}`)
  for (const name of names) {
    const now = versions.at(-1)!.costs.get(name)!
    console.log(row(name, versions.length > 1 ? versions[0]!.costs.get(name) : undefined, now))
  }
} finally {
  for (const { served } of versions) await served.stop()
  await fixture.close()
}
