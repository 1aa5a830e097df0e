import { bound, type Call, requireScope } from '../kernel/call.ts'
import { SignpostError } from '../kernel/errors.ts'
import { encodeId } from '../kernel/id.ts'
import { isRecord } from '../kernel/input.ts'
import { type AliasInput, readAliasInput } from '../registry/aliases/input.ts'
import type { BindingFailures } from '../registry/binding.ts'
import type { Assurable, Assurance, Assure } from './assurance-store.ts'
import { createEvaluate, type ResolutionRecord } from './disclose.ts'
import type { DisclosedEndpoint } from './endpoints.ts'
import {
  type Amounts,
  choicesOf,
  choose,
  type FieldPayments,
  keyOfPayment,
  noAmounts,
  readPaymentContext,
} from './payment.ts'
import { type Outcome, type ResolutionCounts, type ResolveDeps, type ResolveRequest, resolveMany } from './resolve.ts'

/** `for` names the payment that the endpoints are chosen for: any value, until it is validated. */
export type ResolveInput = AliasInput & { for?: unknown }

/** A reference of a router, and the payments that the fields of the answer name. */
export type Reference = { readonly alias: string; readonly fields: FieldPayments | null }

const bulkLimit = 100
export const entitiesLimit = 1_000

type Deps = Omit<ResolveDeps, 'evaluate' | 'amounts' | 'counts'> & {
  defaultRegion: string | undefined
  /** Counts rows that differ from their seal. */
  failures?: Pick<BindingFailures, 'note'>
  /** Without it there is no assurance. */
  assure?: Assure
  /** Without it a payment with an amount is refused. */
  amounts?: Amounts
}

type Context = Deps & ResolveDeps

/** @throws SignpostError normalization's, parameter_* */
const readRequest = (
  { defaultRegion }: Context,
  input: ResolveInput,
  fields: FieldPayments | null = null,
): ResolveRequest => ({
  alias: readAliasInput(input, defaultRegion),
  context: readPaymentContext(input.for),
  fields,
})

const readItem = (read: () => ResolveRequest): ResolveRequest | SignpostError => {
  try {
    return read()
  } catch (error) {
    if (error instanceof SignpostError) return error
    throw error
  }
}

export type BulkEntry = { alias: string; livemode: boolean; requestId: string } & (
  | ({ status: 'resolved' } & Omit<ResolutionRecord, 'alias' | 'livemode' | 'requestId'>)
  | { status: 'consent_pending' }
  | { status: 'error'; error: { type: string; code: string } }
)

/** Reads an item of a bulk. @throws SignpostError with the code of the item's entry */
export function readBulkItem(item: unknown): ResolveInput {
  if (typeof item === 'string') return { alias: item }
  if (!isRecord(item))
    throw new SignpostError('parameter_invalid', { rule: 'The value must be text, or an object with type and value.' })
  const unknown = Object.keys(item).find((name) => !['alias', 'type', 'value', 'for'].includes(name))
  if (unknown !== undefined) throw new SignpostError('parameter_unknown')
  return item
}

/** The text of an item that its entry repeats. */
export function echoOf(item: unknown): string {
  if (typeof item === 'string') return item
  if (!isRecord(item)) return ''
  if (typeof item.value === 'string') return item.value
  return typeof item.alias === 'string' ? item.alias : ''
}

/** A bulk's entry, without the fields that all entries repeat. */
function entryOf(outcome: Outcome) {
  switch (outcome.kind) {
    case 'resolved': {
      const { identity, type, matchedAlias, shown, disclosure, aliasId } = outcome.record
      return { status: 'resolved', identity, type, matchedAlias, shown, disclosure, aliasId } as const
    }
    case 'failed':
    case 'malformed':
      return { status: 'error', error: { type: outcome.error.type, code: outcome.error.code } } as const
    case 'hidden':
      if (outcome.isPending) return { status: 'consent_pending' } as const
      return { status: 'error', error: { type: 'not_found_error', code: 'alias_not_found' } } as const
  }
}

/** @returns null for every miss, whatever its cause */
async function resolve(
  context: Context,
  call: Call,
  input: ResolveInput,
  fields: FieldPayments | null = null,
): Promise<ResolutionRecord | null> {
  requireScope(call, 'resolve')
  const [outcome] = await resolveMany(context, call, [readRequest(context, input, fields)], 'single')
  if (outcome!.kind === 'resolved') return outcome!.record
  if (outcome!.kind === 'failed') throw outcome!.error
  return null
}

/**
 * Each item is validated separately: a string, an object with `type` and `value`, or anything else, which is malformed.
 */
async function resolveBulk(context: Context, call: Call, items: readonly unknown[]): Promise<BulkEntry[]> {
  requireScope(call, 'resolve')
  if (items.length === 0) return []
  if (items.length > bulkLimit) throw new SignpostError('bulk_limit_exceeded', { param: 'items' })
  const requests = items.map((item) => readItem(() => readRequest(context, readBulkItem(item))))
  const outcomes = await resolveMany(context, call, requests, 'bulk')
  const { livemode } = call.caller
  const requestId = encodeId('request', call.requestId)
  return outcomes.map((outcome, at) => ({ alias: echoOf(items[at]), livemode, requestId, ...entryOf(outcome) }))
}

/**
 * Chooses the endpoints of a resolved alias that can take a payment, for a field of GraphQL. An amount that the look-up has
 * not counted is counted here.
 * @throws SignpostError parameter_*, rate_limited
 */
async function chooseFor(
  { amounts, defaultRegion }: Context,
  call: Call,
  { shown, counted, alias }: ResolutionRecord,
  sent: unknown,
): Promise<DisclosedEndpoint[]> {
  const context = readPaymentContext(sent)
  if (context === null) return shown.endpoints
  if (!counted?.has(keyOfPayment(context)))
    await amounts.settle(call, [{ alias: readAliasInput({ alias }, defaultRegion), context }])
  return choose(context, choicesOf(shown)).map((at) => shown.endpoints[at]!)
}

/** Reads the assurance of resolved records; null where it is not available. */
const assure = ({ assure }: Context, records: readonly Assurable[]): Promise<(Assurance | null)[]> =>
  assure ? assure(records) : Promise.resolve(records.map(() => null))

/** A router's federation reference. */
function referenceOf(outcome: Outcome): ResolutionRecord | SignpostError | null {
  if (outcome.kind === 'resolved') return outcome.record
  return outcome.kind === 'failed' && outcome.error.code === 'overloaded' ? outcome.error : null
}

/**
 * Resolves federation references: null for one that is hidden, unknown, malformed or can't be opened. One that no
 * longer fits into the answer is an error, because null would hide it.
 */
async function resolveReferences(
  context: Context,
  call: Call,
  references: readonly Reference[],
): Promise<(ResolutionRecord | SignpostError | null)[]> {
  requireScope(call, 'resolve')
  const items = references.map(({ alias, fields }) => readItem(() => readRequest(context, { alias }, fields)))
  const outcomes = await resolveMany(context, call, items, 'bulk')
  return outcomes.map(referenceOf)
}

export function createResolution(deps: Deps) {
  const amounts = deps.amounts ?? noAmounts
  const counts: ResolutionCounts = { resolved: 0, miss: 0, consent_pending: 0, failed: 0, malformed: 0 }
  const evaluate = createEvaluate(deps.keyring, deps.failures)
  const context: Context = { ...deps, amounts, counts, evaluate }
  return {
    counts: counts as Readonly<ResolutionCounts>,
    ...bound(context, { resolve, resolveBulk, chooseFor, assure, resolveReferences }),
  }
}

export type Resolution = ReturnType<typeof createResolution>
