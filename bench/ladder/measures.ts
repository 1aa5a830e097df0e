import { type Fixture, note, type Registry, type Served } from './fixture.ts'
import type { Figure } from './goals.ts'
import { drive, type Load, type Measured } from './load.ts'
import { loadOf, questions } from './questions.ts'
import type { Vitals } from './rungs/serving.ts'

/** What a measure answers: figures held against goals, and lines that say more. */
export type Findings = { figures: Figure[]; lines: string[] }

const { single } = questions

const load = (registry: Registry, served: Served, more: Partial<Load> & { seconds: number }): Load => ({
  ...loadOf(single, { url: served.url, registry, seconds: more.seconds }),
  ...more,
})

/** With 'collected vitals' the process collects its garbage first, so that what is left is what it holds on to. */
function vitalsOf({ child }: Served, order: 'vitals' | 'collected vitals' = 'vitals'): Promise<Vitals> {
  return new Promise((resolve) => {
    child.once('message', (vitals) => resolve(vitals as Vitals))
    child.send(order)
  })
}

/** p99 and p50 of single resolve over REST at half of the rate that it can do. */
export async function tail(fixture: Fixture, registry: Registry, rounds: number, seconds: number): Promise<Findings> {
  const served = await fixture.serve('signpost', registry)
  const values: number[] = []
  const lines: string[] = []
  for (let round = 1; round <= rounds; round++) {
    const full = await drive(load(registry, served, { seconds }), served.pid)
    // A connection asks again after its answer and a pause: so long that all of them make half of the rate.
    const thinkMs = (2 * single.connections * 1_000) / full.rps - full.p50 / 1_000 / 2
    await vitalsOf(served)
    const half = await drive(load(registry, served, { seconds, thinkMs }), served.pid)
    const { loopDelay } = await vitalsOf(served)
    values.push(half.p99 / half.p50)
    const share = ((half.rps / full.rps) * 100).toFixed(0)
    lines.push(
      `at ${half.rps.toFixed(0)}/s (${share} % of the most): p50 ${ms(half.p50)}, p99 ${ms(half.p99)}; event-loop delay over its 5 ms tick p50 ${(loopDelay.p50 - 5).toFixed(1)}, p99 ${(loopDelay.p99 - 5).toFixed(1)}, max ${(loopDelay.max - 5).toFixed(1)} ms`,
    )
    note(`tail ${round}/${rounds}  ${lines.at(-1)}`)
  }
  await served.stop()
  return { figures: [{ name: 'p99 / p50 at half of the maximum rate', values, atMost: 4 }], lines }
}

const ms = (micros: number) => `${(micros / 1_000).toFixed(2)} ms`

/** p50 with random keys on a large registry over p50 on a small one, both under the same PostgreSQL. */
export async function growth(
  fixture: Fixture,
  { small, large }: { small: Registry; large: Registry },
  rounds: number,
  seconds: number,
): Promise<Findings> {
  const servers = { small: await fixture.serve('signpost', small), large: await fixture.serve('signpost', large) }
  const figures: Figure[] = []
  const lines: string[] = []
  for (const [connections, atMost] of [
    [1, 1.4],
    [64, 2.2],
  ] as const) {
    const rows: { small: Measured; large: Measured }[] = []
    // A round more, unjudged: the caches of the large one fill.
    for (let round = 0; round <= rounds; round++) {
      const row = {
        small: await drive(load(small, servers.small, { seconds, connections }), servers.small.pid),
        large: await drive(load(large, servers.large, { seconds, connections }), servers.large.pid),
      }
      if (round > 0) rows.push(row)
      note(`growth ${round}/${rounds}, ${connections} connections: p50 ${ms(row.small.p50)} and ${ms(row.large.p50)}`)
    }
    const name = `p50 at ${large.aliases.toLocaleString('en')} aliases / at ${small.aliases.toLocaleString('en')}, ${connections} connection${connections === 1 ? '' : 's'}`
    figures.push({ name, values: rows.map((row) => row.large.p50 / row.small.p50), atMost })
    const last = rows.at(-1)!
    lines.push(
      `${connections}: p50 ${ms(last.small.p50)} and ${ms(last.large.p50)}, p99 ${ms(last.small.p99)} and ${ms(last.large.p99)}`,
    )
  }
  for (const served of Object.values(servers)) await served.stop()
  return { figures, lines }
}

/** What the process holds on to after `many` resolves over what it held after 10,000. */
export async function memory(fixture: Fixture, registry: Registry, many: number): Promise<Findings> {
  const served = await fixture.serve('signpost', registry)
  let resolved = 0
  const until = async (count: number) => {
    while (resolved < count) {
      const { requests } = await drive(
        load(registry, served, { seconds: count - resolved > 50_000 ? 10 : 2 }),
        served.pid,
      )
      resolved += requests
      note(`memory: ${resolved} of ${many} resolves`)
    }
    return vitalsOf(served, 'collected vitals')
  }
  const before = await until(10_000)
  const after = await until(many)
  await served.stop()
  const mb = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`
  return {
    figures: [
      {
        name: `heap after ${resolved.toLocaleString('en')} resolves / after 10,000`,
        values: [after.heapUsed / before.heapUsed],
        atMost: 1.1,
      },
      { name: 'resident set, the same', values: [after.rss / before.rss] },
    ],
    lines: [`heap ${mb(before.heapUsed)} → ${mb(after.heapUsed)}, resident ${mb(before.rss)} → ${mb(after.rss)}`],
  }
}

/** The service as it is started, one process and two on one port. */
export async function workers(
  fixture: Fixture,
  registry: Registry,
  rounds: number,
  seconds: number,
): Promise<Findings> {
  const one = await fixture.serve('service', registry, { WORKERS: '1' })
  const two = await fixture.serve('service', registry, { WORKERS: '2' })
  const rows: { one: Measured; two: Measured }[] = []
  for (let round = 1; round <= rounds; round++) {
    const row = {
      one: await drive(load(registry, one, { seconds }), one.pid),
      two: await drive(load(registry, two, { seconds }), two.pid),
    }
    rows.push(row)
    note(`workers ${round}/${rounds}: ${row.one.rps.toFixed(0)}/s with one, ${row.two.rps.toFixed(0)}/s with two`)
  }
  await one.stop()
  await two.stop()
  return {
    figures: [
      {
        name: 'WORKERS=2 / WORKERS=1 on two cores shared with load and database',
        values: rows.map((row) => row.two.rps / row.one.rps),
      },
    ],
    lines: rows.map((row) => `${row.one.rps.toFixed(0)}/s with one, ${row.two.rps.toFixed(0)}/s with two`),
  }
}
