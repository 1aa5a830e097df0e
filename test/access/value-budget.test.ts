import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SpendAll, type Spending, spendGroups } from '../../src/access/value-budget.ts'

const limit = 3
const hex = (target: string) => Buffer.from(target).toString('hex')
const spending = (target: string, value: string): Spending => ({ target: Buffer.from(target), value, most: limit })

/** Budgets as the database keeps them. */
function budgetsWith(kept: Map<string, Set<string>>) {
  let statements = 0
  const spendAll: SpendAll = async (spendings) => {
    statements++
    return spendings.flatMap(({ target: bytes, value, most }) => {
      const target = bytes.toString('hex')
      const values = kept.get(target) ?? new Set<string>()
      kept.set(target, values)
      const isNew = !values.has(value)
      if (isNew && values.size >= most) return []
      values.add(value)
      return [{ target, value, isNew }]
    })
  }
  return { spendAll, statements: () => statements }
}

const letters = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')

test('concurrent values of one budget have the outcome of sequential ones', () =>
  fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(letters, { maxLength: limit }),
      fc.array(letters, { maxLength: 40 }),
      async (before, values) => {
        const naive = new Set(before)
        const expected = values.map((value) => {
          const isNew = !naive.has(value)
          const admitted = !isNew || naive.size < limit
          if (admitted) naive.add(value)
          return { admitted, isNew }
        })
        const { spendAll, statements } = budgetsWith(new Map([[hex('t'), new Set(before)]]))
        const groups = values.map((value) => [spending('t', value)])
        expect(await spendGroups(spendAll, groups)).toEqual(expected)
        expect(statements()).toBe(1)
      },
    ),
  ))

test('no budget admits a value too many, however groups share them', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(letters, letters, letters), { maxLength: 60 }), async (asked) => {
      const kept = new Map<string, Set<string>>()
      const groups = asked.map(([who, alias, value]) => [spending(`i${who}`, value), spending(`a${alias}`, value)])
      const spent = await spendGroups(budgetsWith(kept).spendAll, groups)
      expect(spent).toHaveLength(groups.length)
      for (const values of kept.values()) expect(values.size).toBeLessThanOrEqual(limit)
      for (const [index, group] of groups.entries()) {
        if (!spent[index]!.admitted) continue
        for (const { target, value } of group) expect(kept.get(target.toString('hex'))).toContain(value)
      }
    }),
  ))

test('of a hundred copies one is new, of a hundred values of one budget the first ones count', async () => {
  const same = Array.from({ length: 100 }, () => [spending('t', 'v')])
  const spent = await spendGroups(budgetsWith(new Map()).spendAll, same)
  expect(spent.filter(({ isNew }) => isNew)).toHaveLength(1)

  const values = Array.from({ length: 100 }, (_, n) => [spending('t', `v${n}`)])
  const admitted = (await spendGroups(budgetsWith(new Map()).spendAll, values)).map(({ admitted }) => admitted)
  expect(admitted).toEqual(values.map((_, n) => n < limit))
})
