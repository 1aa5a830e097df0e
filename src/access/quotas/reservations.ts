import { setTimeout as pause } from 'node:timers/promises'
import { type BucketStore, type Draw, type Drawn, unconditionally } from './token-bucket.ts'

/** An admitted request whose tokens are reserved. Its holder always settles it, also after a failure. */
export type Admission = {
  /** Keeps `spent` of the reserved tokens and returns the rest. `unused` returns the other bucket's cost as well. */
  settle(spent: number, unused?: boolean): void
}

export type Admitted = Admission | Promise<Admission>

/** Does admitted work: done, it costs one of the reserved tokens or `cost`; a failure costs none. */
export async function payFor<T>(
  admission: Admission | null | undefined,
  work: () => Promise<T>,
  cost: () => number = () => 1,
): Promise<T> {
  let spent = 0
  try {
    const done = await work()
    spent = cost()
    return done
  } finally {
    admission?.settle(spent)
  }
}

type Request = {
  /** The reservation. */
  draw: Draw
  /** A second bucket that pays its cost too. */
  other: Draw | undefined
  /** Returns true if the request was admitted. @throws if the other bucket refuses it */
  judge: (drawn: Drawn) => boolean
  /** @throws the refusal by the reservation's bucket */
  refuse: (drawn: Drawn) => never
  /** Reports the tokens that were returned. */
  returned: (tokens: number) => void
}

type UnderWay = { count: number; returning: Set<Promise<unknown>>; wake: (() => void)[] }

/** The longest wait for reservations of the same caller, and the pause between reads of a shared store. */
const timeout = { ms: 1_000, looks: 3, pauseMs: 15 }

/**
 * Reserves tokens before the outcome of a request is known.
 *
 * INVARIANT (bounded burst): requests under way are paid for in advance, so parallel requests learn no more than the
 * bucket holds, and one request more. A request that only others' reservations would refuse waits for them.
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

  /** Resolves when a reservation of the caller is settled, or after `ms`; null if there is none. */
  function settling(key: string, ms: number): Promise<void> | null {
    const own = callers.get(key)
    if (!own) return null
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      own.wake.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  function admit(request: Request, looks = 0, until = Number.POSITIVE_INFINITY): Admitted {
    const { draw, other, judge, refuse } = request
    const drawn = other ? store.draw(other, draw) : store.draw(draw)
    const isShared = drawn instanceof Promise
    const decide = (drawn: Drawn): Admitted => {
      if (judge(drawn)) return begin(request)
      const now = performance.now()
      const end = Math.min(until, now + timeout.ms)
      if (now >= end) return refuse(drawn)
      // Reservations of other processes are visible in the shared store alone.
      const wait = settling(draw.key, end - now) ?? (isShared && looks < timeout.looks ? pause(timeout.pauseMs) : null)
      if (!wait) return refuse(drawn)
      return wait.then(() => admit(request, looks + 1, end))
    }
    return isShared ? drawn.then(decide) : decide(drawn)
  }

  return {
    admit: (request: Request): Admitted => admit(request),
    /** Resolves when all returned tokens have arrived. */
    async returned(key: string): Promise<void> {
      await Promise.all(callers.get(key)?.returning ?? [])
    },
  }
}
