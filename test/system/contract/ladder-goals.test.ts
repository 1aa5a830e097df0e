import { expect, test } from 'vitest'
import { judge } from '../../../bench/figures.ts'
import { rateFigures, report } from '../../../bench/ladder/goals.ts'
import { ladder } from '../../../bench/ladder/rungs.ts'

const names = Object.keys(ladder)
/** Each rung is twice as fast as the one before. */
const rates = new Map(names.map((name, index) => [name, [{ rps: 2 ** index }, { rps: 2 ** index }]]))

test('every goal of rates is one of rungs that there are', () => {
  const all = rateFigures(rates)
  expect(all.every(({ values }) => values.length === 2 && values.every((value) => value > 0))).toBe(true)
  expect(all.length).toBe(7)
  // A goal whose rung is gone would be left out without a word.
  for (const name of names) {
    const rest = new Map([...rates].filter(([other]) => other !== name))
    expect(rateFigures(rest).length, name).toBeLessThan(all.length)
  }
})

test('the goals are those of the third climb', () => {
  const goals = Object.fromEntries(rateFigures(rates).map(({ name, atLeast }) => [name, atLeast]))
  expect(goals).toMatchObject({
    'REST single / ceiling': 0.8,
    'REST single / one prepared statement per request': 2,
    'GraphQL single / REST single': 0.7,
    'bulk items/s / single resolves/s': 4,
    'bulk of 100 / 100 prepared statements': 5,
  })
})

test('a figure is judged by the median of its rounds', () => {
  const values = [5, 1, 3]
  expect(judge({ name: 'x', values, atMost: 3 })).toEqual({
    ...{ name: 'x', median: 3, low: 1, high: 5 },
    ...{ goal: '≤ 3', holds: true },
  })
  expect(judge({ name: 'x', values, atMost: 2 }).holds).toBe(false)
  expect(judge({ name: 'x', values, atLeast: 4 })).toMatchObject({ goal: '≥ 4', holds: false })
})

test('a run without the ladder has no table of rungs, and each figure is a row', () => {
  const text = report(new Map(), [{ name: 'a figure', values: [2], atMost: 1 }])
  expect(text).not.toContain('| Rung |')
  expect(text).toContain('| a figure | ≤ 1 | 2.00 | 2.00–2.00 | **short** |')
})
