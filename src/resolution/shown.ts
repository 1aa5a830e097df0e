import { readSnapshot } from '../registry/endpoints/snapshot-store.ts'
import type { Choosable } from './payment-context.ts'
import type { DisclosedEndpoint } from './projection.ts'
import { readEntry } from './store.ts'

/** What a caller may see of an identity's endpoints: few and flat values, which are cheap to keep. */
export type Disclosed = {
  /** The endpoints as JSON. */
  readonly text: string
  /** Their uuids, in their order. */
  readonly ids: readonly string[]
  /** How many endpoints the identity owns. */
  readonly total: number
  /** What they take in an answer, at most. */
  readonly bytes: number
  /** The snapshot that they come from. */
  readonly snapshot: string | null
}

/**
 * What one look-up shows of the endpoints: as text for an answer that is text, as records for whoever takes fields of them.
 * Either is made of the other when it is asked for.
 */
export class Shown {
  readonly ids: readonly string[]
  readonly #snapshot: string | null
  #text: string | null
  #endpoints: DisclosedEndpoint[] | null

  constructor(
    { ids, snapshot, text }: Pick<Disclosed, 'ids' | 'snapshot'> & { text: string | null },
    endpoints: DisclosedEndpoint[] | null,
  ) {
    this.ids = ids
    this.#snapshot = snapshot
    this.#text = text
    this.#endpoints = endpoints
  }

  get text(): string {
    this.#text ??= JSON.stringify(this.#endpoints)
    return this.#text
  }

  get endpoints(): DisclosedEndpoint[] {
    this.#endpoints ??= JSON.parse(this.#text!) as DisclosedEndpoint[]
    return this.#endpoints
  }

  /** What they can be chosen by, in their order: never shown. */
  get choices(): Choosable[] {
    if (this.#snapshot === null) return []
    const entries = new Map(readSnapshot(this.#snapshot).map((entry) => [entry[0], entry]))
    // Only what it can be chosen by is read: the environment makes no difference.
    return this.ids.map((id) => readEntry(entries.get(id)!, false))
  }

  /** Those at these places. */
  only(places: readonly number[]): Shown {
    const { endpoints } = this
    const ids = places.map((at) => this.ids[at]!)
    return new Shown(
      { ids, snapshot: this.#snapshot, text: null },
      places.map((at) => endpoints[at]!),
    )
  }
}
