import { type Spending, spendStages } from '../../access/value-budget.ts'
import { budgetsOf } from '../../access/value-budget-store.ts'
import { throwFromDatabase } from '../../database/violations.ts'
import { type Call, requireScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { encodeId } from '../../kernel/id.ts'
import { isRecord, mustBeObject } from '../../kernel/input.ts'
import { createPace } from '../../kernel/long-work.ts'
import type { StepKind } from '../../kernel/response-step.ts'
import type { Scope } from '../../kernel/scopes.ts'
import type { Disclosure } from '../../resolution/disclosures/recorder.ts'
import type { CheckVerdict, DisclosureKind } from '../../resolution/disclosures/service.ts'
import { basisOf } from '../../resolution/policy.ts'
import { type CheckDeps, type Found, find, type Question } from './finding.ts'

/*
 * Checks compare a payer's data with the payee's: a name (service.ts) or a destination (destinations.ts). Their common
 * steps are here: finding the alias, spending the budgets, admission, cost, records, single and bulk.
 */

type Told = { readonly verdict: CheckVerdict }

/** Evaluates one question; `isAdmitted`: the budgets admit it. */
export type Evaluate<Q extends Question, T extends Told> = (found: Found<Q>, isAdmitted: boolean) => Promise<T>

export type CheckKind<Q extends Question, T extends Told> = {
  readonly scope: Scope
  readonly kind: DisclosureKind
  /** The release step of a single check, which covers its work. */
  readonly step: StepKind
  /** Items of a bulk, at most. */
  readonly limit: number
  /** The window of a budget. */
  readonly seconds: number
  /** Names of the fields that an item of a bulk may have. */
  readonly fields: readonly string[]
  /** The greatest number of steps of `pace` that reading one question takes. */
  readonly stepsToRead: number
  /** Reads a question by the input alone, without a look-up. @throws SignpostError */
  read(input: object): Q
  /** Budgets of one question in stages, the narrowest first. */
  spendings(call: Call, found: Found<Q>): Spending[][]
  /** Reads the facts that these questions need, in one statement. It begins after the policy's verdict. */
  prepare(call: Call, found: readonly Found<Q>[]): Promise<Evaluate<Q, T>>
  /** Endpoints that a verdict discloses, as uuids. */
  endpointsOf(told: T): readonly string[]
}

/** An entry of a bulk: the result, or the error of the item. */
export type CheckEntry<T> = { [K in keyof T]: T[K] | null } & { error: { type: string; code: string } | null }

export type Pace = ReturnType<typeof createPace>

/** A slice of work is about two milliseconds, counted in comparisons of two tokens. */
const sliceSteps = 60_000

const errorOf = ({ type, code }: SignpostError) => ({ type: type as string, code: code as string })

export function createChecks<Q extends Question, T extends Told>(
  deps: CheckDeps,
  makeKind: (pace: Pace) => CheckKind<Q, T>,
  nothing: { [K in keyof T]: null },
) {
  const pace = createPace(sliceSteps)
  const kind = makeKind(pace)
  const counts = { match: 0, declared_match: 0, close_match: 0, no_match: 0, unavailable: 0 }

  function disclosureOf({ caller, requestId }: Call, { facts }: Found<Q>, told: T): Disclosure[] {
    if (facts === null) return []
    return [
      {
        livemode: caller.livemode,
        identityId: facts.identity.id,
        consumerId: caller.consumerId,
        aliasId: facts.alias.id,
        endpointIds: kind.endpointsOf(told),
        grantId: facts.grant?.id ?? null,
        basis: basisOf(facts.alias),
        requestId,
        kind: kind.kind,
        verdict: told.verdict,
      },
    ]
  }

  /** The one path of single and bulk checks. @returns the results, and the number of questions that cost a miss */
  async function evaluate(call: Call, questions: readonly Q[]): Promise<{ told: T[]; missed: number }> {
    const found = await Promise.all(questions.map((question) => find(deps, call, question)))
    const [spent, judgeOne] = await Promise.all([
      spendStages(
        budgetsOf(deps.db, call.caller.consumerId, kind.seconds),
        found.map((one) => kind.spendings(call, one)),
      ),
      kind.prepare(call, found),
    ])
    const told: T[] = []
    for (const [index, one] of found.entries()) told.push(await judgeOne(one, spent[index]!.admitted))
    await deps.record(told.flatMap((one, index) => disclosureOf(call, found[index]!, one)))
    for (const { verdict } of told) counts[verdict]++
    const missed = told.filter(
      ({ verdict }, at) => verdict === 'unavailable' || (verdict !== 'match' && spent[at]!.isNew),
    ).length
    return { told, missed }
  }

  /** Items of each request so far: a GraphQL document may contain the field several times. */
  const asked = new WeakMap<Call, number>()

  function requireRoom(call: Call, items: number): void {
    const all = (asked.get(call) ?? 0) + items
    asked.set(call, all)
    const rule = `A request takes at most ${kind.limit} items.`
    if (all > kind.limit) throw new SignpostError('bulk_limit_exceeded', { param: 'items', rule })
  }

  /** Admits the questions, checks them and settles their cost. `items` includes malformed ones. */
  async function admitted(call: Call, items: number, questions: readonly Q[]): Promise<T[]> {
    const admission = await deps.limits.admitLookUps(call, items, questions.length)
    let missed = questions.length
    try {
      const evaluated = await evaluate(call, questions).catch(throwFromDatabase)
      missed = evaluated.missed
      return evaluated.told
    } finally {
      admission.settle(missed)
    }
  }

  /** @throws SignpostError with the code of the item's entry */
  function readItem(item: unknown): Q | SignpostError {
    try {
      if (!isRecord(item)) throw new SignpostError('parameter_invalid', { rule: mustBeObject })
      if (Object.keys(item).some((name) => !kind.fields.includes(name))) throw new SignpostError('parameter_unknown')
      return kind.read(item)
    } catch (error) {
      if (error instanceof SignpostError) return error
      throw error
    }
  }

  return {
    counts: counts as Readonly<typeof counts>,

    /** INVARIANT (uniform time): every verdict waits for its release step. */
    async check(call: Call, input: object): Promise<T & { livemode: boolean; requestId: string }> {
      requireScope(call, kind.scope)
      const question = kind.read(input)
      requireRoom(call, 1)
      if (call.release === 'at once') call.release = kind.step
      const [told] = await admitted(call, 1, [question])
      return { ...told!, livemode: call.caller.livemode, requestId: encodeId('request', call.requestId) }
    },

    /** Items are evaluated one by one: a bad one never fails the others. */
    async checkMany(call: Call, items: readonly unknown[]): Promise<CheckEntry<T>[]> {
      requireScope(call, kind.scope)
      if (items.length === 0) return []
      requireRoom(call, items.length)
      const read: (Q | SignpostError)[] = []
      for (const item of items) {
        await pace(kind.stepsToRead)
        read.push(readItem(item))
      }
      const questions = read.filter((one): one is Q => !(one instanceof SignpostError))
      call.release = 'bulk'
      const told = (await admitted(call, items.length, questions)).values()
      return read.map(
        (one): CheckEntry<T> =>
          one instanceof SignpostError
            ? { ...nothing, error: errorOf(one) }
            : { ...(told.next().value as T), error: null },
      )
    },
  }
}
