import type { LookUps } from '../kernel/call.ts'

/** What one answer may hold of resolved aliases, in bytes. */
export const answerLimit = 4 * 1024 * 1024

/**
 * The aliases that one request looks up: each is read, judged and rendered once, whichever spelling, item or field asks for
 * it. Otherwise the copies of an alias in one request would add up whatever its look-up costs, until a caller can measure
 * it. They pay as if each were looked up: what a request costs depends on what it asks.
 */
export class RequestLookUps implements LookUps {
  /** By type and value. */
  readonly #found = new Map<string, Promise<object>>()
  readonly #judged = new Map<object, unknown>()
  #bytesLeft = answerLimit
  #copies = 1

  /** How often the answer may hold what one look-up gives: a document with aliases asks for the same more than once. */
  shows(copies: number): void {
    this.#copies = copies
  }

  /** Whether what is rendered still fits into the answer. It takes its room, and the answer of any one look-up has some. */
  fits(bytes: number): boolean {
    const taken = bytes * this.#copies
    if (taken > this.#bytesLeft) return false
    this.#bytesLeft -= taken
    return true
  }

  /** What is found of an alias: the same value for each who asks. One kind of look-up is made in a request. */
  find<Found extends object>(
    { type, value }: { type: string; value: string },
    look: () => Promise<Found>,
  ): Promise<Found> {
    const key = `${type}|${value}`
    let found = this.#found.get(key) as Promise<Found> | undefined
    if (!found) {
      found = look()
      this.#found.set(key, found)
    }
    return found
  }

  /** What is made of what was found. */
  judge<Judged>(found: object, make: () => Judged): Judged {
    let judged = this.#judged.get(found) as Judged | undefined
    if (judged === undefined) {
      judged = make()
      this.#judged.set(found, judged)
    }
    return judged
  }
}
