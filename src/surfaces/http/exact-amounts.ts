import { isExactAmount } from '../../registry/endpoints/capability.ts'

const amountNames = new Set(['priority', 'min_amount', 'max_amount', 'minAmount', 'maxAmount'])
/** Matches the text of every number of more than 15 digits, and few other texts. */
const longNumber = /\d[\d.]{15,}/

export const isAmountName = (name: string): boolean => amountNames.has(name)

type Source = { source?: string }

/**
 * Keeps the amounts of a parsed body exact: an amount that the nearest double would silently change becomes NaN, which every
 * schema refuses. `isExact` selects the names that hold such numbers.
 */
export function withExactAmounts(text: string, parsed: unknown, isExact = isAmountName): unknown {
  if (!longNumber.test(text)) return parsed
  const reviver = (name: string, value: unknown, { source = '' }: Source) =>
    typeof value === 'number' && isExact(name) && !isExactAmount(source) ? Number.NaN : value
  try {
    return JSON.parse(text, reviver as Parameters<typeof JSON.parse>[1])
  } catch {
    // Nested too deep for a reviver; no amount is that deep.
    return parsed
  }
}
