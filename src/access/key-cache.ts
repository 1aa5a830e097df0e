import { LRUCache } from 'lru-cache'
import type { Caller } from '../kernel/call.ts'
import type { ErrorCode } from '../kernel/errors.ts'

export const positiveMs = 10_000
export const negativeMs = 2_000

type Known = { caller: Caller; until: number }
type Refused = { code: ErrorCode; until: number }

/**
 * What is known of keys, by the hash of the secret: who may call, for at most 10 s; what was refused, for at most 2 s and
 * in a store of its own, so that guesses push out no caller. Times are monotonic milliseconds.
 */
export class KeyCache {
  readonly #hashOf = new Map<string, string>()
  readonly #known: LRUCache<string, Known>
  readonly #refused: LRUCache<string, Refused>
  /** Keys that were accepted here, be it long ago. It outlives what is forgotten: it grants a look-up, never access. */
  readonly #worked: LRUCache<string, true>
  /** Rises with every entry that is forgotten: what was read before is not to be remembered after. */
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

  /** `livesMs`: how long the key still holds by the database's clock; null when it doesn't end. */
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

  /** One key, by its uuid; the others stay. */
  forget(keyId: string): void {
    this.generation++
    const hash = this.#hashOf.get(keyId)
    if (hash !== undefined) this.#known.delete(hash)
  }

  /** All keys of a consumer, by its uuid, and what was refused because a consumer is suspended. */
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
