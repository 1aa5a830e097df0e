import { linkParts } from '../challenges/rules.ts'

/** Proof that an alias needs before it resolves: nothing, any proof of its type, or a proof below its own path. */
export type ProofNeed = 'none' | 'any' | 'own path'

/** The types that `REQUIRE_PROOF` takes: those that something proves. */
export const provableTypes = ['phone', 'email', 'payment_link'] as const
export type ProvableType = (typeof provableTypes)[number]

export type NeedOf = (alias: { readonly livemode: boolean; readonly type: string; readonly value: string }) => ProofNeed

/**
 * What aliases of these types must show. A link that is registered here alone has nothing that could prove it.
 *
 * INVARIANT (a host is no page): who proved a host has proved the link that is the host alone, and no page of it.
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

/** Where nothing is required. */
export const noProofNeeded: NeedOf = () => 'none'
