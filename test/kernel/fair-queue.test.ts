import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFairQueue, type Place, type QueueRefusal } from '../../src/kernel/fair-queue.ts'
import { createPool, inPlace } from '../../src/kernel/queue-bounds.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const options = {
  places: 8,
  shareOf: (owner: string) => (owner === 'nobody' ? 2 : 6),
  waiting: 5,
  waitingInAll: 12,
  waitMs: 1_000,
}

type Sent = { owner: string; at: number; state: 'waiting' | 'at work' | 'over'; place: Place }

/** The queue with a ledger of all that was sent to it. */
function watched() {
  const queue = createFairQueue(options)
  const sent: Sent[] = []
  const begun: Sent[] = []
  const of = (state: Sent['state'], owner?: string) =>
    sent.filter((one) => one.state === state && (owner === undefined || one.owner === owner))
  const refused: { one: Sent; why: QueueRefusal; waiting: Sent[] }[] = []

  function send(owner: string): Sent {
    const one = { owner, at: Date.now(), state: 'waiting' } as Sent
    sent.push(one)
    one.place = queue.enter(
      owner,
      (place) => {
        one.state = 'at work'
        one.place = place
        begun.push(one)
      },
      (why) => {
        refused.push({ one, why, waiting: of('waiting') })
        one.state = 'over'
      },
    )
    return one
  }
  function leave(one: Sent | undefined): void {
    if (!one) return
    one.state = 'over'
    one.place.leave()
  }
  return { queue, sent, begun, refused, of, send, leave }
}

const owners = ['ann', 'bob', 'cyd', 'dan', 'nobody'] as const
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('send' as const), owner: fc.constantFrom(...owners) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('leave' as const), which: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('give up' as const), which: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 700 }) }) },
)
const steps = fc.array(step, { maxLength: 150 })
type Watched = ReturnType<typeof watched>
type Step = { do: 'send'; owner: string } | { do: 'leave' | 'give up'; which: number } | { do: 'pass'; ms: number }

function take(watch: Watched, one: Step): void {
  if (one.do === 'send') watch.send(one.owner)
  else if (one.do === 'pass') vi.advanceTimersByTime(one.ms)
  else {
    const some = watch.of(one.do === 'leave' ? 'at work' : 'waiting')
    watch.leave(some[one.which % Math.max(1, some.length)])
  }
}

const holds = (check: (watch: Watched, one: Step) => void) =>
  fc.assert(
    fc.property(steps, (all) => {
      const watch = watched()
      for (const one of all) check(watch, one)
    }),
    { numRuns: 300 },
  )

describe('a fair queue', () => {
  test('never has more at work than there are places, nor of one owner more than its share, and counts both', () => {
    holds((watch, one) => {
      take(watch, one)
      expect(watch.of('at work').length).toBeLessThanOrEqual(options.places)
      for (const owner of owners) expect(watch.of('at work', owner).length).toBeLessThanOrEqual(options.shareOf(owner))
      expect([watch.queue.atWork, watch.queue.waiting]).toEqual([
        watch.of('at work').length,
        watch.of('waiting').length,
      ])
    })
  })

  test('keeps nobody waiting who may have a place that is free', () => {
    holds((watch, one) => {
      take(watch, one)
      if (watch.of('at work').length === options.places) return
      for (const { owner } of watch.of('waiting')) {
        expect(watch.of('at work', owner).length).toBe(options.shareOf(owner))
      }
    })
  })

  test('begins one owner’s entries in their order', () => {
    holds((watch, one) => {
      const waiting = watch.of('waiting')
      const before = watch.begun.length
      take(watch, one)
      for (const begun of watch.begun.slice(before)) {
        const earlier = waiting.filter(({ owner, state }) => owner === begun.owner && state === 'waiting')
        expect(earlier.every((other) => watch.sent.indexOf(other) > watch.sent.indexOf(begun))).toBe(true)
      }
    })
  })

  test('gives places that become free to the owners that wait in turn: nobody begins twice while another waits', () => {
    /** For each owner that waits and has room: who began since its last turn. */
    const since = new Map<string, string[]>()
    fc.assert(
      fc.property(steps, (all) => {
        since.clear()
        const watch = watched()
        for (const one of all) {
          const before = watch.begun.length
          const waited = new Set(watch.of('waiting'))
          take(watch, one)
          for (const owner of owners) {
            const isOut = watch.of('waiting', owner).length === 0
            // At its share it has no turn.
            const isFull = watch.of('at work', owner).length >= options.shareOf(owner)
            if (isOut || isFull) since.delete(owner)
            else since.set(owner, since.get(owner) ?? [])
          }
          for (const begun of watch.begun.slice(before)) {
            since.delete(begun.owner)
            if (!waited.has(begun)) continue
            for (const others of since.values()) {
              expect(others).not.toContain(begun.owner)
              others.push(begun.owner)
            }
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  test('refuses only entries that waited a second, that find their queue full, and the newest of the longest queue', () => {
    holds((watch, one) => {
      const before = watch.refused.length
      const full = one.do === 'send' && watch.of('waiting', one.owner).length === options.waiting
      take(watch, one)
      for (const { one: refused, why, waiting } of watch.refused.slice(before)) {
        const lengthOf = (owner: string) => waiting.filter((other) => other.owner === owner).length
        if (why === 'waited') expect(Date.now() - refused.at).toBeGreaterThanOrEqual(options.waitMs)
        else if (why === 'queue_full') expect(full).toBe(true)
        else {
          expect(waiting.length).toBe(options.waitingInAll + 1)
          expect(lengthOf(refused.owner)).toBe(Math.max(...owners.map(lengthOf)))
          expect(waiting.findLast(({ owner }) => owner === refused.owner)).toBe(refused)
        }
      }
    })
  })

  test('lets nothing wait for longer than its second', () => {
    holds((watch, one) => {
      take(watch, one)
      for (const { at } of watch.of('waiting')) expect(Date.now() - at).toBeLessThan(options.waitMs)
    })
  })

  test('lets a neighbour in at once while one owner has all that it may', () => {
    const { send, of } = watched()
    for (let count = 0; count < 11; count++) send('ann')
    expect([of('at work', 'ann').length, of('waiting', 'ann').length]).toEqual([6, 5])
    expect(send('bob').state).toBe('at work')
  })

  test('gives a place back once, however often it is left', () => {
    const { queue, send } = watched()
    const [one, other] = [send('ann'), send('ann')]
    for (let time = 0; time < 3; time++) one.place.leave()
    expect(queue.atWork).toBe(1)
    other.place.leave()
    expect(queue.atWork).toBe(0)
  })

  test('does not grow its stack when entries end at once', () => {
    const queue = createFairQueue({ ...options, waiting: 50_000, waitingInAll: 50_000 })
    const first = Array.from({ length: 6 }, () =>
      queue.enter(
        'ann',
        () => undefined,
        () => undefined,
      ),
    )
    let begun = 0
    for (let count = 0; count < 50_000; count++) {
      queue.enter(
        'ann',
        (place) => {
          begun++
          place.leave()
        },
        () => undefined,
      )
    }
    for (const place of first) place.leave()
    expect([begun, queue.atWork, queue.waiting]).toEqual([50_000, 0, 0])
  })
})

describe('an entry outside', () => {
  test('takes no place meanwhile, and returns ahead of its owner’s later entries, beyond every bound', async () => {
    const { queue, send, of, begun, leave } = watched()
    const first = send('ann')
    const wait = Promise.withResolvers<void>()
    let isBack = false
    const away = first.place
      .outside(() => wait.promise)
      .then(() => {
        isBack = true
      })
    expect(queue.atWork).toBe(0)
    for (let count = 0; count < 11; count++) send('ann')
    expect([of('waiting', 'ann').length, isBack]).toEqual([5, false])
    wait.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(isBack).toBe(false)
    leave(begun[1])
    await away
    expect([isBack, queue.atWork, of('waiting', 'ann').length]).toEqual([true, 6, 5])
    first.place.leave()
    expect(of('waiting', 'ann').length).toBe(4)
  })

  test('is not waited for by entries that have left', async () => {
    const { queue, send } = watched()
    const { place } = send('ann')
    const away = place.outside(async () => place.leave())
    await away
    expect(queue.atWork).toBe(0)
  })

  test('may be several things at once: the place comes back with the last of them', async () => {
    const { queue, send } = watched()
    const { place } = send('ann')
    const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const both = [place.outside(() => one.promise), place.outside(() => other.promise)]
    one.resolve()
    await both[0]
    expect(queue.atWork).toBe(0)
    other.resolve()
    await both[1]
    expect(queue.atWork).toBe(1)
  })
})

test('a pool has places for each owner by itself, and refuses at once beyond them', async () => {
  const pool = createPool(2)
  const never = () => new Promise<void>(() => undefined)
  const refusal = (why: QueueRefusal) => new Error(why)
  for (const owner of ['ann', 'bob']) {
    for (let count = 0; count < 2; count++) void inPlace(pool, owner, refusal, never)
    await expect(inPlace(pool, owner, refusal, never)).rejects.toThrow('queue_full')
  }
  expect(pool.atWork).toBe(4)
})
