import type { Spending } from './value-budget-store.ts'

/** Whether every budget of a group admits its value, and whether it is new to one of them. */
export type Spent = { readonly admitted: boolean; readonly isNew: boolean }

/** Each of them is one statement for any number of targets. */
export type Budgets = {
  /** The targets, in hex, whose budget admits the value, and whether it is new. They must differ. */
  spend(spendings: readonly Spending[]): Promise<Map<string, { isNew: boolean }>>
  /** The values that count against each target, in hex. */
  asked(targets: readonly Buffer[]): Promise<Map<string, ReadonlySet<string>>>
}

type Group = readonly Spending[]
type Waiting = { readonly indexes: number[]; readonly group: Group }

const refused: Spent = { admitted: false, isNew: true }
const hexOf = ({ target }: Spending): string => target.toString('hex')

/** Groups that ask the same of the same are one: a repeat is free. */
function distinct(groups: readonly Group[]): Waiting[] {
  const byText = new Map<string, Waiting>()
  groups.forEach((group, index) => {
    const text = group.map((one) => `${hexOf(one)} ${one.value}`).join(' ')
    const known = byText.get(text)
    if (known) known.indexes.push(index)
    else byText.set(text, { indexes: [index], group })
  })
  return [...byText.values()]
}

/** As many as can be in one statement: a group that shares a target with one before it waits for the next round. */
function takeRound(waiting: readonly Waiting[]): Waiting[] {
  const taken = new Set<string>()
  return waiting.filter(({ group }) => {
    const targets = group.map(hexOf)
    if (targets.some((target) => taken.has(target))) return false
    for (const target of targets) taken.add(target)
    return true
  })
}

/**
 * Spends groups of budgets. @returns what each group came to
 *
 * INVARIANT (bounded work): a budget that has refused a value is full for this request: what else is asked of it is admitted
 * only as a repeat. So there are few more rounds than a budget has values, however many values are asked.
 */
export async function spendGroups(budgets: Budgets, groups: readonly Group[]): Promise<Spent[]> {
  const spent = new Array<Spent>(groups.length)
  const full = new Map<string, ReadonlySet<string>>()
  const isRefused = ({ group }: Waiting) => group.some((one) => full.get(hexOf(one))?.has(one.value) === false)
  const settle = ({ indexes }: Waiting, first: Spent): void => {
    const again = first.admitted ? { admitted: true, isNew: false } : refused
    for (const [at, index] of indexes.entries()) spent[index] = at === 0 ? first : again
  }

  let waiting = distinct(groups)
  while (waiting.length > 0) {
    const round = takeRound(waiting)
    const rows = await budgets.spend(round.flatMap(({ group }) => group))
    const refusing: Buffer[] = []
    for (const one of round) {
      const found = one.group.map((spending) => rows.get(hexOf(spending)))
      const admitted = found.every((row) => row !== undefined)
      settle(one, { admitted, isNew: found.some((row) => row?.isNew !== false) })
      refusing.push(...one.group.filter((_, at) => found[at] === undefined).map(({ target }) => target))
    }
    const done = new Set(round)
    waiting = waiting.filter((one) => !done.has(one))
    if (waiting.length === 0) break
    if (refusing.length > 0) for (const [target, values] of await budgets.asked(refusing)) full.set(target, values)
    for (const one of waiting.filter(isRefused)) settle(one, refused)
    waiting = waiting.filter((one) => !isRefused(one))
  }
  return spent
}
