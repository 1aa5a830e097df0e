import type { Limits } from '../access/quotas/service.ts'
import type { UsageCount, UsageCounter } from '../access/usage/counter.ts'
import { type Call, RequestLookUps } from '../kernel/call.ts'
import { SignpostError } from '../kernel/errors.ts'
import { createSlices } from '../kernel/long-work.ts'
import type { StepKind } from '../kernel/response-step.ts'
import type { NormalizedAlias } from '../registry/aliases/normalization/normalize.ts'
import type { Keyring } from '../vault/keyring.ts'
import type { ResolutionFactsLoader } from './batching.ts'
import type { createEvaluate, Evaluation } from './disclose.ts'
import type { Disclosure } from './disclosures/recorder.ts'
import type { ResolutionFacts } from './facts-store.ts'
import {
  type Amounts,
  type FieldPayments,
  filterByPayment,
  namesPayment,
  type PaymentContext,
  paymentsOfResolved,
} from './payment.ts'

/**
 * An alias, and the payments that its endpoints are chosen for: one with the alias, and those of fields of the answer.
 */
export type ResolveRequest = {
  readonly alias: NormalizedAlias
  readonly context: PaymentContext | null
  readonly fields: FieldPayments | null
}

/** The outcome of one item of a request. */
export type Outcome = Evaluation | { kind: 'malformed'; error: SignpostError }

export type Item = ResolveRequest | SignpostError

/** Outcomes of items. INVARIANT (uniform denial): all misses have one outcome. */
export type ResolutionCounts = Record<'resolved' | 'miss' | 'consent_pending' | 'failed' | 'malformed', number>

export type ResolveDeps = {
  facts: ResolutionFactsLoader
  keyring: Keyring
  limits: Limits
  evaluate: ReturnType<typeof createEvaluate>
  /** Keeps the disclosure records; resolves at once unless records are synchronous. */
  record: (disclosures: readonly Disclosure[]) => Promise<void>
  amounts: Amounts
  counts: ResolutionCounts
  /** Counts each look-up for the caller. */
  usage?: Pick<UsageCounter, 'count'>
}

/** Look-ups of one admission: as many as the largest bulk holds. */
const chunkSize = 100

/**
 * Resolves items chunk by chunk, as the quotas admit them. A router's request may have more than 100: it learns little
 * more than `misses` allows, and a refused chunk refuses the request.
 *
 * INVARIANT (uniform time): the release step is set as soon as a look-up has or may have missed, so that a later failure
 * waits for it too.
 */
async function inChunks(
  limits: Pick<Limits, 'admitLookUps' | 'admitGuesses'>,
  call: Call,
  items: readonly Item[],
  step: StepKind,
  resolve: (items: readonly Item[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (let at = 0; at < items.length; at += chunkSize) {
    const chunk = items.length <= chunkSize ? items : items.slice(at, at + chunkSize)
    const guesses = chunk.filter((item) => !(item instanceof SignpostError)).length
    const admitting = at === 0 ? limits.admitLookUps(call, items.length, guesses) : limits.admitGuesses(call, guesses)
    const admission = admitting instanceof Promise ? await admitting : admitting
    let missed: number | null = null
    try {
      const resolved = await resolve(chunk)
      missed = resolved.filter(({ kind }) => kind === 'hidden').length
      if (items.length <= chunkSize) return resolved
      outcomes.push(...resolved)
    } finally {
      if (missed !== 0 && call.release !== 'bulk') call.release = step
      admission.settle(missed ?? 0)
    }
  }
  return outcomes
}

function countedAs(outcome: Outcome): keyof ResolutionCounts {
  if (outcome.kind !== 'hidden') return outcome.kind
  return outcome.isPending ? 'consent_pending' : 'miss'
}

const usageOf: { [K in keyof ResolutionCounts]?: UsageCount } = {
  resolved: 'resolves',
  miss: 'misses',
  consent_pending: 'consentPending',
}

function count({ counts, usage }: ResolveDeps, { caller }: Call, outcome: Outcome): void {
  const name = countedAs(outcome)
  counts[name]++
  const used = usageOf[name]
  if (used) usage?.count(caller, used)
}

/** The endpoints that these outcomes show, each copy counted. */
const countEndpoints = (outcomes: readonly Outcome[]): number =>
  outcomes.reduce((sum, outcome) => sum + (outcome.kind === 'resolved' ? outcome.record.shown.ids.length : 0), 0)

/** Makes the failure of one record the outcome of its item. @throws any other failure */
function failed(error: unknown): Evaluation {
  if (!(error instanceof SignpostError)) {
    return { kind: 'failed', error: new SignpostError('internal_error', { cause: error }) }
  }
  if (error.code === 'decryption_failed') return { kind: 'failed', error }
  throw error
}

function find(
  { facts }: ResolveDeps,
  call: Call,
  { type, value, skeleton }: NormalizedAlias,
): Promise<ResolutionFacts> {
  const { livemode, consumerId } = call.caller
  return facts.load({ livemode, type, value, skeleton, consumerId })
}

/** Evaluates one alias. The endpoints of a refused one are never read, opened or rendered. */
function evaluateOne(
  { keyring, evaluate }: ResolveDeps,
  call: Call,
  alias: NormalizedAlias,
  found: ResolutionFacts,
): Evaluation | Promise<Evaluation> {
  try {
    const evaluation = keyring.opening(() => evaluate(call, alias, found))
    return evaluation instanceof Promise ? evaluation.catch(failed) : evaluation
  } catch (error) {
    return failed(error)
  }
}

/** Opened endpoints after which work yields, about 0.3 ms. Only disclosed endpoints are opened. */
const endpointsPerSlice = 50
const yieldToEventLoop = createSlices()

async function resolveAdmitted(deps: ResolveDeps, call: Call, items: readonly Item[]): Promise<Outcome[]> {
  const lookUps = call.lookUps ?? new RequestLookUps()
  const finding = items.map((item) =>
    item instanceof SignpostError ? null : lookUps.find(item.alias, () => find(deps, call, item.alias)),
  )
  const found = finding.length === 1 ? [await finding[0]!] : await Promise.all(finding)
  const outcomes: Outcome[] = []
  let shown = 0
  for (const [index, item] of items.entries()) {
    if (item instanceof SignpostError) {
      outcomes.push({ kind: 'malformed', error: item })
      continue
    }
    const facts = found[index]!
    const evaluating = lookUps.evaluate(facts, () => evaluateOne(deps, call, item.alias, facts))
    const outcome = evaluating instanceof Promise ? await evaluating : evaluating
    if (outcome.kind === 'resolved') shown += outcome.record.shown.ids.length * (1 + (item.fields?.contexts.size ?? 0))
    if (shown >= endpointsPerSlice) {
      await yieldToEventLoop()
      shown = 0
    }
    if (outcome.kind !== 'resolved') outcomes.push(outcome)
    else if (lookUps.fits(outcome.bytes)) outcomes.push(filterByPayment(outcome, item))
    else outcomes.push({ kind: 'failed', error: new SignpostError('overloaded', { retryAfter: 1 }) })
  }
  for (const outcome of outcomes) count(deps, call, outcome)
  return outcomes
}

/**
 * The one path of every surface: admit, look each alias up once in the shared batch, evaluate, settle, record. An answer
 * with a miss waits for its `step`. A refused request discloses nothing, so it leaves no record.
 */
export async function resolveMany(
  deps: ResolveDeps,
  call: Call,
  items: readonly Item[],
  step: StepKind,
): Promise<Outcome[]> {
  const outcomes = await inChunks(deps.limits, call, items, step, (chunk) => resolveAdmitted(deps, call, chunk))
  const settling = deps.limits.settleEndpoints(call, items.length, countEndpoints(outcomes))
  if (settling) await settling
  if (items.some(namesPayment)) await deps.amounts.settle(call, paymentsOfResolved(items, outcomes))
  const disclosures = outcomes.flatMap((outcome) => (outcome.kind === 'resolved' ? [outcome.disclosure] : []))
  if (disclosures.length > 0) await deps.record(disclosures)
  return outcomes
}
