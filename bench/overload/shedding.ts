// The service under ten times its load. Normal is 256 connections that never pause, as many as one client may have
// without a refusal; overload is 2,560. Rounds alternate, and /healthz is requested throughout.

import { setTimeout as pause } from 'node:timers/promises'
import { type Plan, type Summary, sendLoad } from '../../test/support/load.ts'
import { note } from '../app.ts'
import type { Figure } from '../figures.ts'

const rounds = Number(process.env.ROUNDS ?? 3)
const seconds = Number(process.env.SECONDS ?? 6)
const connections = 256

/** Requests these pages in turn during the load. `look` runs each time. */
export async function watchHealth(
  url: string,
  pages: readonly string[],
  load: Promise<Summary>,
  look = async () => {},
) {
  let isOver = false
  const done = load.finally(() => {
    isOver = true
  })
  let asked = 0
  let refused = 0
  while (!isOver) {
    await look()
    const page = url + pages[asked++ % pages.length]
    const options = { headers: { connection: 'close' }, signal: AbortSignal.timeout(3_000) }
    const answer = await fetch(page, options).catch(() => null)
    if (answer?.status !== 200) refused++
    await answer?.text().catch(() => undefined)
    await pause(100)
  }
  return { summary: await done, refused }
}

export const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0)

type Seen = { p99: number; shed: number; shedMax: number; other: number }

function seenIn({ latencies, broken, refused }: Summary): Seen {
  const { 200: admitted, 503: shed, ...others } = latencies
  const other = sum(Object.values(others).map(({ count }) => count)) + broken + refused
  return { p99: admitted?.p99 ?? 0, shed: shed?.count ?? 0, shedMax: shed?.max ?? 0, other }
}

/** Measures the service under load, in rounds. */
export async function measureLoad({ url, key }: { url: string; key: string }): Promise<Figure[]> {
  const plan: Plan = {
    ...{ url, method: 'POST', path: '/v1/resolve', headers: { authorization: `Bearer ${key}` } },
    ...{ body: '{"alias":"@alice"}', connections, seconds, warmUpSeconds: 1 },
  }
  const loads: Record<string, Plan> = {
    normal: plan,
    '10×, polite': { ...plan, connections: 10 * connections, polite: true },
    '10×, at once': { ...plan, connections: 10 * connections },
  }
  const seen = new Map<string, Seen[]>(Object.keys(loads).map((name) => [name, []]))
  let unwell = 0
  await sendLoad({ ...plan, seconds: 3 }).done
  for (let round = 1; round <= rounds; round++) {
    for (const [name, load] of Object.entries(loads)) {
      const { summary, refused } = await watchHealth(url, ['/healthz', '/readyz'], sendLoad(load).done)
      unwell += refused
      const row = seenIn(summary)
      seen.get(name)!.push(row)
      const rate = ((summary.statuses[200] ?? 0) / summary.seconds).toFixed(0)
      note(`${round}  ${name.padEnd(13)} ${rate} rps  p99 ${row.p99} ms  shed ${row.shed}`)
    }
  }
  const [normal, ...overloads] = [...seen]
  const ofLoads = overloads.flatMap(([name, rows]): Figure[] => [
    {
      // Each round is compared with its own normal load: other work on the machine varies.
      name: `${name}: p99 of the admitted / normal`,
      values: rows.map(({ p99 }, round) => p99 / normal![1][round]!.p99),
      atMost: 3,
    },
    { name: `${name}: refused`, values: [sum(rows.map(({ shed }) => shed))], atLeast: 1 },
    { name: `${name}: longest refusal, ms`, values: [Math.max(...rows.map(({ shedMax }) => shedMax))], atMost: 1_100 },
    { name: `${name}: other answers`, values: [sum(rows.map(({ other }) => other))], atMost: 0 },
  ])
  return [...ofLoads, { name: 'health pages refused', values: [unwell], atMost: 0 }]
}
