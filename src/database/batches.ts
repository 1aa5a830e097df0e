import { setTimeout as pause } from 'node:timers/promises'
import { SignpostError } from '../kernel/errors.ts'
import { withinTime } from '../kernel/long-work.ts'
import { Distribution } from '../observability/family.ts'
import { isHomeless } from './violations.ts'

/** Limits of records that are gathered in memory and stored in batches. */
export type BatchLimits = {
  /** The longest time until the insert of a record begins, while the database accepts them. */
  flushMs?: number
  batchSize?: number
  /** Records in memory, at most. */
  capacity?: number
  /** Pause between two attempts at a refused insert; doubled up to 5 s. */
  retryMs?: number
  /** The time limit for storing the rest at the end. */
  closeMs?: number
}

type Timed = { readonly createdAt: Date }

type Deps<R extends Timed> = BatchLimits & {
  clock: () => number
  /** The record with another time. */
  stamp?: (record: R, createdAt: Date) => R
  /** Keeps existing records: an earlier attempt may have succeeded without an answer. */
  insert: (records: readonly R[]) => Promise<void>
  warn: (error: unknown, waiting: number) => void
}

/** Records stored and lost, and the duration of the inserts that stored them. */
export type BatchCounts = { written: number; lost: number; readonly flushSeconds: Distribution }
/** When more batches than this wait, they are merged into one: a large insert costs less per record. */
const behind = 4
/** A partition takes every time that is this near to now. */
const nearMs = 86_400_000
const isNear = (at: Date, other: Date) => Math.abs(at.getTime() - other.getTime()) <= nearMs
const flushBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/**
 * Stores records outside of the requests: they are gathered in memory and stored in batches, one insert at a time.
 * Batches are small, because sending a large one delays answers, unless the database is behind.
 *
 * INVARIANT (kept until stored): a record leaves memory only when its insert is confirmed. While the database refuses
 * inserts they are retried. A record that a wrong clock gave a time without a partition gets the time of now.
 */
export function createBatches<R extends Timed>({
  clock,
  stamp = (record, createdAt) => ({ ...record, createdAt }),
  insert,
  warn,
  flushMs = 100,
  batchSize = 250,
  capacity = 50_000,
  retryMs = 250,
  closeMs = 5_000,
}: Deps<R>) {
  let buffer: R[] = []
  const counts: BatchCounts = { written: 0, lost: 0, flushSeconds: new Distribution(flushBounds) }
  let flushing: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  const closing = new AbortController()
  let isFailing = false
  let batch = Promise.withResolvers<void>()

  /** Stores records at once, before those that wait. */
  async function store(records: readonly R[]): Promise<void> {
    const began = performance.now()
    await insert(records)
    counts.flushSeconds.note((performance.now() - began) / 1_000)
    counts.written += records.length
  }

  /** INVARIANT (stored once): records of other times keep their keys, because they may be stored already. */
  function stampAgain({ createdAt: refused }: R): void {
    const now = new Date(clock())
    if (!isNear(refused, now))
      buffer = buffer.map((record) => (isNear(record.createdAt, refused) ? stamp(record, now) : record))
  }

  function endBatch(hasFailed: boolean): void {
    isFailing = hasFailed
    batch.resolve()
    batch = Promise.withResolvers()
  }

  /**
   * Stores the buffer until it is empty; the flag is cleared in the same turn, so that no record is missed in between.
   */
  async function flush(): Promise<void> {
    let delay = retryMs
    let most = Number.POSITIVE_INFINITY
    for (;;) {
      if (buffer.length === 0) {
        flushing = null
        return
      }
      const usual = buffer.length > behind * batchSize ? behind * batchSize : batchSize
      const stored = buffer.slice(0, Math.min(most, usual))
      try {
        await store(stored)
        buffer = buffer.slice(stored.length)
        delay = retryMs
        most = Number.POSITIVE_INFINITY
        endBatch(false)
      } catch (error) {
        if (isHomeless(error) && stored.length > 1) {
          most = stored.length >> 1
          continue
        }
        if (isHomeless(error)) stampAgain(stored[0]!)
        endBatch(true)
        warn(error, buffer.length)
        if (closing.signal.aborted) return
        await pause(delay, undefined, { signal: closing.signal }).catch(() => undefined)
        delay = Math.min(delay * 2, 5_000)
      }
    }
  }

  function flushNow(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    flushing ??= flush()
    return flushing
  }

  return {
    counts: counts as Readonly<BatchCounts>,
    store,

    /** Checks that memory has room for the given number. */
    hasRoom: (count: number): boolean => buffer.length + count <= capacity,

    /** Waits for the batch that is being stored. @throws SignpostError overloaded if inserts fail, or at `until` */
    nextBatch(until: number): Promise<void> {
      const tooFull = () => new SignpostError('overloaded', { retryAfter: 1 })
      if (isFailing) throw tooFull()
      return withinTime(Math.max(0, until - performance.now()), () => batch.promise, tooFull)
    },

    /** Takes records for which the caller has reserved room. */
    add(records: readonly R[]): void {
      for (const record of records) buffer.push(record)
      if (flushing) return
      if (buffer.length >= batchSize) flushNow()
      else timer ??= setTimeout(flushNow, flushMs)
    },

    /** Counts records for which there was no room. */
    lose(count: number): void {
      counts.lost += count
    },

    /** Stores waiting records now. */
    flush: async (): Promise<void> => {
      if (buffer.length > 0 || flushing) await flushNow()
    },

    /** The number of records in memory. */
    waiting: (): number => buffer.length,

    /** Stores the rest, for up to `closeMs`. @returns the number of lost records */
    async close(): Promise<number> {
      const overdue = pause(closeMs, undefined, { ref: false }).then(() => closing.abort())
      if (buffer.length > 0 || flushing) await Promise.race([flushNow(), overdue])
      counts.lost += buffer.length
      return buffer.length
    },
  }
}
