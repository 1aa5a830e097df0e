import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Fixture, openFixture } from '../fixture.ts'
import { judge, type Row } from '../row.ts'
import { startTraffic } from '../traffic.ts'

const shedLimitMs = 1_100
/** Allowance for a busy machine. */
const slackMs = 400

/** Holds a lock that every request waits for, so that every connection of the pool is taken. */
async function holdLocks({ databaseUrl }: Fixture, work: () => Promise<void>): Promise<void> {
  const holder = new pg.Client({ connectionString: databaseUrl })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('lock table identity in access exclusive mode')
    await work()
    await holder.query('rollback')
  } finally {
    await holder.end()
  }
}

/** Returns the slowest health page during `work`, and the number of refusals. */
async function watchHealth(url: string, work: Promise<void>): Promise<{ slowestMs: number; refused: number }> {
  let isOver = false
  const done = work.finally(() => {
    isOver = true
  })
  let slowestMs = 0
  let refused = 0
  for (let n = 0; !isOver; n++) {
    const began = performance.now()
    const page = n % 2 ? '/healthz' : '/readyz'
    const { status } = await fetch(url + page, { headers: { connection: 'close' } }).catch(() => ({ status: 0 }))
    if (status !== 200) refused++
    slowestMs = Math.max(slowestMs, performance.now() - began)
    await pause(100)
  }
  await done
  return { slowestMs, refused }
}

export const exhausted: Row = {
  name: 'pool exhausted by locks',
  async run({ postgres, isQuick }) {
    const fixture = await openFixture(postgres)
    try {
      const server = await fixture.serve()
      const traffic = await startTraffic(fixture, server.url, { writers: 24, readers: 12 })
      const heldSeconds = isQuick ? 4 : 12
      const waits: number[] = []
      const off = traffic.tally.watch(({ outcome, ms }) => outcome === '503 service_unavailable' && waits.push(ms))
      const held = holdLocks(fixture, () => pause(heldSeconds * 1_000))
      const health = await watchHealth(server.url, held)
      const recovered = [await traffic.recovered(performance.now())]
      off()
      const found = await traffic.settle()
      const outcome = judge({ ...traffic, found, server, recovered, slowest: 6_000 })

      // A holder of a connection, and the reads that share it, is cancelled after 3 s; the others are refused after 1 s.
      const late = waits.filter((ms) => ms > shedLimitMs + slackMs).length
      if (late > waits.length / 2) outcome.failures.push(`${late} of ${waits.length} refusals came late`)
      if (health.refused > 0) outcome.failures.push(`${health.refused} health pages were refused`)
      if (waits.length <= late) outcome.unproven = 'nobody waited for a connection'
      const quick = waits.filter((ms) => ms <= shedLimitMs + slackMs).toSorted((a, b) => a - b)
      outcome.notes.unshift(
        `locks held ${heldSeconds} s`,
        `${quick.length} told after ${Math.round(quick[Math.floor(quick.length / 2)] ?? 0)} ms (median), ` +
          `at most ${Math.round(quick.at(-1) ?? 0)} ms`,
        `${late} cancelled at the lock`,
        `health pages at most ${Math.round(health.slowestMs)} ms`,
      )
      return outcome
    } finally {
      await fixture.close()
    }
  },
}
