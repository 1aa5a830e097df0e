import { isExactAmount } from '../../registry/endpoints/capability.ts'

const amountNames = new Set(['priority', 'min_amount', 'max_amount', 'minAmount', 'maxAmount'])
/** What every number of more than 15 digits has in its text, and little else. */
const longNumber = /\d[\d.]{15,}/

export const isAmountName = (name: string): boolean => amountNames.has(name)

type Source = { source?: string }

/**
 * A parsed body whose amounts are the numbers that were sent: one that the nearest double would change in silence
 * becomes NaN, which no schema takes. `isExact` says which names hold such numbers.
 */
export function withExactAmounts(text: string, parsed: unknown, isExact = isAmountName): unknown {
  if (!longNumber.test(text)) return parsed
  const reviver = (name: string, value: unknown, { source = '' }: Source) =>
    typeof value === 'number' && isExact(name) && !isExactAmount(source) ? Number.NaN : value
  try {
    return JSON.parse(text, reviver as Parameters<typeof JSON.parse>[1])
  } catch {
    // Nested beyond what a reviver can walk, as no amount is.
    return parsed
  }
}
