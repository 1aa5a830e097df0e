import type { Limits } from '../access/quotas/service.ts'
import { spendGroups } from '../access/value-budget.ts'
import { budgetsOf, type Spending } from '../access/value-budget-store.ts'
import type { Database } from '../database/orm.ts'
import { fromDatabase } from '../database/violations.ts'
import type { Call } from '../kernel/call.ts'
import { SignpostError } from '../kernel/errors.ts'
import { createSlices } from '../kernel/slices.ts'
import type { NormalizedAlias } from '../registry/aliases/normalization/normalize.ts'
import type { Keyring } from '../vault/keyring.ts'
import type { PaymentContext } from './payment-context.ts'

/** So many amounts of one alias are free in an hour: more of them feel for a limit. */
export const amountBudget = { values: 10, seconds: 3_600 } as const

/** So many amounts are hashed before others have their turn: a router may name thousands. */
const sliceAmounts = 200
const nextSlice = createSlices()

type Asked = { readonly alias: NormalizedAlias; readonly context: PaymentContext | null }
type Deps = { db: Database; keyring: Keyring; limits: Pick<Limits, 'admitGuesses'> }

/**
 * Names the budget that an amount counts against and the value that it takes of it: exactly what decides which endpoints take
 * the payment, for which two capitals are one. An amount for another network or rail is another value.
 */
export function amountKey(
  { type, value }: Pick<NormalizedAlias, 'type' | 'value'>,
  { asset, network, rail, amount }: PaymentContext,
): { target: string; value: string } {
  const target = JSON.stringify(['amount', type, value])
  const texts = [asset, network, rail].map((text) => text?.toLowerCase() ?? null)
  return { target, value: JSON.stringify([target, ...texts, amount]) }
}

/** Counts the amounts that callers name. What goes beyond the budget is answered and costs a miss each. */
export function createAmounts({ db, keyring, limits }: Deps) {
  function spendingOf(call: Call, { alias, context }: Asked): Spending[] {
    const hash = (text: string) => keyring.hash('payee_check', call.caller.livemode, text)
    const key = amountKey(alias, context!)
    const value = hash(`value|${key.value}`)
    return [{ target: hash(`target|${key.target}`), value: value.toString('base64url').slice(0, 22) }]
  }

  return {
    /** @throws SignpostError rate_limited, when too many amounts meet an empty bucket */
    async settle(call: Call, asked: readonly Asked[]): Promise<void> {
      const counted = asked.filter(({ context }) => context?.amount !== undefined)
      if (counted.length === 0) return
      const groups: Spending[][] = []
      for (const one of counted) {
        groups.push(spendingOf(call, one))
        if (groups.length % sliceAmounts === 0) await nextSlice()
      }
      const spent = await spendGroups(budgetsOf(db, call.caller.consumerId, amountBudget), groups).catch((error) => {
        throw fromDatabase(error)
      })
      const beyond = spent.filter(({ admitted }) => !admitted).length
      if (beyond === 0) return
      const admission = await limits.admitGuesses(call, beyond)
      admission.settle(beyond)
    },
  }
}

export type Amounts = ReturnType<typeof createAmounts>

/** Of a resolution that counts none. INVARIANT (fail closed): an amount that nobody counts is refused. */
export const noAmounts: Amounts = {
  async settle(_, asked) {
    if (asked.some(({ context }) => context?.amount !== undefined)) throw new SignpostError('internal_error')
  },
}
