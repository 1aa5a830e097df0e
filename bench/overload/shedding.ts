// The service under ten times its load. Normal is 256 connections that never pause, as many as one client may have without a
// refusal; overload is 2,560. Rounds alternate, and /healthz is asked throughout.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Plan, Summary } from '../load/generator.ts'
import { sendLoad } from '../load/run.ts'
import { startService } from '../load/service.ts'

const rounds = Number(process.env.ROUNDS ?? 3)
const seconds = Number(process.env.SECONDS ?? 6)
const connections = 256
const shedLimitMs = 1_100
const ratioLimit = 3

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function healthWhile(
  url: string,
  work: Promise<Summary>,
): Promise<{ summary: Summary; health: number[]; refused: number }> {
  let isOver = false
  const done = work.finally(() => {
    isOver = true
  })
  const health: number[] = []
  let refused = 0
  while (!isOver) {
    const since = performance.now()
    const page = health.length % 2 ? '/healthz' : '/readyz'
    const { status } = await fetch(url + page, { headers: { connection: 'close' } })
    if (status !== 200) refused++
    health.push(performance.now() - since)
    await pause(100)
  }
  return { summary: await done, health, refused }
}

type Load = { name: string; plan: Plan }
type Seen = { p50: number; p99: number; rps: number; shed: number; shedMax: number; other: number }

/** The service under load, in rounds. @returns whether it held */
export async function isHeldUnderLoad(): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'signpost-overload-'))
  const service = await startService({ DATA_DIR: dataDir, DRAIN_SECONDS: '0', MAX_CONNECTIONS: '16384' })
  const plan: Plan = {
    url: service.url,
    method: 'POST',
    path: '/v1/resolve',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: '{"alias":"@alice"}',
    connections,
    seconds,
    warmUpSeconds: 1,
  }

  const loads: Load[] = [
    { name: 'normal', plan },
    { name: '10×, polite', plan: { ...plan, connections: 10 * connections, polite: true } },
    { name: '10×, at once', plan: { ...plan, connections: 10 * connections } },
  ]
  const seen = new Map<string, Seen[]>()
  let unwell = 0

  try {
    await sendLoad({ ...plan, seconds: 3 }).done
    for (let round = 1; round <= rounds; round++) {
      for (const { name, plan: load } of loads) {
        const { summary, health, refused } = await healthWhile(service.url, sendLoad(load).done)
        unwell += refused
        const { 200: admitted, 503: shed, ...others } = summary.latencies
        const row = {
          p50: admitted?.p50 ?? 0,
          p99: admitted?.p99 ?? 0,
          rps: Math.round((admitted?.count ?? 0) / summary.seconds),
          shed: shed?.count ?? 0,
          shedMax: shed?.max ?? 0,
          other: Object.values(others).reduce((sum, { count }) => sum + count, 0) + summary.broken + summary.refused,
        }
        seen.set(name, [...(seen.get(name) ?? []), row])
        console.log(
          `${round}  ${name.padEnd(13)} ${String(row.rps).padStart(6)} rps  p50 ${row.p50} ms  p99 ${row.p99} ms  ` +
            `shed ${row.shed} (longest ${row.shedMax} ms)  other ${row.other}  health p50 ${median(health).toFixed(0)} ms`,
        )
      }
    }
  } finally {
    service.process.kill('SIGTERM')
    await service.exited
    await rm(dataDir, { recursive: true, force: true })
  }

  const normal = seen.get('normal')!.map(({ p99 }) => p99)
  let isHeld = unwell === 0
  for (const { name } of loads.slice(1)) {
    const rows = seen.get(name)!
    // Each round against its own: other work on the machine comes and goes.
    const ratio = median(rows.map(({ p99 }, round) => p99 / normal[round]!))
    const longest = Math.max(...rows.map(({ shedMax }) => shedMax))
    const shed = rows.reduce((sum, row) => sum + row.shed, 0)
    const holds = ratio <= ratioLimit && longest <= shedLimitMs && shed > 0 && rows.every(({ other }) => other === 0)
    isHeld &&= holds
    console.log(
      `${name}: admitted p99 ${ratio.toFixed(2)} × normal (limit ${ratioLimit}), longest refusal ${longest} ms ` +
        `(limit ${shedLimitMs}), ${shed} refused: ${shed === 0 ? 'INCONCLUSIVE' : holds ? 'held' : 'SHORT'}`,
    )
  }
  console.log(`health pages refused: ${unwell}`)
  return isHeld
}
