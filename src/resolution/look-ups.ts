import type { LookUps } from '../kernel/call.ts'

/** What one answer may hold of resolved aliases, in bytes. */
export const answerLimit = 4 * 1024 * 1024

/**
 * The aliases that one request looks up: each is read, judged and rendered once, whichever spelling, item or field asks for
 * it. Otherwise the copies of an alias in one request would add up whatever its look-up costs, until a caller can measure
 * it. They pay as if each were looked up: what a request costs depends on what it asks.
 */
export class RequestLookUps implements LookUps {
  /** Most requests ask for one alias: it has no map. */
  #first: { readonly type: string; readonly value: string; readonly found: Promise<object> } | null = null
  /** The others by type and value. */
  #others: Map<string, Map<string, Promise<object>>> | null = null
  #judgedFirst: { readonly found: object; readonly judged: unknown } | null = null
  #judged: Map<object, unknown> | null = null
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
    const first = this.#first
    if (first === null) {
      const found = look()
      this.#first = { type, value, found }
      return found
    }
    if (first.value === value && first.type === type) return first.found as Promise<Found>
    const ofType = this.#othersOf(type)
    let found = ofType.get(value) as Promise<Found> | undefined
    if (!found) {
      found = look()
      ofType.set(value, found)
    }
    return found
  }

  #othersOf(type: string): Map<string, Promise<object>> {
    this.#others ??= new Map()
    let ofType = this.#others.get(type)
    if (!ofType) {
      ofType = new Map()
      this.#others.set(type, ofType)
    }
    return ofType
  }

  /** What is made of what was found. */
  judge<Judged>(found: object, make: () => Judged): Judged {
    const first = this.#judgedFirst
    if (first === null) {
      const judged = make()
      this.#judgedFirst = { found, judged }
      return judged
    }
    if (first.found === found) return first.judged as Judged
    this.#judged ??= new Map()
    let judged = this.#judged.get(found) as Judged | undefined
    if (judged === undefined) {
      judged = make()
      this.#judged.set(found, judged)
    }
    return judged
  }
}
