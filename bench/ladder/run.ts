// npm run bench -- [--quick] [--parts a,b] [--only RUNG] [--aliases 10000000]
//
// Measures the ladder and the other parts, each held against its goals. Without `--parts` all but `growth`, which seeds `--aliases`
// aliases and takes as long as the rest. Results go to bench/ladder/results, which is not tracked.

import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Climbed, climb } from './climb.ts'
import { type Fixture, note, type Registry, startFixture } from './fixture.ts'
import { type Findings, judge, rateFigures } from './goals.ts'
import { growth } from './parts/growth.ts'
import { importing } from './parts/import.ts'
import { alone, tail } from './parts/latency.ts'
import { memory } from './parts/memory.ts'
import { writes } from './parts/writes.ts'
import { report } from './report.ts'

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    /** Rungs whose name holds this, and nothing else. */
    only: { type: 'string' },
    /** Parts of the run, by name. */
    parts: { type: 'string' },
    /** How large the registry of the part `growth` is. */
    aliases: { type: 'string' },
  },
})
const { quick, only } = flags
const rounds = quick ? 2 : 5
const seconds = quick ? 2 : 5
const ladderAliases = quick ? 10_000 : 200_000
const large = Number(flags.aliases ?? (quick ? 50_000 : 10_000_000))

type Measure = (fixture: Fixture, registry: Registry) => Promise<Findings>

const parts: Readonly<Record<string, Measure>> = {
  tail: (fixture, registry) => tail(fixture, registry, quick ? 2 : 6, seconds),
  alone: (fixture, registry) => alone(fixture, registry, rounds, quick ? 2 : 10),
  memory: (fixture, registry) => memory(fixture, registry, quick ? 50_000 : 1_000_000),
  writes: (fixture, registry) => writes(fixture, registry, rounds, quick ? 80 : 400),
  import: (fixture) => importing(fixture, quick ? 1 : 3, quick ? 8_000 : 100_000),
  growth: (fixture) => growth(fixture, { small: 10_000, large }, rounds, seconds),
}

const all = ['ladder', ...Object.keys(parts).filter((part) => part !== 'growth')]
const chosen = flags.parts?.split(',') ?? (only ? ['ladder'] : quick ? ['ladder', 'tail', 'writes'] : all)
const unknown = chosen.filter((part) => part !== 'ladder' && !Object.hasOwn(parts, part))
if (unknown.length > 0) throw new Error(`The parts are ${['ladder', ...Object.keys(parts)].join(', ')}.`)

const began = new Date()
const climbed: Climbed = new Map()
const found: Record<string, Findings> = {}
const kept = quick || only ? 'quick' : flags.parts ? chosen.join('-') : 'latest'
const stem = fileURLToPath(new URL(`results/${kept}`, import.meta.url))

/** Writes what is known by now: a run that is cut off keeps the parts that it finished. @returns the report */
function write(): string {
  const rates = new Map([...climbed].map(([name, measured]) => [name, measured.map(({ rps }) => rps)]))
  const verdicts = [...rateFigures(rates), ...Object.values(found).flatMap(({ figures }) => figures)].map(judge)
  const run = { at: began.toISOString(), aliases: ladderAliases, rounds, seconds }
  const text = report(run, climbed, verdicts, found)
  mkdirSync(new URL('results', import.meta.url), { recursive: true })
  const rungs = Object.fromEntries(climbed)
  writeFileSync(`${stem}.json`, `${JSON.stringify({ ...run, rungs, verdicts, found }, null, 1)}\n`)
  writeFileSync(`${stem}.txt`, `${text}\n`)
  return text
}

/** A part that fails is told in the end: the others are not lost with it. */
const failures: unknown[] = []

const fixture = await startFixture()
try {
  const registry = await fixture.registry(ladderAliases)
  if (chosen.includes('ladder')) {
    for (const [name, measured] of await climb(fixture, registry, { rounds, seconds, only }))
      climbed.set(name, measured)
    write()
  }
  for (const [part, measure] of Object.entries(parts)) {
    if (!chosen.includes(part)) continue
    try {
      found[part] = await measure(fixture, registry)
    } catch (error) {
      note(`${part} failed: ${error instanceof Error ? error.stack : error}`)
      failures.push(part)
    }
    write()
  }
  console.log(write())
  note(`Written to ${stem}.txt and .json`)
} finally {
  await fixture.close()
}
if (failures.length > 0) throw new Error(`These parts failed: ${failures.join(', ')}.`)
