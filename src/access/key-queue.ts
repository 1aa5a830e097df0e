import { SignpostError } from '../kernel/errors.ts'

/** Keys per statement, the interval between statements, and the longest queue. */
export const keyQueueBounds = { batch: 256, intervalMs: 25, waiting: 1_024 }

type Waiting<Row> = { hash: Buffer; resolve: (row: Row | undefined) => void; reject: (error: unknown) => void }

/**
 * Looks up keys from networks that have used up their failures, in batches: one statement at a time on one connection.
 * This bounds the cost of unknown callers, so that no key is refused unseen: a good key gets in, whatever else comes
 * from its network.
 */
export function createKeyQueue<Row extends { hash: Uint8Array }>(find: (hashes: Buffer[]) => Promise<Row[]>) {
  let waiting: Waiting<Row>[] = []
  let isBusy = false

  async function run(batch: Waiting<Row>[]): Promise<void> {
    try {
      const rows = await find(batch.map(({ hash }) => hash))
      const byHash = new Map(rows.map((row) => [Buffer.from(row.hash).toString('base64'), row]))
      for (const { hash, resolve } of batch) resolve(byHash.get(hash.toString('base64')))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  /**
   * INVARIANT (after the asking): a statement begins after all of its requests have arrived, so none gets an older
   * answer.
   */
  async function work(): Promise<void> {
    isBusy = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, keyQueueBounds.batch)
      waiting = waiting.slice(keyQueueBounds.batch)
      await Promise.all([run(batch), new Promise((resolve) => setTimeout(resolve, keyQueueBounds.intervalMs))])
    }
    isBusy = false
  }

  return {
    /** @throws SignpostError rate_limited if the queue is full */
    find(hash: Buffer): Promise<Row | undefined> {
      if (waiting.length >= keyQueueBounds.waiting) throw new SignpostError('rate_limited', { retryAfter: 1 })
      return new Promise((resolve, reject) => {
        waiting.push({ hash, resolve, reject })
        if (!isBusy) void work()
      })
    },
  }
}
