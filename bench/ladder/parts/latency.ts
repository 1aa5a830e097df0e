import { type Fixture, note, type Registry } from '../fixture.ts'
import type { Findings } from '../goals.ts'
import { drive } from '../load.ts'
import { load, ms, single, vitalsOf } from './load.ts'

/** One run of a fresh process: the most that it can do, and then half of it. */
async function freshTail(fixture: Fixture, registry: Registry, seconds: number) {
  const served = await fixture.serve('signpost', registry)
  await drive(load(registry, served, { seconds }), served.pid)
  const full = await drive(load(registry, served, { seconds }), served.pid)
  // A connection asks again after its answer and a pause: so long that all of them make half of the rate.
  const thinkMs = (2 * single.connections * 1_000) / full.rps - full.p50 / 1_000 / 2
  await vitalsOf(served)
  const half = await drive(load(registry, served, { seconds, thinkMs }), served.pid)
  const { loopDelay } = await vitalsOf(served)
  await served.stop()
  return { full, half, loopDelay }
}

/** p99 and p50 of single resolve over REST at half of the rate that it can do, each time after a fresh start. */
export async function tail(fixture: Fixture, registry: Registry, runs: number, seconds: number): Promise<Findings> {
  const values: number[] = []
  const lines: string[] = []
  for (let run = 1; run <= runs; run++) {
    const { full, half, loopDelay } = await freshTail(fixture, registry, seconds)
    values.push(half.p99 / half.p50)
    const share = ((half.rps / full.rps) * 100).toFixed(0)
    lines.push(
      `at ${half.rps.toFixed(0)}/s (${share} % of the most): p50 ${ms(half.p50)}, p99 ${ms(half.p99)}; event-loop delay over its 5 ms tick p50 ${(loopDelay.p50 - 5).toFixed(1)}, p99 ${(loopDelay.p99 - 5).toFixed(1)}, max ${(loopDelay.max - 5).toFixed(1)} ms`,
    )
    note(`tail ${run}/${runs}  ${lines.at(-1)}`)
  }
  const name = `p99 / p50 at half of the maximum rate, ${runs} fresh starts`
  return { figures: [{ name, values, atMost: 4, judged: 'worst' }], lines }
}

/** The same of one connection, which asks as soon as it is answered. */
export async function alone(fixture: Fixture, registry: Registry, rounds: number, seconds: number): Promise<Findings> {
  const served = await fixture.serve('signpost', registry)
  const values: number[] = []
  const lines: string[] = []
  for (let round = 0; round <= rounds; round++) {
    const { p50, p99, rps } = await drive(load(registry, served, { seconds, connections: 1 }), served.pid)
    // The first round warms up.
    if (round === 0) continue
    values.push(p99 / p50)
    lines.push(`${rps.toFixed(0)}/s: p50 ${ms(p50)}, p99 ${ms(p99)}`)
    note(`one connection ${round}/${rounds}  ${lines.at(-1)}`)
  }
  await served.stop()
  return { figures: [{ name: `p99 / p50 with one connection, ${seconds} s`, values, atMost: 5 }], lines }
}
