import { sql } from 'kysely'
import type { Database } from './orm.ts'

const intervalMs = 5_000

/**
 * The database's time, without a query for each use: all nodes sign, stamp and evaluate by one clock, whatever their
 * own say. Between two readings the monotonic clock continues it.
 */
export async function openDatabaseClock(db: Database) {
  let aheadMs = Number.NaN

  async function read(): Promise<void> {
    const asked = performance.now()
    const { rows } = await sql<{ ms: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db)
    const answered = performance.now()
    // The reading lies between the two times: an offset that still fits is kept, so that a slow answer doesn't move the
    // time.
    const [least, most] = [rows[0]!.ms - answered, rows[0]!.ms - asked]
    aheadMs = Number.isNaN(aheadMs) ? (least + most) / 2 : Math.min(most, Math.max(least, aheadMs))
  }

  await read()
  const timer = setInterval(() => void read().catch(() => undefined), intervalMs).unref()
  return {
    /** Milliseconds since 1970, by the database. */
    now: () => Math.floor(performance.now() + aheadMs),
    close: () => clearInterval(timer),
  }
}

/**
 * Reads the database's time at full precision, to be bound. A write reads it once, after its last lock, and decides
 * expiries by it: `now()` is the time before the wait for a lock.
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
