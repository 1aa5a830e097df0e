import { type Environment, note, startFixture } from './fixture.ts'
import { median } from './goals.ts'
import { drive } from './load.ts'
import { loadOf, type Question, questions } from './questions.ts'

/** Tries the read path's settings one at a time, interleaved: the batch on the ceiling rung, the pool on the service. */
type Setting = { name: string; rung: string; question: Question; env: Environment }

const batch = (maxBatchSize: number, maxInFlight: number): Setting[] =>
  [questions.single, questions.bulk].map((question) => ({
    name: `batch ≤ ${maxBatchSize}, ${maxInFlight} in flight, ${question.holes === 1 ? 'single' : 'bulk'}`,
    rung: 'http-batched',
    question,
    env: { BENCH_BATCH: String(maxBatchSize), BENCH_IN_FLIGHT: String(maxInFlight) },
  }))
const pool = (size: number): Setting => ({
  name: `pool of ${size}`,
  rung: 'signpost',
  question: questions.single,
  env: { DATABASE_POOL_SIZE: String(size) },
})
const settings: Setting[] = [
  ...[64, 128, 256, 512].flatMap((size) => batch(size, 2)),
  ...[1, 4].flatMap((inFlight) => batch(256, inFlight)),
  ...[2, 4, 10, 20].map(pool),
]
const rounds = 4

const fixture = await startFixture()
try {
  const registry = await fixture.registry(50_000)
  const measured = new Map<string, number[]>(settings.map(({ name }) => [name, []]))
  const servers = await Promise.all(settings.map(({ rung, env }) => fixture.serve(rung, registry, env)))
  for (let round = 0; round < rounds; round++) {
    for (const [index, { name, question }] of settings.entries()) {
      const { url, pid } = servers[index]!
      const { rps } = await drive(loadOf(question, { url, registry, seconds: 2 }), pid)
      // The first round warms up.
      if (round > 0) measured.get(name)!.push(rps)
    }
    note(`round ${round + 1}/${rounds}`)
  }
  console.log('| Setting | requests/s | spread |\n|---|---|---|')
  for (const [name, rates] of measured) {
    console.log(
      `| ${name} | ${median(rates).toFixed(0)} | ${Math.min(...rates).toFixed(0)}–${Math.max(...rates).toFixed(0)} |`,
    )
  }
} finally {
  await fixture.close()
}
