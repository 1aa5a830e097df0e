import { setTimeout as pause } from 'node:timers/promises'
import { openFixture } from '../fixture.ts'
import type { OwnPostgres } from '../postgres.ts'
import { judge, type Outcome, type Row } from '../row.ts'
import { startTraffic } from '../traffic.ts'

/** The longest that a request waits for a connection, and the most round trips that one makes on it. */
const [waitMs, roundTrips] = [1_000, 14]

async function slowDatabase(postgres: OwnPostgres, ms: number, seconds: number): Promise<Outcome> {
  const fixture = await openFixture(postgres)
  try {
    const server = await fixture.serve()
    const traffic = await startTraffic(fixture, server.url, { writers: 24, readers: 12 })
    fixture.proxy.delay(ms)
    await pause(seconds * 1_000)
    const p99 = traffic.tally.quantile(0.99)
    fixture.proxy.delay(0)
    const recovered = [await traffic.recovered(performance.now())]
    const found = await traffic.settle()
    const outcome = judge({ ...traffic, found, server, recovered })
    // A write may wait for its key's look-up, too: twice for a connection.
    const limit = 2 * waitMs + roundTrips * ms + 500
    if (p99 > limit) outcome.failures.push(`p99 of what was served ${Math.round(p99)} ms, limit ${limit} ms`)
    outcome.notes.unshift(`${seconds} s`, `p99 of what was served ${Math.round(p99)} ms (limit ${limit} ms)`)
    return outcome
  } finally {
    await fixture.close()
  }
}

export const latencies: readonly Row[] = [50, 200].map((ms) => ({
  name: `database ${ms} ms away`,
  run: ({ postgres, isQuick }) => slowDatabase(postgres, ms, isQuick ? 4 : 15),
}))
