import type { Limits } from '../../access/quotas/service.ts'
import type { Call } from '../../kernel/call.ts'
import { createFairQueue, type Place } from '../../kernel/fair-queue.ts'
import { createSlices } from '../../kernel/long-work.ts'
import { overloaded, placeIn, queueBounds } from '../../kernel/queue-bounds.ts'

/** Bytes of metadata that cost one `requests`; a list with less is opened at once. */
export const metadataBytesPerRequest = 128 * 1024
/** Lists with more metadata that one consumer may have open at once. */
export const heavyListsAtWork = 2
/** Bytes that are opened before yielding: about half a millisecond. */
const sliceBytes = 64 * 1024

type Noted = { readonly metadata: Uint8Array | null }

/**
 * Opens rows and renders their records, in order. @throws SignpostError rate_limited · overloaded, before anything is
 * opened
 */
export type OpenRows = <Row extends Noted, R>(
  call: Call,
  rows: readonly Row[],
  recordOf: (row: Row) => Promise<R>,
) => Promise<R[]>

const bytesOf = ({ metadata }: Noted): number => metadata?.length ?? 0

/**
 * Opens the rows of lists. Metadata may be as large as many records: it is charged by its size, opened in slices, and a
 * consumer may open a limited number of such lists at once; the next one waits without its request's place.
 */
export function createOpening(limits: Pick<Limits, 'admitRequest'>): OpenRows {
  const heavyLists = createFairQueue({
    places: Number.POSITIVE_INFINITY,
    shareOf: () => heavyListsAtWork,
    ...queueBounds,
  })
  const nextSlice = createSlices()
  /** A request has one place for all of its lists, until its answer is written. */
  const turns = new WeakMap<Place, Promise<void>>()

  async function takeTurn(place: Place, owner: string): Promise<void> {
    const turn = await place.outside(() => placeIn(heavyLists, owner, overloaded))
    place.finally(() => turn.leave())
  }

  function turnOf({ place, caller }: Call): Promise<void> | undefined {
    if (!place) return undefined
    const turn = turns.get(place) ?? takeTurn(place, caller.consumerId)
    turns.set(place, turn)
    return turn
  }

  return async (call, rows, recordOf) => {
    const price = Math.floor(rows.reduce((sum, row) => sum + bytesOf(row), 0) / metadataBytesPerRequest)
    if (price === 0) return Promise.all(rows.map((row) => recordOf(row)))
    await limits.admitRequest(call, price)
    await turnOf(call)
    const records = []
    let opened = 0
    for (const row of rows) {
      records.push(await recordOf(row))
      opened += bytesOf(row)
      if (opened < sliceBytes) continue
      opened = 0
      await nextSlice()
    }
    return records
  }
}

type RowPage<Row> = { rows: readonly Row[]; hasMore: boolean }

/** Opens pages of rows and renders their records; all pages are charged together. */
export async function openPages<Row extends Noted, R>(
  pages: readonly RowPage<Row>[],
  open: (rows: readonly Row[]) => Promise<R[]>,
): Promise<{ records: R[]; hasMore: boolean }[]> {
  const records = await open(pages.flatMap(({ rows }) => rows))
  let end = 0
  return pages.map(({ rows, hasMore }) => {
    end += rows.length
    return { records: records.slice(end - rows.length, end), hasMore }
  })
}
