import { bound } from '../kernel/bound.ts'
import { type Call, requireScope } from '../kernel/call.ts'
import { SignpostError } from '../kernel/errors.ts'
import { encodeId } from '../kernel/id.ts'
import { type AliasInput, readAliasInput } from '../registry/aliases/input.ts'
import type { BindingFailures } from '../registry/binding-failures.ts'
import { type Amounts, noAmounts } from './amounts.ts'
import type { Assurable, Assurance, Assure } from './assurance/service.ts'
import { echoOf, readBulkItem } from './bulk-items.ts'
import type { ResolutionCounts } from './counts.ts'
import { choicesOf } from './disclose.ts'
import { type BulkEntry, entryOf, referenceOf } from './entries.ts'
import { createJudge, type ResolutionRecord } from './judging.ts'
import { type LookingUp, lookUp } from './looking-up.ts'
import type { Asked } from './narrowing.ts'
import { choose, type FieldPayments, keyOfPayment, readPaymentContext } from './payment-context.ts'
import type { DisclosedEndpoint } from './projection.ts'

/** `for` is what the endpoints are chosen for: anything, until it is read. */
export type ResolveInput = AliasInput & { for?: unknown }

/** A reference of a router, and what the fields of the answer choose its endpoints for. */
export type Reference = { readonly alias: string; readonly fields: FieldPayments | null }

export const bulkLimit = 100
export const entitiesLimit = 1_000

type Deps = Omit<LookingUp, 'judge' | 'amounts' | 'counts'> & {
  defaultRegion: string | undefined
  /** Told of rows that are not as they were sealed. */
  failures?: Pick<BindingFailures, 'note'>
  /** Without it nobody is told more than what an alias resolves to. */
  assure?: Assure
  /** Without them no amount can be asked for. */
  amounts?: Amounts
}

const notFound = () => new SignpostError('alias_not_found')

type Context = Deps & LookingUp

/** @throws SignpostError normalization's, parameter_* */
const readAsked = ({ defaultRegion }: Context, input: ResolveInput, fields: FieldPayments | null = null): Asked => ({
  alias: readAliasInput(input, defaultRegion),
  context: readPaymentContext(input.for),
  fields,
})

const readItem = (read: () => Asked): Asked | SignpostError => {
  try {
    return read()
  } catch (error) {
    if (error instanceof SignpostError) return error
    throw error
  }
}

async function bulk(
  context: Context,
  call: Call,
  items: readonly (Asked | SignpostError)[],
  echoes: readonly string[],
): Promise<BulkEntry[]> {
  if (items.length === 0) return []
  if (items.length > bulkLimit) throw new SignpostError('bulk_limit_exceeded', { param: 'items' })
  const outcomes = await lookUp(context, call, items)
  if (outcomes.some(({ kind }) => kind === 'hidden')) call.release = 'bulk'
  const { livemode } = call.caller
  const requestId = encodeId('request', call.requestId)
  return outcomes.map((outcome, index) => ({ alias: echoes[index]!, livemode, requestId, ...entryOf(outcome) }))
}

/** @throws SignpostError alias_not_found for every miss, whatever hides behind it */
async function resolve(
  context: Context,
  call: Call,
  input: ResolveInput,
  fields: FieldPayments | null = null,
): Promise<ResolutionRecord> {
  requireScope(call, 'resolve')
  const [outcome] = await lookUp(context, call, [readAsked(context, input, fields)])
  if (outcome!.kind === 'resolved') return outcome!.record
  if (outcome!.kind === 'failed') throw outcome!.error
  if (call.release === 'at once') call.release = 'single'
  throw notFound()
}

/** `items` are judged one by one, whatever they are: a string, an object with `type` and `value`, or neither. */
async function resolveBulk(context: Context, call: Call, items: readonly unknown[]): Promise<BulkEntry[]> {
  requireScope(call, 'resolve')
  const read = items.slice(0, bulkLimit + 1)
  return bulk(
    context,
    call,
    read.map((item) => readItem(() => readAsked(context, readBulkItem(item)))),
    read.map(echoOf),
  )
}

/**
 * The endpoints of a resolved alias that can take a payment: a field of GraphQL asks it of what was resolved. An amount
 * that the look-up has not counted is counted here.
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

/** What is known of what was resolved, for a caller that asks; null where it can't be told. */
const assure = ({ assure }: Context, records: readonly Assurable[]): Promise<(Assurance | null)[]> =>
  assure ? assure(records) : Promise.resolve(records.map(() => null))

/**
 * Federation references: null for what may not be seen, is unknown, malformed or can't be opened; never an error for
 * one of them. What no longer fits into the answer is one, for null would hide it.
 */
async function resolveReferences(
  context: Context,
  call: Call,
  references: readonly Reference[],
): Promise<(ResolutionRecord | SignpostError | null)[]> {
  requireScope(call, 'resolve')
  const items = references.map(({ alias, fields }) => readItem(() => readAsked(context, { alias }, fields)))
  const outcomes = await lookUp(context, call, items)
  if (outcomes.some(({ kind }) => kind === 'hidden')) call.release = 'bulk'
  return outcomes.map(referenceOf)
}

export function createResolution(deps: Deps) {
  const amounts = deps.amounts ?? noAmounts
  const counts: ResolutionCounts = { resolved: 0, miss: 0, consent_pending: 0, failed: 0, malformed: 0 }
  const judge = createJudge(deps.keyring, deps.failures)
  const context: Context = { ...deps, amounts, counts, judge }
  return {
    counts: counts as Readonly<ResolutionCounts>,
    ...bound(context, { resolve, resolveBulk, chooseFor, assure, resolveReferences }),
  }
}

export type Resolution = ReturnType<typeof createResolution>
