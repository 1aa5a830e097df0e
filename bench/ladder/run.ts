import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Climbed, climb } from './climb.ts'
import { note, startFixture } from './fixture.ts'
import { judge, rateFigures } from './goals.ts'
import { type Findings, growth, memory, tail, workers } from './measures.ts'
import { picture, report } from './report.ts'
import { aliasCreation, importRate } from './writes.ts'

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    /** Rungs whose name holds this, and nothing else. */
    only: { type: 'string' },
    /** Parts of the run: ladder, tail, growth, memory, workers, writes, import. */
    parts: { type: 'string' },
  },
})
const { quick, only } = flags
const parts = new Set(
  (
    flags.parts ?? (only ? 'ladder' : quick ? 'ladder,tail,writes' : 'ladder,tail,growth,memory,workers,writes,import')
  ).split(','),
)
const rounds = quick ? 2 : 5
const seconds = quick ? 2 : 5
const sizes = quick
  ? { small: 10_000, ladder: 10_000, large: 50_000 }
  : { small: 10_000, ladder: 200_000, large: 2_000_000 }

const began = new Date()
const climbed: Climbed = new Map()
const found: Record<string, Findings> = {}
const stem = fileURLToPath(new URL(quick || flags.parts || only ? 'results/quick' : 'results/latest', import.meta.url))

/** Writes what is known by now: a run that is cut off keeps the parts that it finished. @returns the report */
function write(): string {
  const rates = new Map([...climbed].map(([name, measured]) => [name, measured.map(({ rps }) => rps)]))
  const verdicts = [...rateFigures(rates), ...Object.values(found).flatMap(({ figures }) => figures)].map(judge)
  const run = { at: began.toISOString(), aliases: sizes.ladder, rounds, seconds }
  const text = report(run, climbed, verdicts, found)
  mkdirSync(new URL('results', import.meta.url), { recursive: true })
  const rungs = Object.fromEntries(climbed)
  writeFileSync(`${stem}.json`, `${JSON.stringify({ ...run, rungs, verdicts, found }, null, 1)}\n`)
  writeFileSync(`${stem}.txt`, `${text}\n`)
  if (climbed.size > 0) writeFileSync(`${stem}.svg`, picture(climbed))
  return text
}

const fixture = await startFixture()
try {
  const registry = await fixture.registry(sizes.ladder)
  const measures: Record<string, () => Promise<Findings>> = {
    tail: () => tail(fixture, registry, rounds, seconds),
    workers: () => workers(fixture, registry, rounds, seconds),
    memory: () => memory(fixture, registry, quick ? 50_000 : 1_000_000),
    writes: () => aliasCreation(fixture, registry, rounds, quick ? 90 : 360),
    import: () => importRate(registry, quick ? 8_000 : 100_000),
    growth: async () => {
      const small = sizes.small === sizes.ladder ? registry : await fixture.registry(sizes.small)
      const large = await fixture.registry(sizes.large)
      return growth(fixture, { small, large }, rounds, seconds)
    },
  }
  if (parts.has('ladder')) {
    for (const [name, measured] of await climb(fixture, registry, { rounds, seconds, only }))
      climbed.set(name, measured)
    write()
  }
  for (const [part, measure] of Object.entries(measures)) {
    if (!parts.has(part)) continue
    found[part] = await measure()
    write()
  }
  console.log(write())
  note(`Written to ${stem}.txt, .json and .svg`)
} finally {
  await fixture.close()
}
