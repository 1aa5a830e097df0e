import fc from 'fast-check'
import { expect, test } from 'vitest'
import { together } from '../../../src/database/read-index/mark-store.ts'

/** Questions that are answered, or fail, when the test says so; an answer is the moment at which it was asked. */
function open() {
  let now = 0
  let asked = 0
  const under: { resolve(at: number): void; reject(error: Error): void; at: number }[] = []
  const ask = together(() => {
    asked++
    return new Promise<number>((resolve, reject) => under.push({ resolve, reject, at: now }))
  })
  return { ask, tick: () => ++now, under, asked: () => asked }
}

const settle = async () => {
  for (let turn = 0; turn < 8; turn++) await null
}

test('no caller gets the answer of an earlier query, and one query runs at a time', async () => {
  const step = fc.constantFrom('come', 'come', 'come', 'answer', 'fail')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { ask, tick, under } = open()
      const answers: Promise<unknown>[] = []
      for (const one of steps) {
        const came = tick()
        if (one === 'come') {
          const checked = ask().then(
            (at) => expect(at).toBeGreaterThanOrEqual(came),
            (error) => expect(error.message).toBe('away'),
          )
          answers.push(checked)
        } else if (one === 'answer') {
          const first = under.shift()
          first?.resolve(first.at)
        } else under.shift()?.reject(new Error('away'))
        await settle()
        expect(under.length).toBeLessThanOrEqual(1)
      }
      for (; under.length > 0; await settle()) under.shift()!.resolve(Number.POSITIVE_INFINITY)
      await Promise.all(answers)
    }),
  )
})

test('callers that come during a query share the next one', async () => {
  const { ask, under, asked } = open()
  const all = Array.from({ length: 10 }, ask)
  under.shift()!.resolve(1)
  await settle()
  under.shift()!.resolve(2)
  expect(await Promise.all(all)).toEqual([1, ...Array(9).fill(2)])
  expect(asked()).toBe(2)
})
