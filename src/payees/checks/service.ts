import type { Limits } from '../../access/quotas/service.ts'
import { spendGroups } from '../../access/value-budget.ts'
import { budgetsOf, type Spending } from '../../access/value-budget-store.ts'
import type { Database } from '../../database/orm.ts'
import { fromDatabase } from '../../database/violations.ts'
import { bound } from '../../kernel/bound.ts'
import { type Call, requireScope } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { encodeId } from '../../kernel/id.ts'
import { createPace } from '../../kernel/slices.ts'
import { isAliasMarked } from '../../registry/binding.ts'
import type { BindingFailures } from '../../registry/binding-failures.ts'
import { type IdentityType, readIdentityType, readSwitch } from '../../registry/identities/rules.ts'
import type { Disclosure, Verdict } from '../../resolution/judging.ts'
import { decide } from '../../resolution/policy.ts'
import type { ResolutionFacts, ResolutionFactsLoader } from '../../resolution/store.ts'
import type { Keyring } from '../../vault/keyring.ts'
import { mostHolders } from '../names/input.ts'
import { openName } from '../names/sealing.ts'
import { type PayeeNameBasis, readBasis } from '../names/service.ts'
import { mostComparisons, readRegistered } from '../rules.ts'
import { mostLetters } from '../tokens.ts'
import { type CheckPayeeInput, type Question, readQuestion, readQuestionItem } from './input.ts'
import { findPayees, type Payee, payeeBudget } from './store.ts'
import { type CheckedName, type CheckVerdict, judgeCheck, unavailable } from './verdict.ts'

export type { CheckPayeeInput } from './input.ts'

export type PayeeCheckRecord = {
  verdict: Verdict
  basis: PayeeNameBasis | null
  livemode: boolean
  requestId: string
}

/** An entry of a bulk: a verdict, or what is wrong with the item. */
export type PayeeCheckEntry = {
  verdict: Verdict | null
  basis: PayeeNameBasis | null
  error: { type: string; code: string } | null
}

export const checksLimit = 100

type Deps = {
  db: Database
  facts: ResolutionFactsLoader
  keyring: Keyring
  limits: Pick<Limits, 'admitLookUps'>
  defaultRegion: string | undefined
  /** Whether a name that its owner alone has declared may match in live mode. */
  acceptsDeclared: boolean
  failures: BindingFailures
  record: (disclosures: readonly Disclosure[]) => Promise<void>
}

/** A question with what was found of its alias. The identity is there only when the caller may resolve the alias. */
type Found = Question & { aliasId: string | null; grantId: string | null; identity: ResolutionFacts['identity'] }

type Checked = CheckVerdict & { costsMiss: boolean }

/** How often each verdict was told. */
export type CheckCounts = Record<Verdict, number>

type Context = Deps & { counts: CheckCounts; pace: ReturnType<typeof createPace> }

/** A slice of work is about two milliseconds, counted in comparisons of two tokens. A letter costs as much to read as 20. */
const sliceSteps = 60_000
const stepsToRead = { asked: 20 * mostLetters, registered: 20 * mostHolders * mostLetters } as const

/** Whether the alias leads to the identity by a mark of ours. One whose mark can't be opened is no reason to fail a payment. */
async function isBound(
  { keyring, failures }: Context,
  { type, value }: Question['alias'],
  { id, mark }: NonNullable<ResolutionFacts['alias']>,
  { id: identityId, livemode, consumerId }: NonNullable<ResolutionFacts['identity']>,
): Promise<boolean> {
  const place = { id, livemode, identityId, consumerId, type, value }
  const bytes = mark === null ? null : Buffer.from(mark, 'base64')
  try {
    const isMarked = await keyring.opening(() => isAliasMarked(keyring, place, bytes))
    if (!isMarked) failures.note('alias', id)
    return isMarked
  } catch (error) {
    if (error instanceof SignpostError && error.code === 'decryption_failed') return false
    throw error
  }
}

/** SPEC: whether the caller may resolve the alias, by resolve's own policy: a check needs no scope of it. */
async function find(context: Context, call: Call, question: Question): Promise<Found> {
  const { livemode, consumerId } = call.caller
  const { type, value, skeleton } = question.alias
  const { alias, identity, grant, need } = await context.facts.load({ livemode, type, value, skeleton, consumerId })
  const caller = { livemode, scopes: ['resolve'] }
  const verdict = decide({ caller, alias, identity, grant, need, endpoints: [] })
  const isShown = verdict.kind === 'resolved' && (await isBound(context, question.alias, alias!, identity!))
  if (!isShown) return { ...question, aliasId: null, grantId: null, identity: null }
  return { ...question, aliasId: alias!.id, grantId: grant?.id ?? null, identity }
}

/**
 * The two budgets of a question. Where there is no identity for the caller, the alias stands in its place, so that what
 * does not exist is spent like what does.
 */
function spendingsOf({ keyring }: Context, call: Call, { alias, identity, key }: Found): Spending[] {
  const { livemode } = call.caller
  const hash = (text: string) => keyring.hash('payee_check', livemode, text)
  const named = `${alias.type}|${alias.skeleton}`
  return [identity ? `identity|${identity.id}` : `nobody|${named}`, `alias|${named}`].map((whom) => ({
    target: hash(`target|${whom}`),
    value: hash(`value|${whom}|${key}`).toString('base64url').slice(0, 22),
  }))
}

const spendAll = (context: Context, call: Call, questions: readonly Found[]) =>
  spendGroups(
    budgetsOf(context.db, call.caller.consumerId, payeeBudget),
    questions.map((question) => spendingsOf(context, call, question)),
  )

/** Opens a name and reads it. One that can't be opened or read is none: a name must not fail a payment. */
async function readName({ keyring }: Context, row: Payee['names'][number], type: IdentityType): Promise<CheckedName[]> {
  try {
    const name = readRegistered(await keyring.opening(() => openName(keyring, row.place, row.sealed)), type)
    return name ? [{ basis: readBasis(row.place.basis), name }] : []
  } catch (error) {
    if (error instanceof SignpostError && error.code === 'decryption_failed') return []
    throw error
  }
}

/** Judges what payees' names say: the names of each are opened once, and the same question is judged once. */
function createJudge(context: Context, call: Call, payees: ReadonlyMap<string, Payee>) {
  const opened = new Map<Payee, CheckedName[]>()
  const judged = new Map<string, CheckVerdict>()

  async function namesOf(payee: Payee, type: IdentityType): Promise<CheckedName[]> {
    const known = opened.get(payee)
    if (known) return known
    const names: CheckedName[] = []
    for (const row of payee.names) {
      await context.pace(stepsToRead.registered)
      names.push(...(await readName(context, row, type)))
    }
    opened.set(payee, names)
    return names
  }

  return async (found: Found): Promise<CheckVerdict> => {
    const { identity, asked } = found
    const payee = identity ? payees.get(identity.id) : undefined
    if (!identity || !payee || readSwitch(payee.payeeChecks) === 'off') return unavailable
    const key = `${identity.id}|${found.key}`
    const before = judged.get(key)
    if (before) return before
    const names = await namesOf(payee, readIdentityType(identity.type))
    await context.pace(
      mostComparisons(
        asked,
        names.map(({ name }) => name),
      ),
    )
    const verdict = judgeCheck(asked, {
      closeMatch: payee.closeMatch,
      names,
      livemode: call.caller.livemode,
      acceptsDeclared: context.acceptsDeclared,
    })
    judged.set(key, verdict)
    return verdict
  }
}

function disclosureOf(call: Call, found: Found, verdict: Verdict): Disclosure[] {
  if (!found.identity || found.aliasId === null) return []
  return [
    {
      livemode: call.caller.livemode,
      identityId: found.identity.id,
      consumerId: call.caller.consumerId,
      aliasId: found.aliasId,
      endpointIds: [],
      grantId: found.grantId,
      requestId: call.requestId,
      kind: 'check',
      verdict,
    },
  ]
}

/** The one path of single checks and of bulk. */
async function check(context: Context, call: Call, questions: readonly Question[]): Promise<Checked[]> {
  const found = await Promise.all(questions.map((question) => find(context, call, question)))
  const identities = found.flatMap(({ identity }) => (identity ? [identity.id] : []))
  const [spent, payees] = await Promise.all([spendAll(context, call, found), findPayees(context.db, identities)])
  const judge = createJudge(context, call, payees)
  const judged: CheckVerdict[] = []
  // What the budget refuses is not judged at all.
  for (const [index, one] of found.entries()) judged.push(spent[index]!.admitted ? await judge(one) : unavailable)
  const checked = judged.map((told, index): Checked => {
    const { isNew } = spent[index]!
    return { ...told, costsMiss: told.verdict === 'unavailable' || (told.verdict !== 'match' && isNew) }
  })
  await context.record(checked.flatMap(({ verdict }, index) => disclosureOf(call, found[index]!, verdict)))
  for (const { verdict } of checked) context.counts[verdict]++
  return checked
}

/** Admits the questions, checks them and settles what they cost. `items` counts the malformed ones, too. */
async function admitted(
  context: Context,
  call: Call,
  items: number,
  questions: readonly Question[],
): Promise<Checked[]> {
  const admission = await context.limits.admitLookUps(call, items, questions.length)
  let missed = questions.length
  try {
    const checked = await check(context, call, questions).catch((error) => {
      throw fromDatabase(error)
    })
    missed = checked.filter(({ costsMiss }) => costsMiss).length
    return checked
  } finally {
    admission.settle(missed)
  }
}

/**
 * Whether a name is that of the payee behind an alias. Nobody is told a name.
 *
 * INVARIANT (uniform time): every verdict waits for its release step.
 */
async function checkOne(context: Context, call: Call, input: CheckPayeeInput): Promise<PayeeCheckRecord> {
  requireScope(call, 'payee_check')
  const question = readQuestion(input, context.defaultRegion)
  if (call.release === 'at once') call.release = 'single'
  const [checked] = await admitted(context, call, 1, [question])
  const { verdict, basis } = checked!
  return {
    verdict,
    basis,
    livemode: call.caller.livemode,
    requestId: encodeId('request', call.requestId),
  }
}

/** Up to 100 items, judged one by one. */
async function checkMany(context: Context, call: Call, items: readonly unknown[]): Promise<PayeeCheckEntry[]> {
  requireScope(call, 'payee_check')
  if (items.length === 0) return []
  if (items.length > checksLimit) throw new SignpostError('bulk_limit_exceeded', { param: 'items' })
  const read: (Question | SignpostError)[] = []
  for (const item of items) {
    await context.pace(stepsToRead.asked)
    read.push(readItem(item, context.defaultRegion))
  }
  const questions = read.flatMap((item) => (item instanceof SignpostError ? [] : [item]))
  call.release = 'bulk'
  const checked = (await admitted(context, call, items.length, questions))[Symbol.iterator]()
  return read.map((item) => {
    if (item instanceof SignpostError)
      return { verdict: null, basis: null, error: { type: item.type, code: item.code } }
    const { verdict, basis } = checked.next().value as Checked
    return { verdict, basis, error: null }
  })
}

export function createPayeeChecks(deps: Deps) {
  const counts: CheckCounts = { match: 0, close_match: 0, no_match: 0, unavailable: 0 }
  const context: Context = { ...deps, counts, pace: createPace(sliceSteps) }
  return { counts: counts as Readonly<CheckCounts>, ...bound(context, { check: checkOne, checkMany }) }
}

function readItem(item: unknown, defaultRegion: string | undefined): Question | SignpostError {
  try {
    return readQuestionItem(item, defaultRegion)
  } catch (error) {
    if (error instanceof SignpostError) return error
    throw error
  }
}

export type PayeeChecks = ReturnType<typeof createPayeeChecks>
