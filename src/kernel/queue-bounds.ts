import { SignpostError } from './errors.ts'
import { createFairQueue, type FairQueue, type Place, type QueueRefusal } from './fair-queue.ts'

/** Waits for a place. @throws the error that `refusal` returns for the reason */
export const placeIn = (queue: FairQueue, owner: string, refusal: (why: QueueRefusal) => Error): Promise<Place> =>
  new Promise((begin, reject) => {
    queue.enter(owner, begin, (why) => reject(refusal(why)))
  })

/** Does work in a separate place. @throws the error that `refusal` returns for the reason */
export async function inPlace<T>(
  queue: FairQueue,
  owner: string,
  refusal: (why: QueueRefusal) => Error,
  work: () => Promise<T>,
): Promise<T> {
  const place = await placeIn(queue, owner, refusal)
  try {
    return await work()
  } finally {
    place.leave()
  }
}

/** Limits of waiting: entries of one owner, entries in total, and time. */
export const queueBounds = { waiting: 256, waitingInAll: 2_000, waitMs: 1_000 } as const

const sentences: Record<QueueRefusal, string> = {
  waited: 'The request waited a second for its turn: retry it.',
  queue_full: `${queueBounds.waiting} requests of yours are already waiting: send fewer at once.`,
  newest: 'Too many requests are waiting, and most of them are yours: send fewer at once.',
}

export const overloaded = (why: QueueRefusal): SignpostError =>
  new SignpostError('overloaded', { rule: sentences[why], retryAfter: 1 })

/** Creates a pool with `perOwner` places for each owner and no queue, for work that waits for other machines. */
export const createPool = (perOwner: number): FairQueue =>
  createFairQueue({
    places: Number.POSITIVE_INFINITY,
    shareOf: () => perOwner,
    waiting: 0,
    waitingInAll: 0,
    waitMs: 0,
  })

/** Error for an owner with too much under way: a retry may succeed soon. */
export const enoughUnderWay = (what: string, retryAfter: number) => (): SignpostError =>
  new SignpostError('rate_limited', {
    rule: `Too many ${what} of yours are running: wait and try again.`,
    retryAfter,
  })
