import { SignpostError } from '../kernel/errors.ts'
import { mustBeAmount } from '../kernel/rule.ts'
import { type Capability, isAmount, isCapabilityText } from '../registry/endpoints/capability.ts'

/** What a payer wants to pay with. Absent is undefined; nulls are refused. */
export type PaymentContextInput = {
  asset?: string | null | undefined
  network?: string | null | undefined
  rail?: string | null | undefined
  amount?: number | null | undefined
}

export type PaymentContext = {
  readonly asset?: string
  readonly network?: string
  readonly rail?: string
  readonly amount?: number
}

const texts = ['asset', 'network', 'rail'] as const

/**
 * The payment that endpoints are chosen for; null when none is named.
 * @throws SignpostError parameter_missing, for an amount without its asset · parameter_invalid · parameter_unknown
 */
export function readPaymentContext(sent: unknown): PaymentContext | null {
  if (sent === undefined) return null
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw new SignpostError('parameter_invalid', { param: 'for', rule: 'The value must be an object.' })
  const input = sent as Record<string, unknown>
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

/** Whether a capability can take the payment: by each thing that is named, in any case. What it lacks, it doesn't take. */
function takes({ asset, network, rail, amount }: PaymentContext, capability: Accepting): boolean {
  if (!isSame(asset, capability.asset) || !isSame(network, capability.network) || !isSame(rail, capability.rail))
    return false
  return amount === undefined || (amount >= (capability.minAmount ?? 0) && amount <= (capability.maxAmount ?? Infinity))
}

export type Choosable = { readonly priority: number; readonly capabilities: readonly Accepting[] }

/**
 * The places, in `endpoints`, of those that can take the payment: highest priority first, instant before not, then in the
 * order in which they came, which is by age.
 */
export function choose(context: PaymentContext, endpoints: readonly Choosable[]): number[] {
  return endpoints
    .map(({ priority, capabilities }, at) => ({
      at,
      priority,
      taking: capabilities.filter((one) => takes(context, one)),
    }))
    .filter(({ taking }) => taking.length > 0)
    .map(({ at, priority, taking }) => ({
      at,
      priority,
      isInstant: taking.some((one) => one.supportsInstant === true),
    }))
    .sort((a, b) => b.priority - a.priority || Number(b.isInstant) - Number(a.isInstant) || a.at - b.at)
    .map(({ at }) => at)
}

/** What the fields of one record choose its endpoints for. */
export type FieldPayments = {
  /** By their `keyOfPayment`. */
  readonly contexts: ReadonlyMap<string, PaymentContext>
  /** A field beside them shows all. */
  readonly showsAll: boolean
}

export const keyOfPayment = ({ asset, network, rail, amount }: PaymentContext): string =>
  JSON.stringify([asset, network, rail, amount])

/**
 * What was sent with each field, undefined where nothing was. @returns null when none of them names a payment
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
 * The places of the endpoints that any of the fields chooses. Those of several payments stay in the order in which they came,
 * from which each field chooses.
 */
export function chooseForFields({ contexts }: FieldPayments, endpoints: readonly Choosable[]): number[] {
  const places = [...contexts.values()].map((context) => choose(context, endpoints))
  return places.length === 1 ? places[0]! : [...new Set(places.flat())].sort((a, b) => a - b)
}
