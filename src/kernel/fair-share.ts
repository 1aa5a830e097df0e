import { SignpostError } from './errors.ts'

type Waiting = { consumerId: string; begin: () => void }

export type FairShareOptions = {
  /** How much may be under way at once, for everybody and for one consumer. */
  total: number
  perConsumer: number
  /** How long work waits for a place; 0 refuses it at once. */
  waitMs: number
  refusal: () => SignpostError
}

export type FairShare = <T>(consumerId: string, work: () => Promise<T>) => Promise<T>

/** Lets work begin as places become free: of those who wait, the consumer that holds the fewest comes first. */
export function createFairShare({ total, perConsumer, waitMs, refusal }: FairShareOptions): FairShare {
  const held = new Map<string, number>()
  const queue: Waiting[] = []
  let underWay = 0

  const holds = (consumerId: string): number => held.get(consumerId) ?? 0
  const mayBegin = (consumerId: string): boolean => underWay < total && holds(consumerId) < perConsumer

  function enter(consumerId: string): void {
    underWay++
    held.set(consumerId, holds(consumerId) + 1)
  }

  function leave(consumerId: string): void {
    underWay--
    if (holds(consumerId) > 1) held.set(consumerId, holds(consumerId) - 1)
    else held.delete(consumerId)
    const next = nextWaiting()
    if (!next) return
    queue.splice(queue.indexOf(next), 1)
    enter(next.consumerId)
    next.begin()
  }

  function nextWaiting(): Waiting | undefined {
    let first: Waiting | undefined
    for (const waiting of queue) {
      if (!mayBegin(waiting.consumerId)) continue
      if (!first || holds(waiting.consumerId) < holds(first.consumerId)) first = waiting
    }
    return first
  }

  function turn(consumerId: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1)
        reject(refusal())
      }, waitMs)
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const waiting: Waiting = { consumerId, begin }
      queue.push(waiting)
    })
  }

  return async (consumerId, work) => {
    if (mayBegin(consumerId)) enter(consumerId)
    else if (waitMs > 0) await turn(consumerId)
    else throw refusal()
    try {
      return await work()
    } finally {
      leave(consumerId)
    }
  }
}

/** What is refused because its consumer has enough under way: it may come again in a moment. */
export const enoughUnderWay = (retryAfter: number) => () => new SignpostError('rate_limited', { retryAfter })
