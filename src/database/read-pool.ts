import type pg from 'pg'
import { SignpostError } from '../kernel/errors.ts'
import { createFairQueue, inPlace, overloaded, queueBounds } from '../kernel/fair-queue.ts'
import type { Page } from '../kernel/page.ts'
import { type ListLimits, listPool, readWithin } from './list-connections.ts'
import type { Database } from './orm.ts'
import { type Listing, type Read, type Rows, readPages } from './pages.ts'
import { sidePool } from './probe.ts'
import { createReplica, type Mark, type Replica, takeMark } from './replica.ts'
import { fromDatabase } from './violations.ts'

/** Reads one page of a list for each of `parents` (uuids), for the consumer (a uuid) that asks. See `readPages`. */
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

export type ReadPool = {
  readLists: ReadLists
  /** To be told of a commit before its caller is: what it wrote is in the lists that it reads next. */
  wrote(consumerId: string): void
  close(): Promise<void>
}

type Deps = {
  db: Database
  primary: pg.Pool
  /** Streaming replicas; without any, lists are read from the primary like everything else. */
  urls: readonly string[]
  maxLagMs: number
  lists: ListLimits
  /** Told when lists begin or cease to be read from a replica. */
  onChange: (replica: string, isRead: boolean) => void
}

/** How often replicas are asked how far they are: five times in what a list may lack, and often in any case. */
const lookMs = (maxLagMs: number) => Math.min(maxLagMs / 5, 250)

const isAway = (error: unknown): boolean => {
  const known = fromDatabase(error)
  return !(error instanceof SignpostError) && known instanceof SignpostError && known.code !== 'internal_error'
}

/**
 * Decides who answers a list. What decides anything (keys, consent, resolve, single records, quotas) reads the primary.
 *
 * INVARIANT (freshness): a list lacks nothing that was committed `maxLagMs` before it was asked for, and nothing that its
 * caller wrote through this process. A replica is fresh until the youngest mark of the primary's log that it was seen to
 * have replayed: one that lags, hangs or is away grows stale by itself, without anybody having to notice it first.
 *
 * Ends are judged by the primary's clock, which its last mark told: a replica's own is not believed.
 *
 * INVARIANT (lists wait for lists): lists have connections of their own, of which one consumer never holds the last, and
 * each statement little time. Whatever they cost, no look-up and no write waits for one.
 */
export function createReadPool({ db, primary, urls, maxLagMs, lists, onChange }: Deps): ReadPool {
  const pool = listPool(primary, lists)
  const fromPrimary: Read = readWithin(pool, db, lists.timeoutMs)
  const places = lists.poolSize * Math.max(1, urls.length)
  const shareOf = () => places - 1
  const queue = createFairQueue({ places, shareOf, ...queueBounds, waitMs: lists.waitMs })
  const marker = sidePool(primary, maxLagMs)
  const replicas = urls.map((url) => createReplica(url, { primary, db, timeoutMs: maxLagMs, lists }))
  const reported = new Map<Replica, boolean>()
  const wroteAt = new Map<string, number>()
  let marks: Mark[] = []
  let timer: NodeJS.Timeout | undefined
  let turn = 0

  const stale = () => performance.now() - maxLagMs

  async function look(): Promise<void> {
    const mark = await takeMark(marker)
    marks = [...marks.filter(({ at }) => at > stale()), mark]
    for (const replica of replicas) void replica.follow(marks)
  }

  function tick(): void {
    for (const [consumerId, at] of wroteAt) if (at < stale()) wroteAt.delete(consumerId)
    for (const replica of replicas) {
      const isRead = replica.freshUntil >= stale()
      if (reported.get(replica) !== isRead) onChange(replica.name, isRead)
      reported.set(replica, isRead)
    }
    look().catch(() => undefined)
  }

  /** A replica that is fresh enough for the consumer, by turns; null where only the primary is. */
  function readerFor(consumerId: string): Replica | null {
    if (replicas.length === 0) return null
    // A process that reads no lists asks nobody how far they are.
    if (!timer) {
      timer = setInterval(tick, lookMs(maxLagMs)).unref()
      look().catch(() => undefined)
    }
    const since = Math.max(stale(), wroteAt.get(consumerId) ?? 0)
    const fresh = replicas.filter(({ freshUntil }) => freshUntil >= since)
    return fresh[turn++ % fresh.length] ?? null
  }

  /** The primary's clock now, by its last mark. */
  function primaryTime(): Date | null {
    const mark = marks.at(-1)
    return mark ? new Date(mark.now + performance.now() - mark.at) : null
  }

  async function read<R>(consumerId: string, ...asked: Asked): Promise<Rows<R>[]> {
    const replica = readerFor(consumerId)
    if (!replica) return readPages<R>(fromPrimary, ...asked)
    try {
      return await readPages<R>(replica.read, ...asked, primaryTime())
    } catch (error) {
      // It took too long there: it would take as long here.
      if (error instanceof SignpostError && error.code === 'overloaded') throw error
      if (isAway(error)) replica.suspend()
      // Also when a cursor isn't there: it may be the youngest row, which only the primary has. Only the primary refuses.
      return readPages<R>(fromPrimary, ...asked)
    }
  }

  return {
    readLists: (consumerId, ...asked) => inPlace(queue, consumerId, overloaded, () => read(consumerId, ...asked)),
    wrote: (consumerId) => void (replicas.length > 0 && wroteAt.set(consumerId, performance.now())),
    async close() {
      clearInterval(timer)
      await Promise.all([pool.end(), marker.end(), ...replicas.map((replica) => replica.close())])
    },
  }
}
