import type { NormalizedAlias } from '../domain/alias/normalize.ts'

/**
 * The aliases that one request looks up: each is read, judged and rendered once, whichever spelling, item or field asks for
 * it. Otherwise the copies of an alias in one request would add up whatever its look-up costs, until a caller can measure
 * it. They pay as if each were looked up: what a request costs depends on what it asks.
 */
export class RequestLookUps<Outcome> {
  readonly #outcomes = new Map<string, Promise<Outcome>>()

  once({ type, value }: NormalizedAlias, look: () => Promise<Outcome>): Promise<Outcome> {
    const key = `${type}|${value}`
    let outcome = this.#outcomes.get(key)
    if (!outcome) {
      outcome = look()
      this.#outcomes.set(key, outcome)
    }
    return outcome
  }
}
