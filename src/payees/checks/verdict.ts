import { readSwitch } from '../../registry/identities/rules.ts'
import type { Verdict } from '../../resolution/judging.ts'
import type { Likeness } from '../comparison.ts'
import type { PayeeNameBasis } from '../names/service.ts'
import { type AskedName, compareNames, type KnownName } from '../rules.ts'

export type CheckedName = { readonly basis: PayeeNameBasis; readonly name: KnownName }

export type CheckFacts = {
  readonly closeMatch: string
  readonly names: readonly CheckedName[]
  readonly livemode: boolean
  /** Whether a declared name may match in live mode. */
  readonly acceptsDeclared: boolean
}

export type CheckVerdict = { readonly verdict: Verdict; readonly basis: PayeeNameBasis | null }

export const unavailable: CheckVerdict = Object.freeze({ verdict: 'unavailable', basis: null })

const order: readonly Likeness[] = ['no_match', 'close_match', 'match']

/** SPEC: in live mode a name that its owner alone has declared comes close at most. */
function capped(likeness: Likeness, basis: PayeeNameBasis, { livemode, acceptsDeclared }: CheckFacts): Likeness {
  const isCapped = livemode && basis === 'declared' && !acceptsDeclared
  return likeness === 'match' && isCapped ? 'close_match' : likeness
}

/** Judges a question by all names of a payee: the best counts, and of equals the operator's word. */
export function judgeCheck(asked: AskedName, facts: CheckFacts): CheckVerdict {
  if (facts.names.length === 0) return unavailable
  let best: { likeness: Likeness; basis: PayeeNameBasis } = { likeness: 'no_match', basis: 'declared' }
  for (const { name, basis } of facts.names) {
    const likeness = capped(compareNames(asked, name), basis, facts)
    const gain = order.indexOf(likeness) - order.indexOf(best.likeness)
    if (gain > 0 || (gain === 0 && basis === 'attested')) best = { likeness, basis }
  }
  const isHidden = best.likeness === 'close_match' && readSwitch(facts.closeMatch) === 'off'
  if (best.likeness === 'no_match' || isHidden) return { verdict: 'no_match', basis: null }
  return { verdict: best.likeness, basis: best.basis }
}
