import { LRUCache } from 'lru-cache'
import type { Caller } from '../kernel/call.ts'
import { type ErrorCode, SignpostError } from '../kernel/errors.ts'
import type { KeyRow } from './api-keys/store.ts'

const positiveMs = 10_000
const negativeMs = 2_000

type Known = { caller: Caller; until: number }
type Refused = { code: ErrorCode; until: number }

/**
 * Caches authentication by the hash of the secret: callers for at most 10 s, refusals for at most 2 s in a separate
 * store, so that guesses evict no caller. Times are monotonic milliseconds.
 */
export class KeyCache {
  readonly #hashOf = new Map<string, string>()
  readonly #known: LRUCache<string, Known>
  readonly #refused: LRUCache<string, Refused>
  /** Keys that were ever accepted here. It outlives the cache: an entry grants a look-up, never access. */
  readonly #worked: LRUCache<string, true>
  /** Counts removals: a result that was read before the last one is not cached. */
  generation = 0

  constructor({ size = 10_000 } = {}) {
    this.#known = new LRUCache({ max: size, dispose: ({ caller }) => void this.#hashOf.delete(caller.keyId) })
    this.#refused = new LRUCache({ max: size })
    this.#worked = new LRUCache({ max: 5 * size })
  }

  find(hash: string, now: number): Caller | ErrorCode | undefined {
    const known = this.#known.get(hash)
    if (known) return known.until > now ? known.caller : undefined
    const refused = this.#refused.get(hash)
    return refused && refused.until > now ? refused.code : undefined
  }

  /** True when this key was ever accepted here. */
  hasWorked(hash: string): boolean {
    return this.#worked.get(hash) !== undefined
  }

  /** `livesMs`: remaining lifetime of the key by the database's clock; null for a key without end. */
  know(hash: string, caller: Caller, readAt: number, livesMs: number | null): void {
    this.#refused.delete(hash)
    this.#worked.set(hash, true)
    this.#known.set(hash, { caller, until: readAt + Math.min(positiveMs, livesMs ?? positiveMs) })
    this.#hashOf.set(caller.keyId, hash)
  }

  refuse(hash: string, code: ErrorCode, readAt: number): void {
    this.#known.delete(hash)
    this.#worked.delete(hash)
    this.#refused.set(hash, { code, until: readAt + negativeMs })
  }

  /** Removes one key, by its uuid. */
  forget(keyId: string): void {
    this.generation++
    const hash = this.#hashOf.get(keyId)
    if (hash !== undefined) this.#known.delete(hash)
  }

  /** Removes all keys of a consumer, by its uuid, and all refusals of suspended consumers. */
  forgetConsumer(consumerId: string): void {
    this.generation++
    for (const [hash, { caller }] of this.#known.entries())
      if (caller.consumerId === consumerId) this.#known.delete(hash)
    for (const [hash, { code }] of this.#refused.entries())
      if (code === 'consumer_suspended') this.#refused.delete(hash)
  }

  clear(): void {
    this.generation++
    this.#known.clear()
    this.#refused.clear()
    this.#hashOf.clear()
  }

  get sizes(): { known: number; refused: number } {
    return { known: this.#known.size, refused: this.#refused.size }
  }
}

/** Keys per statement, the interval between statements, and the longest queue. */
export const keyQueueBounds = { batch: 256, intervalMs: 25, waiting: 1_024 }

type Waiting = { hash: Buffer; resolve: (row: KeyRow | undefined) => void; reject: (error: unknown) => void }

/**
 * Looks up keys from networks that have used up their failures, in batches: one statement at a time on one connection.
 * This bounds the cost of unknown callers, so that no key is refused unseen: a good key gets in, whatever else comes
 * from its network.
 */
export function createKeyQueue(find: (hashes: Buffer[]) => Promise<KeyRow[]>) {
  let waiting: Waiting[] = []
  let isBusy = false

  async function run(batch: Waiting[]): Promise<void> {
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

  /** @throws SignpostError rate_limited if the queue is full */
  return (hash: Buffer): Promise<KeyRow | undefined> => {
    if (waiting.length >= keyQueueBounds.waiting) throw new SignpostError('rate_limited', { retryAfter: 1 })
    return new Promise((resolve, reject) => {
      waiting.push({ hash, resolve, reject })
      if (!isBusy) void work()
    })
  }
}
