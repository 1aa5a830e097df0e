import type { Limits } from '../access/quotas/service.ts'
import type { UsageCounter } from '../access/usage/counter.ts'
import type { Call } from '../kernel/call.ts'
import { SignpostError } from '../kernel/errors.ts'
import { createSlices } from '../kernel/slices.ts'
import type { NormalizedAlias } from '../registry/aliases/normalization/normalize.ts'
import type { Keyring } from '../vault/keyring.ts'
import { inTurns } from './admitted-turns.ts'
import type { Amounts } from './amounts.ts'
import { countedAs, type ResolutionCounts, usageOf } from './counts.ts'
import type { Outcome } from './entries.ts'
import type { createJudge, Disclosure, Judgement } from './judging.ts'
import { RequestLookUps } from './look-ups.ts'
import { type Asked, narrowed, paymentsOf } from './narrowing.ts'
import type { ResolutionFacts, ResolutionFactsLoader } from './store.ts'

/** What look-ups need. */
export type LookingUp = {
  facts: ResolutionFactsLoader
  keyring: Keyring
  limits: Limits
  judge: ReturnType<typeof createJudge>
  /** Keeps the disclosure record; resolves at once unless records are synchronous. */
  record: (disclosures: readonly Disclosure[]) => Promise<void>
  amounts: Amounts
  counts: ResolutionCounts
  /** Told of each look-up, for the caller's own counts. */
  usage?: Pick<UsageCounter, 'count'>
}

/** One alias that cannot be shown fails alone. @throws what is no failure of its record */
function failed(error: unknown): Judgement {
  if (!(error instanceof SignpostError)) {
    return { kind: 'failed', error: new SignpostError('internal_error', { cause: error }) }
  }
  if (error.code === 'decryption_failed') return { kind: 'failed', error }
  throw error
}

const namesPayment = (item: Asked | SignpostError): boolean =>
  !(item instanceof SignpostError) && (item.context !== null || item.fields !== null)

/** The payments that were named of what resolved. */
const namedOf = (items: readonly (Asked | SignpostError)[], outcomes: readonly Outcome[]) =>
  items.flatMap((item, index) =>
    item instanceof SignpostError || outcomes[index]!.kind !== 'resolved'
      ? []
      : paymentsOf(item).map((context) => ({ alias: item.alias, context })),
  )

/** So many endpoints are opened before others have their turn: a third of a millisecond. Only what is disclosed is opened. */
const sliceEndpoints = 50

const nextSlice = createSlices()

function find({ facts }: LookingUp, call: Call, { type, value, skeleton }: NormalizedAlias): Promise<ResolutionFacts> {
  const { livemode, consumerId } = call.caller
  return facts.load({ livemode, type, value, skeleton, consumerId })
}

/** Judges one alias. The endpoints of a refused one are never read, opened or rendered. */
function judgeOne(
  { keyring, judge }: LookingUp,
  call: Call,
  alias: NormalizedAlias,
  found: ResolutionFacts,
): Judgement | Promise<Judgement> {
  try {
    const judgement = keyring.opening(() => judge(call, alias, found))
    return judgement instanceof Promise ? judgement.catch(failed) : judgement
  } catch (error) {
    return failed(error)
  }
}

function count({ counts, usage }: LookingUp, { caller }: Call, name: keyof ResolutionCounts): void {
  counts[name]++
  const used = usageOf[name]
  if (used) usage?.count(caller, used)
}

/** The one path of every surface: admit, look each alias up once in the shared batch, judge, settle, record. */
export async function lookUp(
  needs: LookingUp,
  call: Call,
  items: readonly (Asked | SignpostError)[],
): Promise<Outcome[]> {
  const outcomes = await inTurns(needs.limits, call, items, (some) => lookUpAdmitted(needs, call, some))
  const settling = needs.limits.settleEndpoints(call, items.length, disclosed(outcomes))
  if (settling) await settling
  if (items.some(namesPayment)) await needs.amounts.settle(call, namedOf(items, outcomes))
  return outcomes
}

async function lookUpAdmitted(
  needs: LookingUp,
  call: Call,
  items: readonly (Asked | SignpostError)[],
): Promise<Outcome[]> {
  const lookUps = call.lookUps ?? new RequestLookUps()
  const looking = items.map((item) =>
    item instanceof SignpostError ? null : lookUps.find(item.alias, () => find(needs, call, item.alias)),
  )
  const found = looking.length === 1 ? [await looking[0]!] : await Promise.all(looking)
  const outcomes: Outcome[] = []
  let shown = 0
  for (let index = 0; index < items.length; index++) {
    const item = items[index]!
    if (item instanceof SignpostError) {
      outcomes.push({ kind: 'malformed', error: item })
      continue
    }
    const one = found[index]!
    const judged = lookUps.judge(one, () => judgeOne(needs, call, item.alias, one))
    const outcome = judged instanceof Promise ? await judged : judged
    if (outcome.kind === 'resolved') shown += outcome.record.shown.ids.length * (1 + (item.fields?.contexts.size ?? 0))
    if (shown >= sliceEndpoints) {
      await nextSlice()
      shown = 0
    }
    if (outcome.kind !== 'resolved') outcomes.push(outcome)
    else if (lookUps.fits(outcome.bytes)) outcomes.push(narrowed(outcome, item))
    else outcomes.push({ kind: 'failed', error: new SignpostError('overloaded', { retryAfter: 1 }) })
  }
  const disclosures: Disclosure[] = []
  for (const outcome of outcomes) {
    count(needs, call, countedAs(outcome))
    if (outcome.kind === 'resolved') disclosures.push(outcome.disclosure)
  }
  if (disclosures.length > 0) await needs.record(disclosures)
  return outcomes
}

/** How many endpoints these show, each copy counted. */
const disclosed = (outcomes: readonly Outcome[]): number =>
  outcomes.reduce((sum, outcome) => sum + (outcome.kind === 'resolved' ? outcome.record.shown.ids.length : 0), 0)
