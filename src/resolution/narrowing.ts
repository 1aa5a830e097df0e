import type { NormalizedAlias } from '../registry/aliases/normalization/normalize.ts'
import { choicesOf, pick } from './disclose.ts'
import type { Judgement } from './judging.ts'
import { choose, chooseForFields, type FieldPayments, type PaymentContext } from './payment-context.ts'

/** An alias, and what its endpoints are chosen for: with the alias, and by the fields of the answer. */
export type Asked = {
  readonly alias: NormalizedAlias
  readonly context: PaymentContext | null
  readonly fields: FieldPayments | null
}

type Resolved = Extract<Judgement, { kind: 'resolved' }>

/** Every payment that is named of an alias. */
export const paymentsOf = ({ context, fields }: Asked): PaymentContext[] => [
  ...(context ? [context] : []),
  ...(fields ? fields.contexts.values() : []),
]

/**
 * What is left of a resolved alias for what it is asked: in its record, and in what is recorded of it. Fields that choose
 * differently leave what they show together.
 */
export function narrowed(outcome: Resolved, { context, fields }: Asked): Resolved {
  const chosen = context === null ? outcome : keep(outcome, choose(context, choicesOf(outcome.record.shown)))
  if (fields === null) return chosen
  const shown = fields.showsAll ? chosen : keep(chosen, chooseForFields(fields, choicesOf(chosen.record.shown)))
  return { ...shown, record: { ...shown.record, counted: fields.contexts } }
}

function keep(outcome: Resolved, places: readonly number[]): Resolved {
  const { record, disclosure } = outcome
  const shown = pick(record.shown, places)
  return {
    ...outcome,
    record: {
      ...record,
      shown,
      disclosure: { ...record.disclosure, disclosed: places.length },
    },
    disclosure: { ...disclosure, endpointIds: shown.ids },
  }
}
