import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amount, report } from '../../support/judge.ts'
import { type Fault, faults, type Played, play, type Step, steps } from './play.ts'

const runs = amount('READ_INDEX_RUNS', 1_000)

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom(...steps),
  nth: fc.nat({ max: 11 }),
  more: fc.nat({ max: 11 }),
})
const histories = fc.array(step, { minLength: 40, maxLength: 160, size: 'max' })

async function check(fault: Fault | null, options: fc.Parameters<[Step[]]>) {
  const sum: Played = { answers: 0, fromReplicas: 0, listsFromReplicas: 0, late: 0 }
  const details = await fc.check(
    fc.asyncProperty(histories, async (history) => {
      const { answers, fromReplicas, listsFromReplicas, late } = await play(history, fault)
      sum.answers += answers
      sum.fromReplicas += fromReplicas
      sum.listsFromReplicas += listsFromReplicas
      return late === 0
    }),
    options,
  )
  return { ...sum, details }
}

test('no answer lacks a write that was acknowledged before its request, through any failure of the servers', {
  timeout: 600_000,
}, async () => {
  const { answers, fromReplicas, listsFromReplicas, details } = await check(null, { numRuns: runs })
  report(
    `read index: ${details.numRuns} histories, ${answers} answers, ${fromReplicas} batches and ${listsFromReplicas} lists of replicas`,
  )
  expect(details.counterexample).toBeNull()
  expect(fromReplicas).toBeGreaterThan(runs / 10)
  expect(listsFromReplicas).toBeGreaterThan(runs / 20)
})

test.each(faults)('seeded: %s is caught', { timeout: 300_000 }, async (fault) => {
  const { details } = await check(fault, { numRuns: 8_000, seed: 1, endOnFailure: true })
  report(`read index, seeded ${fault}: caught after ${details.numRuns} histories`)
  expect(details.failed).toBe(true)
  // The same history passes without the fault.
  expect((await play(details.counterexample![0], null)).late).toBe(0)
})
