import { linkParts } from '../challenges/rules.ts'

/** The proof that an alias needs before it resolves: none, any proof of its type, or a proof below its own path. */
export type ProofNeed = 'none' | 'any' | 'own path'

/** The types that `REQUIRE_PROOF` accepts: those with a method of proof. */
export const provableTypes = ['phone', 'email', 'payment_link'] as const
export type ProvableType = (typeof provableTypes)[number]

export type NeedOf = (alias: { readonly livemode: boolean; readonly type: string; readonly value: string }) => ProofNeed

/**
 * Returns the proof that aliases of these types need. A link that is registered here alone has no method of proof.
 *
 * INVARIANT (a host is no page): control of a host proves the link that is the host alone, never a page of it.
 */
export function createProofNeeds(types: readonly ProvableType[]): NeedOf {
  const required: ReadonlySet<string> = new Set(types)
  return ({ livemode, type, value }) => {
    if (!livemode || !required.has(type)) return 'none'
    if (type !== 'payment_link') return 'any'
    const link = linkParts(value)
    if (link === null) return 'none'
    return link.isBare ? 'any' : 'own path'
  }
}

/** No proof is required. */
export const noProofNeeded: NeedOf = () => 'none'
