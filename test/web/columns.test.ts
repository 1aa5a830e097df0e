import { expect, test } from 'vitest'
import { columnsOf } from '../../web/console/src/overview/columns.ts'

test('the largest count is as high as the chart, and none is not there at all', () => {
  const [none, half, most] = columnsOf([0, 5, 10])
  expect(none).toMatchObject({ height: 0, y: 100 })
  expect(half).toMatchObject({ height: 50, y: 50 })
  expect(most).toMatchObject({ height: 100, y: 0 })
})

test('one among very many is still seen, and columns stay within the chart, apart from each other', () => {
  const columns = columnsOf([1, 1_000_000, 0, 3])
  expect(columns[0]!.height).toBe(2)
  for (const [index, { x, width }] of columns.entries()) {
    expect(x).toBeGreaterThan(index * 25)
    expect(x + width).toBeLessThan((index + 1) * 25)
  }
})

test('an empty series draws nothing, and zeros draw columns without height', () => {
  expect(columnsOf([])).toEqual([])
  expect(columnsOf([0, 0]).map(({ height }) => height)).toEqual([0, 0])
})
