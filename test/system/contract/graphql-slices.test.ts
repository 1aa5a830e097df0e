import { expect, test } from 'vitest'
import { inSlices } from '../../../src/surfaces/slices.ts'

const fat = () => Array.from({ length: 50 }, (_, n) => n)

test('a few endpoints are rendered at once, thousands a slice in each turn of the event loop', async () => {
  const small = {}
  for (let n = 0; n < 100; n++) expect(inSlices(small, [n])).toEqual([n])

  const context = {}
  let turns = 0
  const count = () => {
    turns++
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  const seen: number[] = []
  await Promise.all(
    Array.from({ length: 100 }, async () => {
      expect(await inSlices(context, fat())).toEqual(fat())
      seen.push(turns)
    }),
  )
  clearImmediate(timer)
  const perTurn = Object.values(Object.groupBy(seen, (turn) => turn)).map((group) => group!.length)
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(10)
  expect(turns).toBeGreaterThanOrEqual(18)
})

test('documents do not wait for one another', () => {
  const [one, other] = [{}, {}]
  for (let n = 0; n < 10; n++) inSlices(one, fat())
  expect(inSlices(one, fat())).toBeInstanceOf(Promise)
  expect(inSlices(other, fat())).toEqual(fat())
})
