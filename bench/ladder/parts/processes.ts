import { type Fixture, note, type Registry } from '../fixture.ts'
import type { Findings } from '../goals.ts'
import { drive, type Measured } from '../load.ts'
import { load, mb, vitalsOf } from './load.ts'

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
