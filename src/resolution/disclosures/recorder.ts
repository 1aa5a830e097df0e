import { type BatchLimits, createBatches } from '../../database/batches.ts'
import { throwFromDatabase } from '../../database/violations.ts'
import { prefixedId, timePrefix } from '../../kernel/id.ts'
import type { CheckVerdict, DisclosureKind } from './service.ts'
import type { NewDisclosureRecord } from './store.ts'

/** One disclosure to a consumer. Ids are uuids; never an address. */
export type Disclosure = Omit<NewDisclosureRecord, 'id' | 'kind' | 'verdict' | 'createdAt'> & {
  /** `resolve` when absent. */
  kind?: DisclosureKind
  /** The answer of a check. */
  verdict?: CheckVerdict
}

export type RecorderOptions = BatchLimits & {
  /** Keeps records that are there already: an attempt before may have had no answer. */
  insert: (records: readonly NewDisclosureRecord[]) => Promise<void>
  newId: () => string
  clock: () => number
  /** The answer waits for the insert, and fails with it. */
  synchronous: boolean
  warn: (error: unknown, waiting: number) => void
  /** The wait of an answer for room in memory, while inserts succeed. */
  roomMs?: number
}

/** When it happened is fixed here: an insert that is tried again meets the same key. */
function recordsOf(disclosures: readonly Disclosure[], now: number, newId: () => string): NewDisclosureRecord[] {
  const createdAt = new Date(now)
  const prefix = timePrefix(now)
  return disclosures.map((disclosure) => ({
    ...disclosure,
    id: prefixedId(prefix, newId()),
    kind: disclosure.kind ?? 'resolve',
    verdict: disclosure.verdict ?? null,
    createdAt,
  }))
}

/**
 * Keeps disclosure records off the hot path.
 *
 * INVARIANT (nothing unrecorded): a record leaves memory only when its insert has been confirmed; when memory is full, an answer
 * waits for the next batches, and is 503 instead of a disclosure without a record where they make no room in time.
 */
export function createDisclosureRecorder({
  insert,
  newId,
  clock,
  synchronous,
  warn,
  roomMs = 1_000,
  ...limits
}: RecorderOptions) {
  const { counts, waiting, close, store, hasRoom, nextBatch, add } = createBatches({
    insert,
    clock,
    stamp: ({ id, ...record }, createdAt) => ({
      ...record,
      id: prefixedId(timePrefix(createdAt.getTime()), id),
      createdAt,
    }),
    warn,
    ...limits,
  })
  return {
    counts,
    waiting,
    close,

    /** @throws SignpostError overloaded when memory is full; in synchronous mode whatever the insert came to */
    async record(disclosures: readonly Disclosure[]): Promise<void> {
      if (disclosures.length === 0) return
      if (synchronous) {
        await store(recordsOf(disclosures, clock(), newId)).catch(throwFromDatabase)
        return
      }
      const until = performance.now() + roomMs
      while (!hasRoom(disclosures.length)) await nextBatch(until)
      add(recordsOf(disclosures, clock(), newId))
    },
  }
}

export type DisclosureRecorder = ReturnType<typeof createDisclosureRecorder>
