/** A member of a list: what takes it out again. */
export class Link<T> {
  readonly value: T
  before: Link<T> | null = null
  after: Link<T> | null = null

  constructor(value: T) {
    this.value = value
  }
}

/**
 * What is under way, the oldest first.
 *
 * DECISION: for what comes and goes with each request, this and no Set or Map. As their members change, those move into new
 * tables, and an old table refers to the next one and to all that it held. Once a full collection has met one of them, it is
 * in the old generation, where small collections take it for alive: the next one follows it there, and so on, with every
 * request in them (8 MB and 10 ms for each small collection, until the process ends). A link that is taken out refers to no other.
 */
export class LinkedList<T> {
  #first: Link<T> | null = null
  #last: Link<T> | null = null
  #size = 0

  get size(): number {
    return this.#size
  }

  /** The oldest one. */
  get first(): T | undefined {
    return this.#first?.value
  }

  /** The newest one. */
  get last(): T | undefined {
    return this.#last?.value
  }

  add(value: T): Link<T> {
    const link = new Link(value)
    link.before = this.#last
    if (this.#last) this.#last.after = link
    else this.#first = link
    this.#last = link
    this.#size++
    return link
  }

  /** @returns whether it was in the list: taken out twice, it changes nothing. */
  remove(link: Link<T>): boolean {
    const { before, after } = link
    if (before === null && this.#first !== link) return false
    if (before) before.after = after
    else this.#first = after
    if (after) after.before = before
    else this.#last = before
    link.before = null
    link.after = null
    this.#size--
    return true
  }

  /** From the oldest on. The one that was given last may be taken out meanwhile. */
  *[Symbol.iterator](): Generator<T> {
    let link = this.#first
    while (link) {
      const { after } = link
      yield link.value
      link = after
    }
  }
}
