import type { Limits } from '../access/quotas/service.ts'
import type { UsageCounter } from '../access/usage/counter.ts'
import { type Call, requireScope } from '../kernel/call.ts'
import { SignpostError } from '../kernel/errors.ts'
import { encodeId } from '../kernel/id.ts'
import { createSlices } from '../kernel/slices.ts'
import { type AliasInput, readAliasInput } from '../registry/aliases/input.ts'
import type { NormalizedAlias } from '../registry/aliases/normalization/normalize.ts'
import type { Keyring } from '../vault/keyring.ts'
import { inTurns } from './admitted-turns.ts'
import { type Amounts, noAmounts } from './amounts.ts'
import type { Assurable, Assurance, Assure } from './assurance/service.ts'
import { echoOf, readBulkItem } from './bulk-items.ts'
import { countedAs, type ResolutionCounts, usageOf } from './counts.ts'
import { type BulkEntry, entryOf, type Outcome, referenceOf } from './entries.ts'
import { createJudge, type Disclosure, type Judgement, type ResolutionRecord } from './judging.ts'
import { RequestLookUps } from './look-ups.ts'
import { type Asked, narrowed, paymentsOf } from './narrowing.ts'
import { choose, type FieldPayments, keyOfPayment, readPaymentContext } from './payment-context.ts'
import type { DisclosedEndpoint } from './projection.ts'
import type { ResolutionFacts, ResolutionFactsLoader } from './store.ts'

/** `for` is what the endpoints are chosen for: anything, until it is read. */
export type ResolveInput = AliasInput & { for?: unknown }

/** A reference of a router, and what the fields of the answer choose its endpoints for. */
export type Reference = { readonly alias: string; readonly fields: FieldPayments | null }

export const bulkLimit = 100
export const entitiesLimit = 1_000

type Deps = {
  facts: ResolutionFactsLoader
  keyring: Keyring
  limits: Limits
  defaultRegion: string | undefined
  /** Keeps the disclosure record; resolves at once unless records are synchronous. */
  record: (disclosures: readonly Disclosure[]) => Promise<void>
  /** Without it nobody is told more than what an alias resolves to. */
  assure?: Assure
  /** Without them no amount can be asked for. */
  amounts?: Amounts
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

const notFound = () => new SignpostError('alias_not_found')

/** So many endpoints are opened before others have their turn: a third of a millisecond. Only what is disclosed is opened. */
const sliceEndpoints = 50
const nextSlice = createSlices()

export function createResolution(deps: Deps) {
  const { facts, keyring, limits, defaultRegion, record, amounts = noAmounts, assure, usage } = deps
  const counts: ResolutionCounts = { resolved: 0, miss: 0, consent_pending: 0, failed: 0, malformed: 0 }
  const judge = createJudge(keyring)

  function find(call: Call, { type, value, skeleton }: NormalizedAlias): Promise<ResolutionFacts> {
    const { livemode, consumerId } = call.caller
    return facts.load({ livemode, type, value, skeleton, consumerId })
  }

  /** Judges one alias. The endpoints of a refused one are never read, opened or rendered. */
  function judgeOne(call: Call, alias: NormalizedAlias, found: ResolutionFacts): Judgement | Promise<Judgement> {
    try {
      const judgement = keyring.opening(() => judge(call, alias, found))
      return judgement instanceof Promise ? judgement.catch(failed) : judgement
    } catch (error) {
      return failed(error)
    }
  }

  function count({ caller }: Call, name: keyof ResolutionCounts): void {
    counts[name]++
    const used = usageOf[name]
    if (used) usage?.count(caller, used)
  }

  /** The one path of every surface: admit, look each alias up once in the shared batch, judge, settle, record. */
  async function lookUp(call: Call, items: readonly (Asked | SignpostError)[]): Promise<Outcome[]> {
    const outcomes = await inTurns(limits, call, items, (some) => lookUpAdmitted(call, some))
    const settling = limits.settleEndpoints(call, items.length, disclosed(outcomes))
    if (settling) await settling
    if (items.some(namesPayment)) await amounts.settle(call, namedOf(items, outcomes))
    return outcomes
  }

  async function lookUpAdmitted(call: Call, items: readonly (Asked | SignpostError)[]): Promise<Outcome[]> {
    const lookUps = call.lookUps ?? new RequestLookUps()
    const looking = items.map((item) =>
      item instanceof SignpostError ? null : lookUps.find(item.alias, () => find(call, item.alias)),
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
      const judged = lookUps.judge(one, () => judgeOne(call, item.alias, one))
      const outcome = judged instanceof Promise ? await judged : judged
      if (outcome.kind === 'resolved')
        shown += outcome.record.shown.ids.length * (1 + (item.fields?.contexts.size ?? 0))
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
      count(call, countedAs(outcome))
      if (outcome.kind === 'resolved') disclosures.push(outcome.disclosure)
    }
    if (disclosures.length > 0) await record(disclosures)
    return outcomes
  }

  /** @throws SignpostError normalization's, parameter_* */
  const readAsked = (input: ResolveInput, fields: FieldPayments | null = null): Asked => ({
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
    call: Call,
    items: readonly (Asked | SignpostError)[],
    echoes: readonly string[],
  ): Promise<BulkEntry[]> {
    if (items.length === 0) return []
    if (items.length > bulkLimit) throw new SignpostError('bulk_limit_exceeded', { param: 'items' })
    const outcomes = await lookUp(call, items)
    if (outcomes.some(({ kind }) => kind === 'hidden')) call.release = 'bulk'
    const { livemode } = call.caller
    const requestId = encodeId('request', call.requestId)
    return outcomes.map((outcome, index) => ({ alias: echoes[index]!, livemode, requestId, ...entryOf(outcome) }))
  }

  return {
    counts: counts as Readonly<ResolutionCounts>,

    /** @throws SignpostError alias_not_found for every miss, whatever hides behind it */
    async resolve(call: Call, input: ResolveInput, fields: FieldPayments | null = null): Promise<ResolutionRecord> {
      requireScope(call, 'resolve')
      const [outcome] = await lookUp(call, [readAsked(input, fields)])
      if (outcome!.kind === 'resolved') return outcome!.record
      if (outcome!.kind === 'failed') throw outcome!.error
      if (call.release === 'at once') call.release = 'single'
      throw notFound()
    },

    /** `items` are judged one by one, whatever they are: a string, an object with `type` and `value`, or neither. */
    async resolveBulk(call: Call, items: readonly unknown[]): Promise<BulkEntry[]> {
      requireScope(call, 'resolve')
      const read = items.slice(0, bulkLimit + 1)
      return bulk(
        call,
        read.map((item) => readItem(() => readAsked(readBulkItem(item)))),
        read.map(echoOf),
      )
    },

    /**
     * The endpoints of a resolved alias that can take a payment: a field of GraphQL asks it of what was resolved. An amount
     * that the look-up has not counted is counted here.
     * @throws SignpostError parameter_*, rate_limited
     */
    async chooseFor(
      call: Call,
      { shown, counted, alias }: ResolutionRecord,
      sent: unknown,
    ): Promise<DisclosedEndpoint[]> {
      const context = readPaymentContext(sent)
      if (context === null) return shown.endpoints
      if (!counted?.has(keyOfPayment(context)))
        await amounts.settle(call, [{ alias: readAliasInput({ alias }, defaultRegion), context }])
      return shown.only(choose(context, shown.choices)).endpoints
    },

    /** What is known of what was resolved, for a caller that asks; null where it can't be told. */
    assure: (records: readonly Assurable[]): Promise<(Assurance | null)[]> =>
      assure ? assure(records) : Promise.resolve(records.map(() => null)),

    /**
     * Federation references: null for what may not be seen, is unknown, malformed or can't be opened; never an error for
     * one of them. What no longer fits into the answer is one, for null would hide it.
     */
    async resolveReferences(
      call: Call,
      references: readonly Reference[],
    ): Promise<(ResolutionRecord | SignpostError | null)[]> {
      requireScope(call, 'resolve')
      const items = references.map(({ alias, fields }) => readItem(() => readAsked({ alias }, fields)))
      const outcomes = await lookUp(call, items)
      if (outcomes.some(({ kind }) => kind === 'hidden')) call.release = 'bulk'
      return outcomes.map(referenceOf)
    },
  }
}

/** How many endpoints these show, each copy counted. */
const disclosed = (outcomes: readonly Outcome[]): number =>
  outcomes.reduce((sum, outcome) => sum + (outcome.kind === 'resolved' ? outcome.record.shown.ids.length : 0), 0)

export type Resolution = ReturnType<typeof createResolution>
