import { sql } from 'kysely'
import type { Database } from './orm.ts'

const intervalMs = 5_000

export type DatabaseClock = {
  /** Milliseconds since 1970, by the database. */
  now(): number
  close(): void
}

/**
 * The database's time, without asking it each time: whatever this machine takes the time for, all nodes sign, stamp and
 * evaluate by one clock. Between two readings the monotonic clock carries it on.
 */
export async function openDatabaseClock(db: Database): Promise<DatabaseClock> {
  let aheadMs = Number.NaN

  async function read(): Promise<void> {
    const asked = performance.now()
    const { rows } = await sql<{ ms: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db)
    const answered = performance.now()
    // It was read somewhere between the two: what still fits is kept, so that a slow answer doesn't move the time.
    const [least, most] = [rows[0]!.ms - answered, rows[0]!.ms - asked]
    aheadMs = Number.isNaN(aheadMs) ? (least + most) / 2 : Math.min(most, Math.max(least, aheadMs))
  }

  await read()
  const timer = setInterval(() => void read().catch(() => undefined), intervalMs).unref()
  return { now: () => Math.floor(performance.now() + aheadMs), close: () => clearInterval(timer) }
}

/**
 * Reads the database's time at full precision, to be bound. A write reads it once, after its last lock, and decides expiries by
 * it: `now()` is the time before a lock was waited for.
 */
export async function readTime(db: Database): Promise<string> {
  const { rows } = await sql<{ at: string }>`select clock_timestamp()::text as at`.execute(db)
  return rows[0]!.at
}

/** Current time of the database's clock. */
export async function readClock(db: Database): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  return rows[0]!.at
}
