import { privacyRules, readPrivacy, type Visibility } from '../kernel/privacy.ts'
import { hasScope } from '../kernel/scopes.ts'
import type { ProofNeed } from '../ownership/proofs/needs.ts'

/** The facts of an endpoint that the policy reads; other fields pass through. `createdAt`: Date or number, one kind per call. */
export type EndpointFacts = {
  readonly id: string
  readonly livemode: boolean
  readonly status: string
  readonly privacyLevel: string | null
  readonly priority: number
  readonly createdAt: Date | number
}

/** The caller's grant on the identity. `active`, decided by the database's clock: neither revoked nor expired. */
export type GrantFacts = {
  readonly active: boolean
  readonly livemode: boolean
  readonly all: boolean
  readonly aliases: readonly string[]
  readonly endpoints: readonly string[]
}

/** The proof of who controls an alias. The database's clock decides on its expiry. */
export type ProofFacts = {
  readonly verification: string
  readonly method: string | null
  readonly isExpired: boolean
  /** The operator accepts attestations of this alias's consumer as proofs. */
  readonly attests: boolean
}

export type AliasFacts = {
  readonly id: string
  readonly livemode: boolean
  readonly status: string
  readonly privacyLevel: string | null
  /** Read where a proof may be needed. */
  readonly proof?: ProofFacts | null
}

export type IdentityFacts = { readonly id: string; readonly livemode: boolean; readonly status: string }

export type Facts<E extends EndpointFacts = EndpointFacts> = {
  readonly caller: { readonly livemode: boolean; readonly scopes: readonly string[] }
  readonly alias: AliasFacts | null
  readonly identity: IdentityFacts | null
  readonly grant: GrantFacts | null
  /** The proof that the alias must have: by the request and the configuration alone. */
  readonly need: ProofNeed
  readonly endpoints: readonly E[]
}

/** `total` counts the endpoints that the identity owns in this environment; `disclosed` are those that the caller sees. */
export type Verdict<E extends EndpointFacts = EndpointFacts> =
  | { readonly kind: 'resolved'; readonly disclosed: readonly E[]; readonly total: number }
  | { readonly kind: 'hidden' }
  | { readonly kind: 'forbidden' }

export const hidden = Object.freeze({ kind: 'hidden' } as const)
export const forbidden = Object.freeze({ kind: 'forbidden' } as const)

/**
 * Decides what one caller may see behind one alias: the seed's five rules, in its order.
 *
 * INVARIANT (uniform denial): every refusal of an alias is the same value, so no edge can tell a missing one from a private
 * one. Endpoints are read behind the last refusal only.
 *
 * INVARIANT (scope first seen): the environment rule takes facts away and refuses nothing by itself, so a caller without
 * the scope is `forbidden` whatever exists in either environment.
 */
export function decide<E extends EndpointFacts>(facts: Facts<E>): Verdict<E> {
  return refusalOf(facts) ?? { kind: 'resolved', ...disclosedOf(facts) }
}

/** Decides on the alias and its identity, and reads no endpoint. @returns null where the endpoints decide */
export function refusalOf<E extends EndpointFacts>(facts: Facts<E>): typeof hidden | typeof forbidden | null {
  const { livemode, scopes } = facts.caller
  if (!hasScope(scopes, 'resolve')) return forbidden

  const alias = inEnvironment(facts.alias, livemode)
  const grant = inEnvironment(facts.grant, livemode)
  if (alias === null || alias.status !== 'registered') return hidden
  const { alias: visibility } = privacyRules[readPrivacy(alias.privacyLevel)]
  if (!isVisible(visibility, covers(grant, 'aliases', alias.id))) return hidden
  if (!isProved(facts.need, alias.proof ?? null)) return hidden

  const identity = inEnvironment(facts.identity, livemode)
  if (identity === null || identity.status !== 'active') return hidden
  return null
}

/** Selects the disclosed endpoints of an alias that is not refused: by environment, level and the grant on endpoints alone. */
export function disclosedOf<E extends EndpointFacts>(
  facts: Pick<Facts<E>, 'caller' | 'grant' | 'endpoints'>,
): { disclosed: readonly E[]; total: number } {
  const { livemode } = facts.caller
  const grant = inEnvironment(facts.grant, livemode)
  const owned = facts.endpoints.filter((endpoint) => endpoint.livemode === livemode && endpoint.status !== 'removed')
  const disclosed = owned.filter(
    ({ id, status, privacyLevel }) =>
      status === 'active' &&
      isVisible(privacyRules[readPrivacy(privacyLevel)].endpoint, covers(grant, 'endpoints', id)),
  )
  return { disclosed: disclosed.sort(byPriorityThenAge), total: owned.length }
}

/** By what an alias that is not refused is shown. */
export function basisOf({ privacyLevel }: Pick<AliasFacts, 'privacyLevel'>): 'public' | 'unlisted' | 'grant' {
  const level = readPrivacy(privacyLevel)
  return level === 'public' || level === 'unlisted' ? level : 'grant'
}

function inEnvironment<F extends { readonly livemode: boolean }>(fact: F | null, livemode: boolean): F | null {
  return fact?.livemode === livemode ? fact : null
}

/** Checks that an active grant covers a record. */
export function covers(grant: GrantFacts | null, list: 'aliases' | 'endpoints', id: string): boolean {
  return grant?.active === true && (grant.all || grant[list].includes(id))
}

/** INVARIANT (fail closed): a visibility that is neither `always` nor `granted` shows nothing. */
function isVisible(visibility: Visibility, isGranted: boolean): boolean {
  return visibility === 'always' || (visibility === 'granted' && isGranted)
}

/** INVARIANT (fail closed): a proof with an unknown field is no proof. */
function isProved(need: ProofNeed, proof: ProofFacts | null): boolean {
  if (need === 'none') return true
  if (proof?.verification === 'attested') return proof.attests
  if (proof?.verification !== 'proved' || proof.isExpired) return false
  return need === 'any' || proof.method === 'well_known'
}

function byPriorityThenAge(a: EndpointFacts, b: EndpointFacts): number {
  return b.priority - a.priority || Number(a.createdAt) - Number(b.createdAt) || (a.id < b.id ? -1 : 1)
}
