import { setTimeout as pause } from 'node:timers/promises'
import { type BucketStore, type Draw, type Drawn, unconditionally } from './token-bucket.ts'

/** What was let in and paid for. Whoever gets one settles it, whatever happens. */
export type Admission = {
  /** `spent` of what was reserved stays paid for; the rest is given back. `unused` gives the other bucket its cost back. */
  settle(spent: number, unused?: boolean): void
}

export type Admitted = Admission | Promise<Admission>

export type Request = {
  /** The reservation. */
  draw: Draw
  /** A bucket that must give its cost too. */
  other: Draw | undefined
  /** Whether it was admitted. @throws when the other bucket refuses it */
  judge: (drawn: Drawn) => boolean
  /** @throws the refusal by the reservation's bucket */
  refuse: (drawn: Drawn) => never
  /** How much was given back. */
  returned: (tokens: number) => void
}

type UnderWay = { count: number; returning: Set<Promise<unknown>>; wake: (() => void)[] }

/** How long a request waits for what others of the same caller have reserved, and between looks at a shared store. */
const timeout = { ms: 1_000, looks: 3, pauseMs: 15 }

/**
 * Tokens that are taken before it is known whether they are owed.
 *
 * INVARIANT (bounded burst): what is under way at once is paid for, so that parallel requests find out no more than the
 * bucket holds and one request more. What is refused only because of others under way waits for them instead.
 */
export function createReservations(store: BucketStore) {
  const callers = new Map<string, UnderWay>()

  function begin({ draw, other, returned }: Request): Admission {
    const { key } = draw
    const own = callers.get(key) ?? { count: 0, returning: new Set(), wake: [] }
    callers.set(key, own)
    own.count++
    const end = () => {
      own.count--
      if (own.count === 0) callers.delete(key)
      if (own.wake.length > 0) for (const wake of own.wake.splice(0)) wake()
    }
    let isSettled = false
    return {
      settle(spent, unused = false) {
        if (isSettled) return
        isSettled = true
        const given = [giveBack(draw, draw.cost - spent), unused && other ? giveBack(other, other.cost) : undefined]
        returned(draw.cost - spent)
        if (!given.some((one) => one instanceof Promise)) return end()
        const all = Promise.allSettled(given).then(() => {
          own.returning.delete(all)
          end()
        })
        own.returning.add(all)
      },
    }
  }

  const giveBack = (draw: Draw, tokens: number): Drawn | Promise<Drawn> | undefined =>
    tokens > 0 ? store.draw({ ...draw, need: unconditionally, cost: -tokens }) : undefined

  /** Until something of the caller's is settled; null when nothing is under way. */
  const settling = (key: string): Promise<void> | null =>
    callers.has(key) ? new Promise((resolve) => callers.get(key)!.wake.push(resolve)) : null

  function admit(request: Request, looks = 0, until = Number.POSITIVE_INFINITY): Admitted {
    const { draw, other, judge, refuse } = request
    const drawn = other ? store.draw(other, draw) : store.draw(draw)
    const isShared = drawn instanceof Promise
    const decide = (drawn: Drawn): Admitted => {
      if (judge(drawn)) return begin(request)
      const now = performance.now()
      const end = Math.min(until, now + timeout.ms)
      // Other processes may have something under way that only the shared store sees.
      const wait = settling(draw.key) ?? (isShared && looks < timeout.looks ? pause(timeout.pauseMs) : null)
      if (!wait || now >= end) return refuse(drawn)
      return wait.then(() => admit(request, looks + 1, end))
    }
    return isShared ? drawn.then(decide) : decide(drawn)
  }

  return {
    admit: (request: Request): Admitted => admit(request),
    /** Resolves when what is on its way back has arrived. */
    async returned(key: string): Promise<void> {
      await Promise.all(callers.get(key)?.returning ?? [])
    },
  }
}
