import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createQuantiser } from '../../src/kernel/response-step.ts'

test('an answer leaves at the first multiple of the step that covers its work, never before', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('single', 'bulk'), fc.integer({ min: 0, max: 6_000 })), {
        minLength: 1,
        maxLength: 20,
      }),
      async (answers) => {
        let at = 0
        const quantise = createQuantiser({ singleMs: 1, bulkMs: 2, now: () => at })
        const held = answers.map(async ([kind, micros]) => {
          at = 0
          const step = kind === 'single' ? 1 : 2
          const work = micros / 1000
          at = work
          const released = quantise(kind, 0)
          at = 0
          const steps = Math.max(1, Math.ceil(work / step))
          return released.then(() => expect(at).toBeGreaterThanOrEqual(steps * step))
        })
        for (at = 0; at <= 12; at += 0.25) await new Promise((turn) => setImmediate(turn))
        await Promise.all(held)
        expect(quantise.counts.single.released + quantise.counts.bulk.released).toBe(answers.length)
      },
    ),
    { numRuns: 100 },
  )
})

test('late answers are counted by kind', async () => {
  const quantise = createQuantiser({ singleMs: 5, bulkMs: 25 })
  const since = quantise.now()
  await Promise.all([quantise('single', since), quantise('single', since - 7), quantise('bulk', since - 7)])
  expect(quantise.counts).toEqual({
    single: { released: 2, late: 1, waited: 0 },
    bulk: { released: 1, late: 0, waited: 0 },
  })
})

test('many that wait at once are each released in their time, and the poll rests when nobody waits', async () => {
  const quantise = createQuantiser({ singleMs: 5, bulkMs: 25 })
  const late = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const since = quantise.now() - (index % 4)
      const kind = index % 2 === 0 ? 'single' : 'bulk'
      await quantise(kind, since)
      return quantise.now() - since - (kind === 'single' ? 5 : 25)
    }),
  )
  expect(Math.min(...late)).toBeGreaterThanOrEqual(0)
  const before = process.cpuUsage().user
  await pause(60)
  expect(process.cpuUsage().user - before).toBeLessThan(40_000)
})
