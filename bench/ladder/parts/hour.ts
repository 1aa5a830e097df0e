import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { PacedPlan, Window } from '../../load/paced.ts'
import { type Fixture, note, query, type Registry, type Served } from '../fixture.ts'
import type { Findings } from '../goals.ts'
import { load, mb, vitalsOf } from './load.ts'

const sender = join(import.meta.dirname, '../../load/paced.ts')

async function pace(plan: PacedPlan, onWindow: (window: Window, at: number) => unknown): Promise<void> {
  const child = spawn(process.execPath, [sender, JSON.stringify(plan)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  let at = 0
  for await (const line of createInterface({ input: child.stdout })) await onWindow(JSON.parse(line) as Window, at++)
  const [code] = await ended
  if (code !== 0) throw new Error(`The load ended with ${code}.`)
}

function planOf(registry: Registry, served: Served, more: Pick<PacedPlan, 'rate' | 'windows' | 'windowSeconds'>) {
  const { headers, body, range, connections } = load(registry, served, { seconds: 0 })
  return { url: served.url, path: '/v1/resolve', headers, body, range, connections, ...more }
}

/** A second of the load's own client, asking as fast as it is answered, after a while to warm up. */
async function mostPerSecond(registry: Registry, served: Served, windowSeconds: number): Promise<number> {
  let most = 0
  await pace(planOf(registry, served, { rate: null, windows: 2, windowSeconds }), ({ perSecond }) => {
    most = perSecond
  })
  return most
}

const share = 0.7

/** Single resolves at a steady 70 % of the most, for `minutes`: what the last five minutes are beside the first. */
export async function hour(fixture: Fixture, registry: Registry, minutes: number): Promise<Findings> {
  const served = await fixture.serve('signpost', registry)
  const windowSeconds = Math.min(300, (minutes * 60) / 3)
  const windows = Math.round((minutes * 60) / windowSeconds)
  const most = await mostPerSecond(registry, served, Math.min(15, windowSeconds))
  const rate = Math.floor(most * share)
  note(`hour: ${rate}/s, ${(share * 100).toFixed(0)} % of ${most.toFixed(0)}/s`)
  const seen: (Window & { heap: number })[] = []
  await pace(planOf(registry, served, { rate, windows, windowSeconds }), async (window, at) => {
    const { heapUsed } = await vitalsOf(served, 'collected vitals')
    seen.push({ ...window, heap: heapUsed })
    note(
      `hour ${at + 1}/${windows}: ${window.perSecond.toFixed(0)}/s, p50 ${window.p50.toFixed(1)} ms, p99 ${window.p99.toFixed(1)} ms, heap ${mb(heapUsed)}, ${window.failed} failed`,
    )
  })
  await served.stop()
  return findingsOf(seen, { rate, minutes, records: await storedRecords(registry) })
}

async function storedRecords({ databaseUrl }: Registry): Promise<number> {
  const [row] = await query(databaseUrl, 'select count(*)::int as stored from disclosure_record')
  return row!.stored as number
}

function findingsOf(
  seen: readonly (Window & { heap: number })[],
  { rate, minutes, records }: { rate: number; minutes: number; records: number },
): Findings {
  const [first, last] = [seen[0]!, seen.at(-1)!]
  const name = `${minutes} minutes at ${rate}/s (70 % of the most)`
  const failed = seen.reduce((sum, window) => sum + window.failed, 0)
  return {
    figures: [
      { name: `${name}: throughput, last / first window`, values: [last.perSecond / first.perSecond], atLeast: 0.97 },
      { name: `${name}: heap, last / first window`, values: [last.heap / first.heap], atMost: 1.1 },
      { name: `${name}: failed`, values: [failed], atMost: 0 },
    ],
    lines: [
      ...seen.map(
        ({ perSecond, p50, p99, heap }) =>
          `${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, heap ${mb(heap)}`,
      ),
      `${records.toLocaleString('en')} disclosure records are stored`,
    ],
  }
}
