import type { Spending } from './value-budget-store.ts'

/** Whether every budget of a group admits its value, and whether it is new to one of them. */
export type Spent = { readonly admitted: boolean; readonly isNew: boolean }

type Spend = (spendings: readonly Spending[]) => Promise<Map<string, { isNew: boolean }>>

/**
 * Spends groups of budgets, as many as can be in one statement: a group that shares a target with one before it waits for
 * the next round. @returns what each group came to
 */
export async function spendGroups(spend: Spend, groups: readonly (readonly Spending[])[]): Promise<Spent[]> {
  const spent = new Array<Spent>(groups.length)
  let waiting = groups.map((budgets, index) => ({ index, budgets }))
  while (waiting.length > 0) {
    const taken = new Set<string>()
    const round = waiting.filter(({ budgets }) => {
      const targets = budgets.map(({ target }) => target.toString('hex'))
      if (targets.some((target) => taken.has(target))) return false
      for (const target of targets) taken.add(target)
      return true
    })
    const rows = await spend(round.flatMap(({ budgets }) => budgets))
    for (const { index, budgets } of round) {
      const found = budgets.map(({ target }) => rows.get(target.toString('hex')))
      spent[index] = {
        admitted: found.every((row) => row !== undefined),
        isNew: found.some((row) => row?.isNew !== false),
      }
    }
    waiting = waiting.filter(({ index }) => spent[index] === undefined)
  }
  return spent
}
