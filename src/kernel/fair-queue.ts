export type FairQueueOptions = {
  /** Maximum number of entries at work at once. */
  places: number
  /** Maximum number of places for one owner. */
  shareOf: (owner: string) => number
  /** Maximum number of waiting entries for one owner. */
  waiting: number
  /** Maximum number of waiting entries in total. */
  waitingInAll: number
  /** Maximum waiting time of one entry. */
  waitMs: number
}

/** Reason of a refusal: the entry waited its time, its owner's queue was full, or it was the newest of the longest queue. */
export type QueueRefusal = 'waited' | 'queue_full' | 'newest'

/** An entry that has a place, or waits for one. */
export type Place = {
  /** Releases the place, or stops waiting. Idempotent. */
  leave(): void
  /** Releases the place until `work` has ended. A returning entry is never refused. */
  outside<T>(work: () => Promise<T>): Promise<T>
  /** Calls `last` when the place is released for the last time, not at a pause. */
  finally(last: () => void): void
}

export type FairQueue = {
  /** Calls one of the two, at once or later: `begin` with a place, which its holder must release, or `refuse`. */
  enter(owner: string, begin: (place: Place) => void, refuse: (why: QueueRefusal) => void): Place
  readonly atWork: number
  readonly waiting: number
  /** Number of refusals so far, by reason. */
  readonly refusals: Readonly<Record<QueueRefusal, number>>
}

/** The number of owners above which idle ones are deleted, because deleting one for each request would cost more. */
const keptOwners = 4_096

class Owner {
  readonly share: number
  held = 0
  /** Entries that have released their place meanwhile. */
  away = 0
  readonly waiting = new Set<Entry>()
  /** Entries that return go ahead of new ones. */
  readonly returning = new Set<Entry>()

  constructor(share: number) {
    this.share = share
  }

  get isWaiting(): boolean {
    return this.waiting.size + this.returning.size > 0
  }

  get isIdle(): boolean {
    return this.held + this.away === 0 && !this.isWaiting
  }
}

class Entry implements Place {
  readonly #queue: Queue
  readonly owner: Owner
  readonly refuse: (why: QueueRefusal) => void
  begin: (place: Place) => void
  state: 'waiting' | 'at work' | 'outside' | 'left' = 'waiting'
  timer: NodeJS.Timeout | undefined
  #outside = 0
  #lasts: (() => void)[] | null = null

  constructor(queue: Queue, owner: Owner, begin: (place: Place) => void, refuse: (why: QueueRefusal) => void) {
    this.#queue = queue
    this.owner = owner
    this.begin = begin
    this.refuse = refuse
  }

  leave(): void {
    const { state } = this
    if (state === 'left') return
    this.state = 'left'
    if (state === 'at work') this.#queue.free(this.owner)
    else if (state === 'waiting') this.#queue.withdraw(this)
    else this.owner.away--
    for (const last of this.#lasts ?? []) last()
  }

  finally(last: () => void): void {
    if (this.state === 'left') last()
    else if (this.#lasts) this.#lasts.push(last)
    else this.#lasts = [last]
  }

  async outside<T>(work: () => Promise<T>): Promise<T> {
    if (this.#outside++ === 0 && this.state === 'at work') {
      this.state = 'outside'
      this.owner.away++
      this.#queue.free(this.owner)
    }
    try {
      return await work()
    } finally {
      if (--this.#outside === 0) await this.#back()
    }
  }

  async #back(): Promise<void> {
    if (this.state !== 'outside') return
    await new Promise<void>((begin) => {
      // Named before it is assigned: V8 would place it, and what it reaches, among the old objects.
      const resume = () => begin()
      this.begin = resume
      this.finally(begin)
      this.#queue.comeBack(this)
    })
  }
}

const firstOf = <T>(set: ReadonlySet<T>): T | undefined => set.values().next().value

class Queue implements FairQueue {
  readonly #options: FairQueueOptions
  readonly #owners = new Map<string, Owner>()
  /** The owners of waiting entries, in turn. */
  readonly #turns = new Set<Owner>()
  #isFilling = false
  readonly refusals = { waited: 0, queue_full: 0, newest: 0 }
  atWork = 0
  waiting = 0

  constructor(options: FairQueueOptions) {
    this.#options = options
  }

  enter(name: string, begin: (place: Place) => void, refuse: (why: QueueRefusal) => void): Place {
    const owner = this.#ownerOf(name)
    const entry = new Entry(this, owner, begin, refuse)
    if (this.#mayBegin(owner)) this.#begin(entry)
    else if (owner.waiting.size >= this.#options.waiting) this.#refuse(entry, 'queue_full')
    else this.#wait(entry)
    return entry
  }

  comeBack(entry: Entry): void {
    const { owner } = entry
    entry.state = 'waiting'
    owner.away--
    if (this.#mayBegin(owner)) this.#begin(entry)
    else {
      owner.returning.add(entry)
      this.#turns.add(owner)
    }
  }

  free(owner: Owner): void {
    this.atWork--
    owner.held--
    this.#fill()
  }

  withdraw(entry: Entry): void {
    const { owner } = entry
    clearTimeout(entry.timer)
    if (owner.waiting.delete(entry)) this.waiting--
    else owner.returning.delete(entry)
    if (!owner.isWaiting) this.#turns.delete(owner)
  }

  #mayBegin = (owner: Owner): boolean => this.atWork < this.#options.places && owner.held < owner.share

  #begin(entry: Entry): void {
    this.atWork++
    entry.owner.held++
    entry.state = 'at work'
    entry.begin(entry)
  }

  #refuse(entry: Entry, why: QueueRefusal): void {
    this.withdraw(entry)
    entry.state = 'left'
    this.refusals[why]++
    entry.refuse(why)
  }

  #wait(entry: Entry): void {
    const { owner } = entry
    owner.waiting.add(entry)
    this.#turns.add(owner)
    entry.timer = setTimeout(() => this.#refuse(entry, 'waited'), this.#options.waitMs)
    if (++this.waiting > this.#options.waitingInAll) this.#refuse([...this.#longest(owner).waiting].at(-1)!, 'newest')
  }

  /** The owner with the longest queue; of several, the one whose newest is the newest of all. */
  #longest(newest: Owner): Owner {
    let longest = newest
    for (const owner of this.#turns) if (owner.waiting.size > longest.waiting.size) longest = owner
    return longest
  }

  /**
   * INVARIANT (work-conserving): after each change, no entry waits for a place that it may have. An entry that ends as
   * soon as it begins calls this again: the running loop continues with the next.
   */
  #fill(): void {
    if (this.#isFilling) return
    this.#isFilling = true
    try {
      for (let entry = this.#next(); entry; entry = this.#next()) this.#begin(entry)
    } finally {
      this.#isFilling = false
    }
  }

  /** Takes the next entry: the oldest of the first owner in turn that may have a place. */
  #next(): Entry | undefined {
    if (this.atWork >= this.#options.places) return undefined
    for (const owner of this.#turns) {
      if (owner.held >= owner.share) continue
      const entry = (firstOf(owner.returning) ?? firstOf(owner.waiting))!
      this.withdraw(entry)
      // The owner moves to the end of the turn.
      if (this.#turns.delete(owner)) this.#turns.add(owner)
      return entry
    }
    return undefined
  }

  #ownerOf(name: string): Owner {
    const known = this.#owners.get(name)
    if (known) return known
    if (this.#owners.size >= keptOwners) this.#forgetIdle()
    const owner = new Owner(Math.max(1, this.#options.shareOf(name)))
    this.#owners.set(name, owner)
    return owner
  }

  #forgetIdle(): void {
    for (const [name, owner] of this.#owners) if (owner.isIdle) this.#owners.delete(name)
  }
}

/**
 * Starts work as places become free. Work without a place waits in its owner's queue, and free places go round the
 * waiting owners in turn.
 */
export const createFairQueue = (options: FairQueueOptions): FairQueue => new Queue(options)
