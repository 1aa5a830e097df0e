import { setTimeout as pause } from 'node:timers/promises'
import { fromDatabase } from '../../database/violations.ts'
import { withinTime } from '../../kernel/deadline.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { prefixedId, timePrefix } from '../../kernel/timed-id.ts'
import { Distribution } from '../../observability/distribution.ts'
import type { Disclosure } from '../judging.ts'
import type { NewDisclosureRecord } from './store.ts'

export type RecorderOptions = {
  /** Keeps records that are there already: an attempt before may have had no answer. */
  insert: (records: readonly NewDisclosureRecord[]) => Promise<void>
  newId: () => string
  clock: () => number
  /** The answer waits for the insert, and fails with it. */
  synchronous: boolean
  warn: (error: unknown, waiting: number) => void
  /** A record waits no longer than this for its insert to begin, while the database takes them. */
  flushMs?: number
  batchSize?: number
  /** Records in memory, at most. */
  capacity?: number
  /** Between two attempts at a refused insert; doubled up to 5 s. */
  retryMs?: number
  /** How long an answer waits for room in memory, while inserts succeed. */
  roomMs?: number
  /** How long closing tries to store what is left. */
  closeMs?: number
}

/** Records stored and lost, and how long the inserts took that stored them. */
export type RecorderCounts = { written: number; lost: number; readonly flushSeconds: Distribution }
/** How many batches make one while more than so many wait: a large insert costs less for each record. */
const behind = 4
const flushBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** When it happened is fixed here: an insert that is tried again meets the same key. */
function recordsOf(disclosures: readonly Disclosure[], now: number, newId: () => string): NewDisclosureRecord[] {
  const createdAt = new Date(now)
  const prefix = timePrefix(now)
  return disclosures.map((disclosure) => ({
    id: prefixedId(prefix, newId()),
    livemode: disclosure.livemode,
    identityId: disclosure.identityId,
    consumerId: disclosure.consumerId,
    aliasId: disclosure.aliasId,
    endpointIds: disclosure.endpointIds,
    grantId: disclosure.grantId,
    requestId: disclosure.requestId,
    kind: disclosure.kind ?? 'resolve',
    verdict: disclosure.verdict ?? null,
    createdAt,
  }))
}

/**
 * Keeps disclosure records off the hot path: they gather in memory and go out in batches, one insert at a time. Batches are
 * small, for writing a large one out holds up the answers that come meanwhile, unless the database is behind.
 *
 * INVARIANT (nothing unrecorded): a record leaves memory only when its insert has been confirmed. While the database
 * refuses inserts they are retried; when memory is full, an answer waits for the next batches, and is 503 instead of a
 * disclosure without a record where they make no room in time.
 */
export function createDisclosureRecorder({
  insert,
  newId,
  clock,
  synchronous,
  warn,
  flushMs = 100,
  batchSize = 250,
  capacity = 50_000,
  retryMs = 250,
  roomMs = 1_000,
  closeMs = 5_000,
}: RecorderOptions) {
  let buffer: NewDisclosureRecord[] = []
  const counts: RecorderCounts = { written: 0, lost: 0, flushSeconds: new Distribution(flushBounds) }
  let flushing: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  const closing = new AbortController()
  let isFailing = false
  let batch = Promise.withResolvers<void>()

  async function store(records: readonly NewDisclosureRecord[]): Promise<void> {
    const began = performance.now()
    await insert(records)
    counts.flushSeconds.note((performance.now() - began) / 1_000)
    counts.written += records.length
  }

  function endBatch(hasFailed: boolean): void {
    isFailing = hasFailed
    batch.resolve()
    batch = Promise.withResolvers()
  }

  /** Waits for the batch that is being stored. @throws SignpostError overloaded when inserts fail, or at `until` */
  function nextBatch(until: number): Promise<void> {
    const tooFull = () => new SignpostError('overloaded', { retryAfter: 1 })
    if (isFailing) throw tooFull()
    return withinTime(Math.max(0, until - performance.now()), () => batch.promise, tooFull)
  }

  /** Stores what is in the buffer until it is empty; it says so in the same turn, so that no record falls in between. */
  async function flush(): Promise<void> {
    let delay = retryMs
    for (;;) {
      if (buffer.length === 0) {
        flushing = null
        return
      }
      try {
        const stored = buffer.slice(0, buffer.length > behind * batchSize ? behind * batchSize : batchSize)
        await store(stored)
        buffer = buffer.slice(stored.length)
        delay = retryMs
        endBatch(false)
      } catch (error) {
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
    /** @throws SignpostError overloaded when memory is full; in synchronous mode whatever the insert came to */
    async record(disclosures: readonly Disclosure[]): Promise<void> {
      if (disclosures.length === 0) return
      if (synchronous) {
        await store(recordsOf(disclosures, clock(), newId)).catch((error) => {
          throw fromDatabase(error)
        })
        return
      }
      const until = performance.now() + roomMs
      while (buffer.length + disclosures.length > capacity) await nextBatch(until)
      for (const record of recordsOf(disclosures, clock(), newId)) buffer.push(record)
      if (flushing) return
      if (buffer.length >= batchSize) flushNow()
      else timer ??= setTimeout(flushNow, flushMs)
    },

    counts: counts as Readonly<RecorderCounts>,

    /** How many records wait in memory. */
    waiting: (): number => buffer.length,

    /** Stores what is left, for as long as `closeMs`. @returns how many records were lost */
    async close(): Promise<number> {
      const overdue = pause(closeMs, undefined, { ref: false }).then(() => closing.abort())
      if (buffer.length > 0 || flushing) await Promise.race([flushNow(), overdue])
      counts.lost += buffer.length
      return buffer.length
    },
  }
}

export type DisclosureRecorder = ReturnType<typeof createDisclosureRecorder>
