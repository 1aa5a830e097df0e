import type { Limits } from '../access/quotas/service.ts'
import { hashedSpending, type Spending, spendGroups } from '../access/value-budget.ts'
import { budgetsOf } from '../access/value-budget-store.ts'
import type { Database } from '../database/orm.ts'
import { throwFromDatabase } from '../database/violations.ts'
import type { Call } from '../kernel/call.ts'
import { SignpostError } from '../kernel/errors.ts'
import { mustBeAmount, requireObject } from '../kernel/input.ts'
import { createSlices } from '../kernel/long-work.ts'
import type { NormalizedAlias } from '../registry/aliases/normalization/normalize.ts'
import { type Capability, isAmount, isCapabilityText } from '../registry/endpoints/capability.ts'
import { readSnapshot } from '../registry/endpoints/snapshot-store.ts'
import type { Keyring } from '../vault/keyring.ts'
import type { Evaluation } from './disclose.ts'
import { type RenderedEndpoints, readEntry, renderedFrom } from './endpoints.ts'
import type { Item, Outcome, ResolveRequest } from './resolve.ts'

/** A payment in a payer's request. */
export type PaymentContext = {
  readonly asset?: string
  readonly network?: string
  readonly rail?: string
  readonly amount?: number
}

const texts = ['asset', 'network', 'rail'] as const

/**
 * Reads the payment that endpoints are chosen for; null if none is named. @throws SignpostError parameter_missing, for
 * an amount without its asset · parameter_invalid · parameter_unknown
 */
export function readPaymentContext(sent: unknown): PaymentContext | null {
  if (sent === undefined) return null
  const input = requireObject(sent, 'for')
  if (Object.keys(input).some((name) => name !== 'amount' && !(texts as readonly string[]).includes(name)))
    throw new SignpostError('parameter_unknown', { param: 'for' })
  for (const name of texts) {
    if (input[name] !== undefined && !isCapabilityText(input[name]))
      throw new SignpostError('parameter_invalid', { param: `for.${name}` })
  }
  if (input.amount !== undefined && !isAmount(input.amount))
    throw new SignpostError('parameter_invalid', { param: 'for.amount', rule: mustBeAmount })
  if (Object.values(input).every((value) => value === undefined)) return null
  if (input.amount !== undefined && input.asset === undefined)
    throw new SignpostError('parameter_missing', { param: 'for.asset' })
  return input as PaymentContext
}

type Accepting = Pick<Capability, 'asset' | 'network' | 'rail' | 'supportsInstant' | 'minAmount' | 'maxAmount'>

const isSame = (a: string | undefined, b: string | undefined): boolean =>
  a === undefined || a.toLowerCase() === b?.toLowerCase()

/** Compares each named field, case-insensitively. A capability without a named field takes no such payment. */
function takes({ asset, network, rail, amount }: PaymentContext, capability: Accepting): boolean {
  if (!isSame(asset, capability.asset) || !isSame(network, capability.network) || !isSame(rail, capability.rail))
    return false
  return amount === undefined || (amount >= (capability.minAmount ?? 0) && amount <= (capability.maxAmount ?? Infinity))
}

/** The rule on an endpoint of a look-up that names a payment. */
export const canTake = (context: PaymentContext | null, { capabilities }: Pick<Choosable, 'capabilities'>): boolean =>
  context === null || capabilities.some((one) => takes(context, one))

export type Choosable = { readonly priority: number; readonly capabilities: readonly Accepting[] }

/**
 * The places, in `endpoints`, of those that can take the payment: highest priority first, then instant ones, then
 * oldest first.
 */
export function choose(context: PaymentContext, endpoints: readonly Choosable[]): number[] {
  return endpoints
    .map(({ priority, capabilities }, at) => {
      const taking = capabilities.filter((one) => takes(context, one))
      return { at, priority, takes: taking.length, isInstant: taking.some((one) => one.supportsInstant === true) }
    })
    .filter((one) => one.takes > 0)
    .sort((a, b) => b.priority - a.priority || Number(b.isInstant) - Number(a.isInstant) || a.at - b.at)
    .map(({ at }) => at)
}

/** The payments for which the fields of one record choose its endpoints. */
export type FieldPayments = {
  /** By their `keyOfPayment`. */
  readonly contexts: ReadonlyMap<string, PaymentContext>
  /** True if another field shows all. */
  readonly showsAll: boolean
}

export const keyOfPayment = ({ asset, network, rail, amount }: PaymentContext): string =>
  JSON.stringify([asset, network, rail, amount])

/**
 * Reads the payment of each field, undefined for a field without one. @returns null when no field names a payment
 * @throws SignpostError as `readPaymentContext` does
 */
export function readFieldPayments(sent: readonly unknown[]): FieldPayments | null {
  const read = sent.map(readPaymentContext)
  const named = read.filter((context) => context !== null)
  if (named.length === 0) return null
  const contexts = new Map(named.map((context) => [keyOfPayment(context), context]))
  return { contexts, showsAll: named.length < read.length }
}

/**
 * The places of the endpoints that any of the fields chooses. With several payments they keep their order, from which
 * each field chooses.
 */
function chooseForFields({ contexts }: FieldPayments, endpoints: readonly Choosable[]): number[] {
  const places = [...contexts.values()].map((context) => choose(context, endpoints))
  return places.length === 1 ? places[0]! : [...new Set(places.flat())].sort((a, b) => a - b)
}

/** Free amounts for one alias in an hour: more of them would probe for a limit. */
const amountBudget = { values: 10, seconds: 3_600 } as const

/** Amounts that are hashed before yielding: a router may name thousands. */
const amountsPerSlice = 200
const yieldToEventLoop = createSlices()

type NamedPayment = { readonly alias: NormalizedAlias; readonly context: PaymentContext }
type AmountDeps = { db: Database; keyring: Keyring; limits: Pick<Limits, 'admitGuesses'> }

/**
 * Names the budget that an amount counts against and its value in it: exactly the fields that decide which endpoints
 * take the payment, case-insensitively. An amount for another network or rail is another value.
 */
export function amountKey(
  { type, value }: Pick<NormalizedAlias, 'type' | 'value'>,
  { asset, network, rail, amount }: PaymentContext,
): { target: string; value: string } {
  const target = JSON.stringify(['amount', type, value])
  const texts = [asset, network, rail].map((text) => text?.toLowerCase() ?? null)
  return { target, value: JSON.stringify([target, ...texts, amount]) }
}

/** Counts the amounts in requests. An amount beyond the budget is answered and costs a miss. */
export function createAmounts({ db, keyring, limits }: AmountDeps) {
  function spendingOf(call: Call, { alias, context }: NamedPayment): Spending[] {
    const hash = (text: string) => keyring.hash('payee_check', call.caller.livemode, text)
    const { target, value } = amountKey(alias, context)
    return [hashedSpending(hash, `target|${target}`, `value|${value}`, amountBudget.values)]
  }

  return {
    /** @throws SignpostError rate_limited, when too many amounts meet an empty bucket */
    async settle(call: Call, asked: readonly NamedPayment[]): Promise<void> {
      const counted = asked.filter(({ context }) => context.amount !== undefined)
      if (counted.length === 0) return
      const groups: Spending[][] = []
      for (const one of counted) {
        groups.push(spendingOf(call, one))
        if (groups.length % amountsPerSlice === 0) await yieldToEventLoop()
      }
      const budgets = budgetsOf(db, call.caller.consumerId, amountBudget.seconds)
      const spent = await spendGroups(budgets, groups).catch(throwFromDatabase)
      const beyond = spent.filter(({ admitted }) => !admitted).length
      if (beyond === 0) return
      const admission = await limits.admitGuesses(call, beyond)
      admission.settle(beyond)
    },
  }
}

export type Amounts = ReturnType<typeof createAmounts>

/** For a resolution without a counter. INVARIANT (fail closed): an amount that can't be counted is refused. */
export const noAmounts: Amounts = {
  async settle(_, asked) {
    if (asked.some(({ context }) => context.amount !== undefined)) throw new SignpostError('internal_error')
  },
}

/** @param places indexes into the endpoints */
export function pick({ ids, endpoints, snapshot }: RenderedEndpoints, places: readonly number[]): RenderedEndpoints {
  const picked = places.map((at) => endpoints[at]!)
  return renderedFrom(
    JSON.stringify(picked),
    places.map((at) => ids[at]!),
    snapshot,
    picked,
  )
}

/** The facts that a payment chooses by, in the order of the endpoints: internal. */
export function choicesOf({ ids, snapshot }: RenderedEndpoints): Choosable[] {
  const entries = new Map(readSnapshot(snapshot ?? '[]').map((entry) => [entry[0], entry]))
  return ids.map((id) => readEntry(entries.get(id)!, false))
}

export const namesPayment = (item: Item): boolean =>
  !(item instanceof SignpostError) && (item.context !== null || item.fields !== null)

/** Every payment that a request names. */
const paymentsOf = ({ context, fields }: ResolveRequest): PaymentContext[] => [
  ...(context ? [context] : []),
  ...(fields ? fields.contexts.values() : []),
]

/** The payments that are named for resolved aliases. */
export const paymentsOfResolved = (items: readonly Item[], outcomes: readonly Outcome[]) =>
  items.flatMap((item, index) =>
    item instanceof SignpostError || outcomes[index]!.kind !== 'resolved'
      ? []
      : paymentsOf(item).map((context) => ({ alias: item.alias, context })),
  )

type Resolved = Extract<Evaluation, { kind: 'resolved' }>

/**
 * Keeps the endpoints that can take the requested payments, in the answer and in its disclosure record. If fields
 * choose differently, the endpoints of all are kept.
 */
export function filterByPayment(outcome: Resolved, { context, fields }: ResolveRequest): Resolved {
  const chosen = context === null ? outcome : keep(outcome, choose(context, choicesOf(outcome.record.shown)))
  if (fields === null) return chosen
  const shown = fields.showsAll ? chosen : keep(chosen, chooseForFields(fields, choicesOf(chosen.record.shown)))
  return { ...shown, record: { ...shown.record, counted: fields.contexts } }
}

function keep({ record, disclosure, ...outcome }: Resolved, places: readonly number[]): Resolved {
  const shown = pick(record.shown, places)
  const { visible = record.shown.ids.length } = record.disclosure
  return {
    ...outcome,
    record: { ...record, shown, disclosure: { ...record.disclosure, disclosed: places.length, visible } },
    disclosure: { ...disclosure, endpointIds: shown.ids },
  }
}
