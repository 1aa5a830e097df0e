import type { Caller } from '../kernel/call.ts'
import type { ErrorCode } from '../kernel/errors.ts'

export const positiveMs = 10_000
export const negativeMs = 2_000

type Known = { caller: Caller; until: number }
type Refused = { code: ErrorCode; until: number }

/** What used longest ago goes first. */
class Bounded<V> {
  readonly #entries = new Map<string, V>()
  readonly #size: number
  readonly #dropped: (value: V, id: string) => void

  constructor(size: number, dropped: (value: V, id: string) => void = () => undefined) {
    this.#size = size
    this.#dropped = dropped
  }

  get(id: string): V | undefined {
    const value = this.#entries.get(id)
    if (value === undefined) return undefined
    this.#entries.delete(id)
    this.#entries.set(id, value)
    return value
  }

  set(id: string, value: V): void {
    this.delete(id)
    this.#entries.set(id, value)
    if (this.#entries.size > this.#size) this.delete(this.#entries.keys().next().value!)
  }

  delete(id: string): void {
    const value = this.#entries.get(id)
    if (value === undefined) return
    this.#entries.delete(id)
    this.#dropped(value, id)
  }

  clear(): void {
    this.#entries.clear()
  }

  get size(): number {
    return this.#entries.size
  }
}

/**
 * What is known of keys, by the hash of the secret: who may call, for at most 10 s; what was refused, for at most 2 s and
 * in a store of its own, so that guesses push out no caller. Times are monotonic milliseconds.
 */
export class KeyCache {
  readonly #hashOf = new Map<string, string>()
  readonly #known: Bounded<Known>
  readonly #refused: Bounded<Refused>
  /** Keys that were accepted here, be it long ago. It outlives what is forgotten: it grants a look-up, never access. */
  readonly #worked: Bounded<true>
  /** Rises with every entry that is forgotten: what was read before is not to be remembered after. */
  generation = 0

  constructor({ size = 10_000 } = {}) {
    this.#known = new Bounded<Known>(size, ({ caller }) => this.#hashOf.delete(caller.keyId))
    this.#refused = new Bounded<Refused>(size)
    this.#worked = new Bounded<true>(5 * size)
  }

  find(hash: string, now: number): Caller | ErrorCode | undefined {
    const known = this.#known.get(hash)
    if (known) return known.until > now ? known.caller : undefined
    const refused = this.#refused.get(hash)
    return refused && refused.until > now ? refused.code : undefined
  }

  /** Whether this key was accepted here, be it long ago. */
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
