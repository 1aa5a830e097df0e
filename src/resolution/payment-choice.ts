import { SignpostError } from '../kernel/errors.ts'
import { readSnapshot } from '../registry/endpoints/snapshot-store.ts'
import { type RenderedEndpoints, renderedFrom } from './disclose.ts'
import type { Evaluation } from './evaluate.ts'
import { readEntry } from './facts-store.ts'
import { type Choosable, choose, chooseForFields, type PaymentContext } from './payment.ts'
import type { Item, Outcome, ResolveRequest } from './resolve.ts'

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
