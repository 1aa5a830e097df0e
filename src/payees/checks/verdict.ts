import { readSwitch } from '../../registry/identities/rules.ts'
import type { CheckVerdict } from '../../resolution/disclosures/service.ts'
import type { PayeeNameBasis } from '../names/service.ts'
import { type AskedName, compareNames, type KnownName } from '../rules.ts'

export type CheckedName = { readonly basis: PayeeNameBasis; readonly name: KnownName }

export type CheckFacts = {
  readonly closeMatch: string
  readonly declaredMatch: string
  readonly names: readonly CheckedName[]
  /** True if a declared name counts as a match; a declared identification never does. */
  readonly acceptsDeclared: boolean
}

export type NameVerdict = { readonly verdict: CheckVerdict; readonly basis: PayeeNameBasis | null }

export const unavailable: NameVerdict = Object.freeze({ verdict: 'unavailable', basis: null })

/** SPEC: a match that the operator attests comes first, then its close match, then the owner's declaration. */
const order: readonly string[] = [
  'match attested',
  'match declared',
  'close_match attested',
  'declared_match declared',
  'close_match declared',
]

/** The verdict of one name, after the owner's switches: a verdict that they turn off is no match. */
function saidBy(asked: AskedName, { name, basis }: CheckedName, facts: CheckFacts): CheckVerdict {
  const likeness = compareNames(asked, name)
  if (likeness === 'close_match') return readSwitch(facts.closeMatch) === 'on' ? likeness : 'no_match'
  if (likeness === 'no_match' || basis === 'attested') return likeness
  if (facts.acceptsDeclared && !('identification' in name)) return 'match'
  return readSwitch(facts.declaredMatch) === 'on' ? 'declared_match' : 'no_match'
}

/** Evaluates a question by all names of a payee: the first verdict of `order` counts. */
export function judgeCheck(asked: AskedName, facts: CheckFacts): NameVerdict {
  if (facts.names.length === 0) return unavailable
  const said = facts.names.map((one) => ({ verdict: saidBy(asked, one, facts), basis: one.basis }))
  const rankOf = ({ verdict, basis }: (typeof said)[number]) => order.indexOf(`${verdict} ${basis}`)
  const [best] = said.filter((one) => rankOf(one) >= 0).toSorted((a, b) => rankOf(a) - rankOf(b))
  return best ?? { verdict: 'no_match', basis: null }
}
