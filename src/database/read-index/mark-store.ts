import type { Pool } from 'pg'
import { SignpostError } from '../../kernel/errors.ts'
import { fromDatabase } from '../violations.ts'
import type { Mark, Run } from './rules.ts'

/**
 * The primary's position. A commit is acknowledged after its flush; if that is switched off, the insert position
 * counts. The timeline is that of current writes: a checkpoint's is older. All values stay text: this is the primary's
 * part of each read, and parsing them there took as long as the rest.
 */
const markStatement = `
select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end,
  pg_walfile_name(pg_current_wal_flush_lsn()), pg_postmaster_start_time(), now()`

/** Bytes of the log, from a position such as `16/B374D848`. */
export function readPosition(place: string): number {
  const [, high, low] = /^([\dA-F]{1,8})\/([\dA-F]{1,8})$/.exec(place) ?? []
  if (high === undefined || low === undefined) throw new Error('The primary named no place in its log')
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16)
}

/** The timeline in the name of a log file. */
export function readTimeline(file: string): number {
  if (!/^[\dA-F]{24}$/.test(file)) throw new Error('The primary named no file of its log')
  return Number.parseInt(file.slice(0, 8), 16)
}

/** Keeps each value as text: a timestamp that is read as a date loses its microseconds. */
const asText = { getTypeParser: () => (value: string) => value }

function readMark([place, file, startedAt, at]: readonly (string | null)[]): Said {
  if (!startedAt || !at) throw new Error('The primary named no time')
  return { position: readPosition(place ?? ''), timeline: readTimeline(file ?? ''), startedAt, at }
}

const findRun = `
select r.token, c.system_identifier::text as system
from server_run r, pg_control_system() c
where r.started_at = pg_postmaster_start_time()
  and r.timeline = ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int
  and r.started_at = $1::timestamptz and r.timeline = $2`

const noteRun = `
insert into server_run (started_at, timeline, token)
select pg_postmaster_start_time(), ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int,
  gen_random_uuid()
on conflict do nothing`

/** Ended runs: a replica that followed one of them has to show this one. */
const forgetOthers = 'delete from server_run where started_at < pg_postmaster_start_time()'

type Said = Omit<Mark, 'run'> & { startedAt: string }

const isAway = (error: unknown): boolean => {
  const known = fromDatabase(error)
  return known instanceof SignpostError && known.code !== 'internal_error'
}

/**
 * One query at a time: a caller that comes during one shares the next. INVARIANT (read index): no answer is older than
 * its request.
 */
export function together<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let running: Promise<Answer> | null = null
  let next: Promise<Answer> | null = null
  function begin(): Promise<Answer> {
    next = null
    const mine = ask().finally(() => {
      if (running === mine) running = null
    })
    running = mine
    return mine
  }
  return () => {
    if (!running) return begin()
    next ??= running.then(begin, begin)
    return next
  }
}

/** Delay before a failed write of a run is retried. */
const againMs = 1_000

/**
 * Asks the primary for marks. The row with its run is written once for each start of it, outside of the requests: until
 * it is stored, none of them gets a mark.
 */
export function createMarks(pool: Pool) {
  const asked = { name: 'read-index-mark', text: markStatement, rowMode: 'array', types: asText }
  let known: { startedAt: string; timeline: number; run: Run } | null = null
  let noting = false
  let notedAt = Number.NEGATIVE_INFINITY

  async function note({ startedAt, timeline }: Said): Promise<void> {
    const find = async () => (await pool.query<Run>(findRun, [startedAt, timeline])).rows[0]
    let run = await find()
    if (!run) {
      await pool.query(noteRun)
      await pool.query(forgetOthers)
      run = await find()
    }
    // Another primary may have answered meanwhile: then nothing is known.
    known = run ? { startedAt, timeline, run } : null
  }

  function noteBeside(said: Said): void {
    if (noting || performance.now() - notedAt < againMs) return
    noting = true
    notedAt = performance.now()
    note(said)
      .catch(() => undefined)
      .finally(() => {
        noting = false
      })
  }

  async function ask(): Promise<Said | null> {
    try {
      const { rows } = await pool.query<(string | null)[]>(asked as never)
      return rows[0] ? readMark(rows[0]) : null
    } catch (error) {
      if (isAway(error)) throw error
      return null
    }
  }

  const askTogether = together(ask)

  /** @throws if the primary is away; null if it gives no mark, like a server in recovery */
  return async function takeMark(): Promise<Mark | null> {
    const said = await askTogether()
    if (!said) return null
    const { position, timeline, at, startedAt } = said
    if (known?.startedAt === startedAt && known.timeline === timeline) return { position, timeline, at, run: known.run }
    noteBeside(said)
    return null
  }
}
