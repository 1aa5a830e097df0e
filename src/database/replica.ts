import type pg from 'pg'
import { type ListLimits, listPool, readWithin } from './list-connections.ts'
import type { Database } from './orm.ts'
import type { Read } from './pages.ts'
import { sidePool } from './probe.ts'

/** How far the primary's log had come (in bytes), and its clock (in Unix ms), at a moment of this process's monotonic clock. */
export type Mark = { at: number; position: number; system: string; now: number }

export type Replica = {
  /** Host and port, for the log. */
  readonly name: string
  /** Everything that was committed until then can be read here, on this process's monotonic clock. */
  readonly freshUntil: number
  read: Read
  /** Asks how far the replica is, and settles by the marks until when it is fresh. */
  follow(marks: readonly Mark[]): Promise<void>
  /** Not to be read until it has answered again. */
  suspend(): void
  close(): Promise<void>
}

/** A primary's answer, or that of a replica which was promoted, has no position: nothing is read there. */
const positionStatement = `
select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::float8 end as position,
  system_identifier::text as system
from pg_control_system()`

const markStatement = `
select (pg_current_wal_insert_lsn() - '0/0')::float8 as position, system_identifier::text as system,
  (extract(epoch from clock_timestamp()) * 1000)::float8 as now
from pg_control_system()`

/** Marks the primary's log: what was committed before this is called lies before the mark. */
export async function takeMark(primary: pg.Pool): Promise<Mark> {
  const at = performance.now()
  const { rows } = await primary.query<Omit<Mark, 'at'>>(markStatement)
  return { at, ...rows[0]! }
}

type Deps = {
  /** Whose way of reading values it takes. */
  primary: pg.Pool
  /** Only renders statements. */
  db: Database
  timeoutMs: number
  lists: ListLimits
}

export function createReplica(url: string, { primary, db, timeoutMs, lists }: Deps): Replica {
  const pool = listPool(primary, { ...lists, waitMs: timeoutMs, tracing: null }, url)
  const probe = sidePool(pool, timeoutMs)
  const { hostname, port } = new URL(url)
  let freshUntil = Number.NEGATIVE_INFINITY
  let isAsking = false

  return {
    name: `${hostname}:${port || 5432}`,
    get freshUntil() {
      return freshUntil
    },
    read: readWithin(pool, db, lists.timeoutMs),
    async follow(marks) {
      if (isAsking) return
      isAsking = true
      try {
        const { rows } = await probe.query<{ position: number | null; system: string }>(positionStatement)
        const { position, system } = rows[0]!
        if (position === null) return
        const reached = marks.filter((mark) => mark.system === system && mark.position <= position)
        freshUntil = Math.max(freshUntil, ...reached.map(({ at }) => at))
      } catch {
        freshUntil = Number.NEGATIVE_INFINITY
      } finally {
        isAsking = false
      }
    },
    suspend() {
      freshUntil = Number.NEGATIVE_INFINITY
    },
    async close() {
      await Promise.all([pool.end(), probe.end()])
    },
  }
}
