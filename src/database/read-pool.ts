import type pg from 'pg'
import { SignpostError } from '../kernel/errors.ts'
import { createFairQueue } from '../kernel/fair-queue.ts'
import type { Page } from '../kernel/page.ts'
import { inPlace, overloaded, queueBounds } from '../kernel/queue-bounds.ts'
import { isCancelled, type ListLimits, listPool, readWithin, tooLong } from './list-connections.ts'
import type { Database } from './orm.ts'
import { type Listing, type Read, type Rows, readPages } from './pages.ts'
import type { ReadOn } from './read-index/connection-store.ts'
import type { ReadIndex } from './read-index/open.ts'
import { Refused } from './read-index/reads.ts'
import { fromDatabase, isBadValue } from './violations.ts'

/** Reads one page of a list for each of `parents` (uuids), for the requesting consumer (a uuid). See `readPages`. */
export type ReadLists = <R>(
  consumerId: string,
  listing: Listing,
  parents: readonly string[],
  page: Page,
) => Promise<Rows<R>[]>

/** A page of the consumer's own list. */
export async function readOwn<R>(
  readLists: ReadLists,
  consumerId: string,
  listing: Listing,
  page: Page,
): Promise<Rows<R>> {
  const [list] = await readLists<R>(consumerId, listing, [consumerId], page)
  return list!
}

type Asked = [listing: Listing, parents: readonly string[], page: Page]

type Deps = {
  db: Database
  primary: pg.Pool
  /** Null if lists share the primary's other connections. */
  readIndex: ReadIndex | null
  lists: ListLimits
}

/** Besides its two statements: the time that a list may take on a replica before the primary is asked instead. */
const graceMs = 500

/** A refusal is an answer, too, and no fault of the replica. */
type Answer = { lists: Rows<unknown>[] } | { refusal: SignpostError }

/** The lists on a replica; each page names the process that read it. */
const readOnReplica =
  (db: Database): ReadOn<Asked, Answer> =>
  async (on, asked, at) => {
    const read: Read = async <R>(statement: Parameters<Read>[0]) => {
      const { sql: text, parameters } = statement.compile(db)
      return (await on.query({ text, values: [...parameters] })) as R[]
    }
    try {
      const lists = await readPages<{ list_process: number }>(read, ...asked, at)
      if (!lists.every(({ rows }) => rows.every((row) => on.isDirect(row.list_process)))) throw new Refused('pooled')
      return { lists }
    } catch (error) {
      const refusal = isCancelled(error) ? tooLong(error) : isBadValue(error) ? fromDatabase(error) : error
      if (refusal instanceof SignpostError) return { refusal }
      throw error
    }
  }

/**
 * Chooses the server of a list: a replica by the read index (`read-index/rules.ts`), or the primary.
 *
 * INVARIANT (lists wait for lists): lists have connections of their own, of which one consumer never holds the last,
 * and a short time limit for each statement. Whatever they cost, no look-up and no write waits for one.
 */
export function createReadPool({ db, primary, readIndex, lists }: Deps) {
  const { poolSize, timeoutMs, waitMs } = lists
  const pool = listPool(primary, lists)
  const fromPrimary: Read = readWithin(pool, db, timeoutMs)
  // Every running list has a connection, on the primary and on the replica.
  const queue = createFairQueue({ places: poolSize, shareOf: () => Math.max(1, poolSize - 1), ...queueBounds, waitMs })
  const replicas =
    readIndex?.<Asked, Answer>({
      reads: 'lists',
      read: readOnReplica(db),
      poolSize,
      readMs: 2 * timeoutMs + graceMs,
      statementMs: timeoutMs,
    }) ?? null

  async function read<R>(...asked: Asked): Promise<Rows<R>[]> {
    const own = () => readPages<R>(fromPrimary, ...asked)
    if (!replicas) return own()
    const answer = await replicas.read(asked, async () => ({ lists: await own() }))
    if ('lists' in answer) return answer.lists as Rows<R>[]
    // Only the primary refuses a cursor or a value. A statement that timed out on a replica would take as long there.
    if (answer.refusal.code !== 'overloaded') return own()
    throw answer.refusal
  }

  const readLists: ReadLists = (consumerId, ...asked) => inPlace(queue, consumerId, overloaded, () => read(...asked))

  return {
    readLists,
    /** Null if lists are read from the primary alone. */
    replicas,
    async close() {
      await Promise.all([pool.end(), replicas?.close()])
    },
  }
}
