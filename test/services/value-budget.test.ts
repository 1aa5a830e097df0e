import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Budgets, spendGroups } from '../../src/access/value-budget.ts'
import type { Spending } from '../../src/access/value-budget-store.ts'

const limit = 3
const hex = (target: string) => Buffer.from(target).toString('hex')
const spending = (target: string, value: string): Spending => ({ target: Buffer.from(target), value })

/** Budgets as the database keeps them. */
function budgetsWith(asked: Map<string, Set<string>>) {
  let statements = 0
  const budgets: Budgets = {
    async spend(spendings) {
      statements++
      expect(new Set(spendings.map(({ target }) => target.toString('hex'))).size).toBe(spendings.length)
      return new Map(
        spendings.flatMap(({ target, value }) => {
          const key = target.toString('hex')
          const values = asked.get(key) ?? new Set<string>()
          asked.set(key, values)
          const isNew = !values.has(value)
          if (isNew && values.size >= limit) return []
          values.add(value)
          return [[key, { isNew }] as const]
        }),
      )
    },
    async asked(targets) {
      statements++
      return new Map(targets.map((target) => [target.toString('hex'), new Set(asked.get(target.toString('hex')))]))
    },
  }
  return { budgets, statements: () => statements }
}

const letters = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')

test('values of one budget come to what they come to one after another', () =>
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
        const { budgets, statements } = budgetsWith(new Map([[hex('t'), new Set(before)]]))
        expect(
          await spendGroups(
            budgets,
            values.map((value) => [spending('t', value)]),
          ),
        ).toEqual(expected)
        expect(statements()).toBeLessThanOrEqual(2 * limit + 3)
      },
    ),
  ))

test('no budget admits a value too many, however groups share them', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(letters, letters, letters), { maxLength: 60 }), async (asked) => {
      const kept = new Map<string, Set<string>>()
      const { budgets } = budgetsWith(kept)
      const groups = asked.map(([who, alias, value]) => [spending(`i${who}`, value), spending(`a${alias}`, value)])
      const spent = await spendGroups(budgets, groups)
      expect(spent).toHaveLength(groups.length)
      for (const values of kept.values()) expect(values.size).toBeLessThanOrEqual(limit)
      for (const [index, group] of groups.entries()) {
        if (!spent[index]!.admitted) continue
        for (const { target, value } of group) expect(kept.get(target.toString('hex'))).toContain(value)
      }
    }),
  ))

test('a hundred copies are one statement, a hundred values of one budget a handful', async () => {
  const copies = budgetsWith(new Map())
  const same = Array.from({ length: 100 }, () => [spending('t', 'v')])
  const spent = await spendGroups(copies.budgets, same)
  expect(copies.statements()).toBe(1)
  expect(spent.filter(({ isNew }) => isNew)).toHaveLength(1)

  const many = budgetsWith(new Map())
  const values = Array.from({ length: 100 }, (_, n) => [spending('t', `v${n}`)])
  expect((await spendGroups(many.budgets, values)).filter(({ admitted }) => admitted)).toHaveLength(limit)
  expect(many.statements()).toBe(limit + 2)
})
