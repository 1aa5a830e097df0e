import { hashedSpending } from '../../access/value-budget.ts'
import type { Call } from '../../kernel/call.ts'
import { as, flag, nullable, one, owner, type RecordOf, shape, text } from '../../kernel/record.ts'
import { type IdentityType, readIdentityType, readSwitch } from '../../registry/identities/rules.ts'
import { payeeVerdictSchema } from '../../resolution/disclosures/service.ts'
import { openedOr } from '../../vault/keyring.ts'
import { mostHolders } from '../names/input.ts'
import { payeeNameBases, readBasis } from '../names/service.ts'
import { mostComparisons, openName, readRegistered } from '../rules.ts'
import { mostLetters } from '../tokens.ts'
import { type CheckEntry, type CheckKind, createChecks, type Evaluate, type Pace } from './checking.ts'
import { type CheckDeps, type Found, payeesOf } from './finding.ts'
import { type CheckPayeeInput, type NameQuestion, nameFields, readNameQuestion } from './input.ts'
import { findPayees, type Payee, payeeBudget } from './store.ts'
import { type CheckedName, judgeCheck, type NameVerdict, unavailable } from './verdict.ts'

export type { CheckPayeeInput } from './input.ts'

export const payeeCheck = shape('payee_check', {
  verdict: owner(as<NameVerdict['verdict']>(payeeVerdictSchema)),
  basis: owner(nullable(one(payeeNameBases))),
  livemode: owner(flag()),
  requestId: owner(text('req_…')),
})
export type PayeeCheckRecord = RecordOf<typeof payeeCheck>
export type PayeeCheckEntry = CheckEntry<NameVerdict>

type Deps = CheckDeps & {
  /** True if a name that only its owner has declared counts as a match. */
  acceptsDeclared: boolean
}

/** Reading a letter costs as much as 20 comparisons of two tokens. */
const stepsToRead = { asked: 20 * mostLetters, registered: 20 * mostHolders * mostLetters } as const

/** Opens a name and reads it. A name that can't be opened or read counts as absent: it must not fail a payment. */
async function readName({ keyring }: Deps, row: Payee['names'][number], type: IdentityType): Promise<CheckedName[]> {
  const opened = await openedOr(keyring, () => openName(keyring, row.place, row.sealed), null)
  const name = opened ? readRegistered(opened, type) : null
  return name ? [{ basis: readBasis(row.place.basis), name }] : []
}

/**
 * Evaluates questions by the payees' names: the names of each payee are opened once, and equal questions evaluated
 * once.
 */
function createEvaluate(
  deps: Deps,
  pace: Pace,
  payees: ReadonlyMap<string, Payee>,
): Evaluate<NameQuestion, NameVerdict> {
  const opened = new Map<Payee, CheckedName[]>()
  const evaluated = new Map<string, NameVerdict>()

  async function namesOf(payee: Payee, type: IdentityType): Promise<CheckedName[]> {
    const known = opened.get(payee)
    if (known) return known
    const names: CheckedName[] = []
    for (const row of payee.names) {
      await pace(stepsToRead.registered)
      names.push(...(await readName(deps, row, type)))
    }
    opened.set(payee, names)
    return names
  }

  // Names that the budget refuses are not evaluated.
  return async ({ facts, asked, key: question }, isAdmitted): Promise<NameVerdict> => {
    const payee = facts && isAdmitted ? payees.get(facts.identity.id) : undefined
    if (!facts || !payee || readSwitch(payee.payeeChecks) === 'off') return unavailable
    const { identity } = facts
    const key = `${identity.id}|${question}`
    const before = evaluated.get(key)
    if (before) return before
    const names = await namesOf(payee, readIdentityType(identity.type))
    await pace(
      mostComparisons(
        asked,
        names.map(({ name }) => name),
      ),
    )
    const { closeMatch, declaredMatch } = payee
    const verdict = judgeCheck(asked, { closeMatch, declaredMatch, names, acceptsDeclared: deps.acceptsDeclared })
    evaluated.set(key, verdict)
    return verdict
  }
}

/** The two budgets of a question: of the identity and of the alias. */
function spendingsOf({ keyring }: Deps, { caller }: Call, found: Found<NameQuestion>) {
  const hash = (text: string) => keyring.hash('payee_check', caller.livemode, text)
  return payeesOf(found).map((whom) =>
    hashedSpending(hash, `target|${whom}`, `value|${whom}|${found.key}`, payeeBudget.values),
  )
}

/** Checks of names. No answer contains a name. */
export const createPayeeChecks = (deps: Deps) =>
  createChecks(
    deps,
    (pace): CheckKind<NameQuestion, NameVerdict> => ({
      scope: 'payee_check',
      kind: 'check',
      step: 'single',
      limit: 100,
      seconds: payeeBudget.seconds,
      fields: nameFields,
      stepsToRead: stepsToRead.asked,
      read: (input) => readNameQuestion(input as CheckPayeeInput, deps.defaultRegion),
      spendings: (call, found) => [spendingsOf(deps, call, found)],
      prepare: async (_call, found) => {
        const identities = found.flatMap(({ facts }) => (facts ? [facts.identity.id] : []))
        return createEvaluate(deps, pace, await findPayees(deps.db, identities))
      },
      endpointsOf: () => [],
    }),
    { verdict: null, basis: null },
  )

export type PayeeChecks = ReturnType<typeof createPayeeChecks>
