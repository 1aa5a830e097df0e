import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createOpeningsLog } from '../../src/releases/opener-queue/openings-log.ts'
import { createOpenerCounts, type OpenerLimits, partOf } from '../../src/releases/opener-queue/rate-limit.ts'
import { createTurns } from '../../src/releases/opener-queue/worker.ts'
import { folderForTests } from '../support/folder.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const generous: OpenerLimits = { consumerPerMinute: 1_000, consumerPerDay: 10_000, perDay: 100_000 }

const folder = folderForTests('openings')

/** A queue of waiting releases that are opened in turn, with the given clock. */
function queueOf(limits: OpenerLimits, places = 4) {
  const clock = { at: 1_000 * dayMs }
  const pace = createOpenerCounts(limits, () => clock.at)
  const turns = createTurns()
  const waiting = new Map<string, string[]>()
  const served: string[] = []

  /** The ring as the store lists it: behind the last one, and around. */
  function ring() {
    const resting = new Set(pace.resting())
    const names = [...waiting.keys()].filter((name) => waiting.get(name)!.length > 0 && !resting.has(name)).sort()
    const last = turns.last() ?? ''
    return [...names.filter((name) => name > last), ...names.filter((name) => name <= last)].slice(0, places)
  }

  return {
    clock,
    pace,
    served,
    waiting,
    ask(name: string, count = 1) {
      const before = waiting.get(name) ?? []
      waiting.set(name, [...before, ...Array.from({ length: count }, (_, n) => `${name} ${before.length + n}`)])
    },
    /** @returns how many were opened */
    round(): number {
      if (pace.dayShare() >= 1) return 0
      const listed = ring().map((name) => ({ consumerId: name, ids: waiting.get(name)!.slice(0, places) }))
      let opened = 0
      for (const id of turns.deal(listed, places)) {
        const name = id.split(' ')[0]!
        if (pace.spentOf(name) !== null) continue
        pace.admit(name)
        waiting.set(name, waiting.get(name)!.slice(1))
        served.push(name)
        opened++
      }
      return opened
    },
  }
}

describe('the limits of an opener', () => {
  test('a seventh tenant is answered in the next round while six ask for 599 releases in a minute', () => {
    const queue = queueOf({ consumerPerMinute: 120, consumerPerDay: 5_000, perDay: 100_000 })
    for (let n = 0; n < 599; n++) {
      queue.ask(`tenant-${n % 6}`)
      queue.clock.at += 100
    }
    for (let n = 0; n < 5; n++) queue.round()
    queue.ask('tenant-7')
    const before = queue.served.length
    queue.round()
    queue.round()
    expect(queue.served.slice(before)).toContain('tenant-7')
    while (queue.round() > 0);
    expect(queue.served).toHaveLength(600)
    expect(queue.pace.dayShare()).toBeLessThan(1)
  })

  test('no minute and no 24 hours exceed them, for any consumers at any time', () => {
    const limits = { consumerPerMinute: 3, consumerPerDay: 8, perDay: 20 }
    const step = fc.record({
      consumer: fc.constantFrom('a', 'b', 'c', 'd'),
      wait: fc.constantFrom(0, 1_000, 30_000, hourMs, 5 * hourMs, dayMs),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        let at = 77 * dayMs
        const pace = createOpenerCounts(limits, () => at)
        const opened: { at: number; consumer: string }[] = []
        for (const { consumer, wait } of steps) {
          at += wait
          const isOpen = pace.spentOf(consumer) === null
          if (isOpen) {
            pace.admit(consumer)
            opened.push({ at, consumer })
          } else expect(() => pace.admit(consumer)).toThrow()
          const since = (ms: number) => opened.filter((one) => one.at > at - ms)
          const own = (ms: number) => since(ms).filter((one) => one.consumer === consumer).length
          expect(since(dayMs).length).toBeLessThanOrEqual(limits.perDay)
          expect(own(dayMs)).toBeLessThanOrEqual(limits.consumerPerDay)
          expect(own(minuteMs)).toBeLessThanOrEqual(limits.consumerPerMinute)
          // Work is refused only by a limit that is used up.
          if (!isOpen) {
            const isUsed =
              own(minuteMs) === limits.consumerPerMinute ||
              own(dayMs + hourMs) >= limits.consumerPerDay ||
              since(dayMs + hourMs).length >= limits.perDay
            expect(isUsed).toBe(true)
          }
        }
      }),
    )
  })

  test('an opening late in an hour counts for 24 hours, not to the end of the 24th', () => {
    let at = 77 * dayMs + 59 * minuteMs
    const pace = createOpenerCounts({ ...generous, perDay: 1 }, () => at)
    pace.admit('a')
    at += 23 * hourMs + 2 * minuteMs
    expect(pace.spentOf('b')).toBe('day')
    at += 2 * hourMs
    expect(pace.spentOf('b')).toBeNull()
  })

  test('processes beside each other open no more in a day than the limits say, together', () => {
    const limits: OpenerLimits = { consumerPerMinute: 1_000, consumerPerDay: 10, perDay: 31 }
    const processes = Array.from({ length: 3 }, () => createOpenerCounts(partOf(limits, 3), () => dayMs))
    const opened = (consumerId: string) =>
      processes.map((pace) => {
        let count = 0
        for (; pace.spentOf(consumerId) === null; count++) pace.admit(consumerId)
        return count
      })
    expect(['a', 'b', 'c', 'd', 'e'].map(opened)).toEqual([
      [3, 3, 3],
      [3, 3, 3],
      [3, 3, 3],
      [1, 1, 1],
      [0, 0, 0],
    ])
    expect(partOf({ ...limits, consumerPerDay: 2, perDay: 2 }, 3)).toMatchObject({ consumerPerDay: 1, perDay: 1 })
  })

  test('waiting consumers are served in turns: none is served twice while another waits for its first', () => {
    const backlog = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), fc.integer({ min: 1, max: 30 }), {
      minKeys: 2,
    })
    fc.assert(
      fc.property(backlog, fc.integer({ min: 1, max: 6 }), (counts, places) => {
        const queue = queueOf(generous, places)
        for (const [name, count] of Object.entries(counts)) queue.ask(name, count)
        while (queue.round() > 0) {
          const totals = Object.keys(counts).map((name) => ({
            waits: queue.waiting.get(name)!.length > 0,
            had: queue.served.filter((one) => one === name).length,
          }))
          const most = Math.max(...totals.map(({ had }) => had))
          for (const { waits, had } of totals) if (waits) expect(most - had).toBeLessThanOrEqual(1)
        }
        expect(queue.served).toHaveLength(Object.values(counts).reduce((sum, count) => sum + count, 0))
      }),
    )
  })

  test('a consumer that is alone has every place, up to its own limit', () => {
    const queue = queueOf({ ...generous, consumerPerMinute: 10 })
    queue.ask('alone', 12)
    expect([queue.round(), queue.round(), queue.round(), queue.round()]).toEqual([4, 4, 2, 0])
    queue.clock.at += minuteMs
    expect(queue.round()).toBe(2)
  })

  test('a consumer whose day is used up rests alone; when the day for all is used up, all do', () => {
    const queue = queueOf({ consumerPerMinute: 100, consumerPerDay: 3, perDay: 5 })
    queue.ask('greedy', 9)
    while (queue.round() > 0);
    expect(queue.pace.spentOf('greedy')).toBe('consumer_day')
    expect(queue.pace.stoppedConsumers()).toEqual(['greedy'])
    queue.ask('modest', 9)
    while (queue.round() > 0);
    expect(queue.served).toEqual(['greedy', 'greedy', 'greedy', 'modest', 'modest'])
    expect([queue.pace.spentOf('another'), queue.pace.dayShare()]).toEqual(['day', 1])
    queue.clock.at += 25 * hourMs
    expect([queue.pace.spentOf('greedy'), queue.pace.dayShare()]).toEqual([null, 0])
  })
})

describe('the record of openings', () => {
  const limits = { consumerPerMinute: 10, consumerPerDay: 2, perDay: 3 }

  test('a new counter continues the stored day, and forgets it at the same time', () => {
    let at = 500 * dayMs
    const log = createOpeningsLog(join(folder, 'one'), () => at)
    log.write(true, 'a')
    log.write(true, 'a')
    log.write(false, 'a')
    at += 3 * hourMs
    log.write(true, 'b')
    const again = () =>
      createOpenerCounts(limits, () => at, createOpeningsLog(join(folder, 'one'), () => at).read(true))
    expect([again().spentOf('a'), again().dayShare()]).toEqual(['day', 1])
    at += 22 * hourMs
    expect([again().spentOf('a'), again().dayShare()]).toEqual([null, 1 / 3])
    at += 3 * hourMs
    expect(again().dayShare()).toBe(0)
    expect(readdirSync(join(folder, 'one'))).toEqual([])
  })

  test('a line that was cut off counts, and so does one of a clock that went ahead', () => {
    let at = 500 * dayMs
    const log = createOpeningsLog(join(folder, 'two'), () => at)
    at += 5 * hourMs
    log.write(true, 'a')
    at -= 5 * hourMs
    log.write(true, '')
    expect(createOpenerCounts(limits, () => at, log.read(true)).dayShare()).toBe(2 / 3)
  })

  test('live and test mode are kept apart', () => {
    const log = createOpeningsLog(join(folder, 'three'), () => 500 * dayMs)
    log.write(false, 'a')
    expect(log.read(true)).toEqual([])
    expect(log.read(false)).toEqual([{ at: 500 * dayMs, consumerId: 'a' }])
  })
})
