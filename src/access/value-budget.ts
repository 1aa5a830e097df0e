/**
 * A value that a target is asked for, both as keyed hashes, and the number of different values that the target admits
 * within the budget's time. A target has one such number.
 */
export type Spending = { readonly target: Buffer; readonly value: string; readonly most: number }

/** Makes a spending of a value for a target, both under a keyed hash. */
export function hashedSpending(hash: (text: string) => Buffer, target: string, value: string, most: number): Spending {
  return { target: hash(target), value: hash(value).toString('base64url').slice(0, 22), most }
}

/** `admitted`: every budget of the group admits its value. `isNew`: the value is new to one of them. */
type Spent = { readonly admitted: boolean; readonly isNew: boolean }

/** Spends any number of values in one statement. @returns the admitted values; targets are in hex */
export type SpendAll = (
  spendings: readonly Spending[],
) => Promise<readonly { target: string; value: string; isNew: boolean }[]>

type Group = readonly Spending[]

const keyOf = (target: string, value: string): string => `${target} ${value}`
const nameOf = ({ target, value }: Spending): string => keyOf(target.toString('hex'), value)

/**
 * Spends groups of budgets in one statement, each value of a budget once: a repeat is free. One budget may be charged
 * although another one of its group refuses.
 *
 * @returns the outcome of each group; of equal groups the first one is new
 */
export async function spendGroups(spendAll: SpendAll, groups: readonly Group[]): Promise<Spent[]> {
  const distinct = new Map(groups.flat().map((one) => [nameOf(one), one]))
  const admitted = new Map(
    (await spendAll([...distinct.values()])).map(({ target, value, isNew }) => [keyOf(target, value), isNew]),
  )
  const asked = new Set<string>()
  return groups.map((group) => {
    const names = group.map(nameOf)
    if (!names.every((name) => admitted.has(name))) return { admitted: false, isNew: true }
    const isNew = names.some((name) => admitted.get(name) && !asked.has(name))
    for (const name of names) asked.add(name)
    return { admitted: true, isNew }
  })
}

/**
 * Spends groups of budgets stage by stage, the narrowest first: an exhausted narrow budget charges no wider one.
 * @param asked the stages of each question
 * @returns the outcome of each question
 */
export async function spendStages(spendAll: SpendAll, asked: readonly (readonly Group[])[]): Promise<Spent[]> {
  const spent = asked.map((): Spent => ({ admitted: true, isNew: false }))
  for (let stage = 0; asked.some(({ length }) => stage < length); stage++) {
    const groups = asked.map((stages, at) => (spent[at]!.admitted ? (stages[stage] ?? []) : []))
    if (groups.every(({ length }) => length === 0)) continue
    for (const [at, { admitted, isNew }] of (await spendGroups(spendAll, groups)).entries())
      spent[at] = { admitted: spent[at]!.admitted && admitted, isNew: spent[at]!.isNew || isNew }
  }
  return spent
}
