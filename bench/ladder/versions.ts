// npm run bench -- versions --before DIR [--rounds 7] [--seconds 5] [--aliases 50000]
//
// This version of the service beside another one (a checkout with its packages installed), in interleaved rounds. Each has a
// registry that its own migrations made and its own code filled. The goal is a ratio of at least 0.97 for each question.

import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Fixture, note, query, type Registry, type Served, startFixture } from './fixture.ts'
import { drive } from './load.ts'
import { loadOf, questions } from './questions.ts'

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '5' },
    aliases: { type: 'string', default: '50000' },
  },
})
if (values.before === undefined) throw new Error('--before names the checkout to compare with.')
const root = join(import.meta.dirname, '../..')
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const goal = 0.97
const asked = {
  'REST single': questions.single,
  'REST bulk of 100': questions.bulk,
  'GraphQL single': questions.graphqlSingle,
  'GraphQL bulk of 100': questions.graphqlBulk,
}
const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!

const theirs = (await import(join(resolve(values.before), 'bench/ladder/fixture.ts'))) as typeof import('./fixture.ts')
const fixtures: Record<'before' | 'now', Fixture> = { before: await theirs.startFixture(), now: await startFixture() }
try {
  const registries: Record<'before' | 'now', Registry> = {
    before: await fixtures.before.registry(Number(values.aliases)),
    now: await fixtures.now.registry(Number(values.aliases)),
  }
  const mainOf = (folder: string) => ({ BENCH_MAIN: join(resolve(folder), 'src/cli/main.ts') })
  const versions: [name: 'before' | 'now', served: Served][] = [
    ['before', await fixtures.before.serve('service', registries.before, mainOf(values.before))],
    ['now', await fixtures.now.serve('service', registries.now, mainOf(root))],
  ]
  type Figures = { before: number[]; now: number[] }
  const rates = new Map<string, Figures>()
  const cpus = new Map<string, Figures>()
  // The round before the first warms both versions up, and is not counted.
  for (let round = 0; round <= rounds; round++) {
    for (const [name, question] of Object.entries(asked)) {
      const rate = rates.get(name) ?? { before: [], now: [] }
      rates.set(name, rate)
      const cpu = cpus.get(name) ?? { before: [], now: [] }
      cpus.set(name, cpu)
      // Each version is first in every other round: what warms up or tires meets both.
      for (const [version, { url, pid }] of round % 2 ? versions : versions.toReversed()) {
        const { rps, cpuMicros, failed } = await drive(
          loadOf(question, { url, registry: registries[version], seconds }),
          pid,
        )
        if (round > 0) rate[version].push(rps)
        if (round > 0) cpu[version].push(cpuMicros)
        note(
          `round ${round}/${rounds}  ${name}, ${version}: ${rps.toFixed(0)}/s, ${cpuMicros.toFixed(0)} µs${failed ? `, ${failed} FAILED` : ''}`,
        )
      }
    }
  }
  for (const [, served] of versions) await served.stop()
  // A version that stores nothing is no measure of one that does.
  for (const { databaseUrl } of Object.values(registries)) {
    const [row] = await query(databaseUrl, 'select count(*)::int as stored from disclosure_record')
    if (row!.stored === 0) throw new Error('One of the versions stored no disclosure records: the comparison is void.')
  }

  const rows = [...rates].map(([name, { before, now }]) => {
    const ratios = now.map((rate, index) => rate / before[index]!)
    const ratio = median(ratios)
    const spread = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`
    const verdict = ratio >= goal ? 'holds' : 'short'
    const cpu = cpus.get(name)!
    const cpuColumns = `${median(cpu.before).toFixed(0)} → ${median(cpu.now).toFixed(0)} µs`
    return `| ${name} | ${median(before).toFixed(0)} | ${median(now).toFixed(0)} | ${cpuColumns} | ${ratio.toFixed(2)} | ${spread} | ${verdict} |`
  })
  const table = [
    '| Question | before, a second | now, a second | processor time of Node a request | now / before | spread | ≥ 0.97 |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
  console.log(table)
} finally {
  await Promise.all(Object.values(fixtures).map((fixture) => fixture.close()))
}
