import { expect, test } from 'vitest'
import { columnsOf, roundUp } from '../../web/console/src/overview/columns.ts'

test('the parts of a column stand on each other, the whole as high as its value', () => {
  const [resolved, missed] = columnsOf([60, 20], 100, 0, 4)
  expect([resolved!.y, resolved!.height]).toEqual([40, 60])
  expect([missed!.y, missed!.height]).toEqual([20, 20])
})

test('columns share the width, each with the same gap on both sides', () => {
  const columns = [0, 1, 2, 3].map((index) => columnsOf([1], 1, index, 4)[0]!)
  for (const [index, { x, width }] of columns.entries()) {
    expect(x - index * 25).toBeCloseTo(25 * (index + 1) - (x + width), 9)
    expect(width).toBeGreaterThan(15)
  }
})

test('a value that is not zero is seen, a zero is not', () => {
  const [small, none] = columnsOf([1, 0], 100_000, 0, 1)
  expect(small!.height).toBeGreaterThan(1)
  expect(none!.height).toBe(0)
})

test.each([
  [1, 1],
  [3, 5],
  [5, 5],
  [7, 10],
  [11, 20],
  [120, 200],
])('the axis of %i ends at %i', (value, top) => {
  expect(roundUp(value)).toBe(top)
})
