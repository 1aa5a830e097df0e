import { type Fixture, note, type Registry } from '../fixture.ts'
import type { Findings } from '../goals.ts'
import { drive } from '../load.ts'
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
        atMost: 1.15,
      },
      { name: 'resident set, the same', values: [after.rss / before.rss], atMost: 1.15 },
      { name: 'resident set in the end, MB', values: [after.rss / 2 ** 20], atMost: 350 },
    ],
    lines: [`heap ${mb(before.heapUsed)} → ${mb(after.heapUsed)}, resident ${mb(before.rss)} → ${mb(after.rss)}`],
  }
}
