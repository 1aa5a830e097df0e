import { expect, test } from 'vitest'
import { judge, rateFigures } from '../../bench/ladder/goals.ts'
import { report } from '../../bench/ladder/report.ts'
import { ladder } from '../../bench/ladder/rungs.ts'

const names = Object.keys(ladder)
/** Each rung is twice as fast as the one before. */
const rates = new Map(names.map((name, index) => [name, [2 ** index, 2 ** index]]))

test('every goal of rates is one of rungs that there are', () => {
  const all = rateFigures(rates)
  expect(all.every(({ values }) => values.length === 2 && values.every((value) => value > 0))).toBe(true)
  expect(all.length).toBe(11)
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

test('a figure is judged by its median, or by the worst of its rounds', () => {
  const values = [5, 1, 3]
  expect(judge({ name: 'x', values, atMost: 3 })).toMatchObject({
    median: 3,
    low: 1,
    high: 5,
    goal: '≤ 3',
    holds: true,
  })
  expect(judge({ name: 'x', values, atMost: 3, judged: 'worst' })).toMatchObject({ goal: '≤ 3 in each', holds: false })
  expect(judge({ name: 'x', values, atLeast: 2, judged: 'worst' }).holds).toBe(false)
  expect(judge({ name: 'x', values, atLeast: 1, judged: 'worst' }).holds).toBe(true)
  expect(judge({ name: 'x', values })).toMatchObject({ goal: 'reported', holds: null })
})

test('a run without the ladder has no table of rungs, and each figure is a row', () => {
  const run = { at: '', aliases: 1, rounds: 1, seconds: 1 }
  const text = report(run, new Map(), [judge({ name: 'a figure', values: [2], atMost: 1 })], {
    part: { lines: ['told'] },
  })
  expect(text).not.toContain('| Rung |')
  expect(text).toContain('| a figure | ≤ 1 | 2.00 | 2.00–2.00 | **short** |')
  expect(text).toContain('- part: told')
})
