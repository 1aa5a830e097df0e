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

/** The facts that the rules on an alias read: no endpoint. */
export type AliasCase = Omit<Facts, 'endpoints'>
/** The facts that the rules on an endpoint read beside it. */
type EndpointCase = Pick<Facts, 'caller' | 'grant'>

const isInEnvironment = ({ caller, alias }: AliasCase): boolean => alias?.livemode === caller.livemode

const isRegistered = ({ alias }: AliasCase): boolean => alias?.status === 'registered'

const isAliasShown = (facts: AliasCase): boolean =>
  facts.alias !== null && isVisible('alias', 'aliases', facts.alias, facts)

const hasProof = ({ alias, need }: AliasCase): boolean => isProved(need, alias?.proof ?? null)

const isIdentityActive = ({ caller, identity }: AliasCase): boolean =>
  inEnvironment(identity, caller.livemode)?.status === 'active'

/** The rules that an alias must meet, in the seed's order: resolve asks for all of them, an explanation for each by itself. */
export const aliasRules = {
  environment: isInEnvironment,
  alias_registered: isRegistered,
  alias_level: isAliasShown,
  proof: hasProof,
  identity_active: isIdentityActive,
}

const isActive = (_: EndpointCase, { status }: EndpointFacts): boolean => status === 'active'

const isEndpointShown = (facts: EndpointCase, endpoint: EndpointFacts): boolean =>
  isVisible('endpoint', 'endpoints', endpoint, facts)

/** The rules that an endpoint of the identity must meet; the payment of the request is the last one (payment.ts). */
export const endpointRules = { status: isActive, level: isEndpointShown }

/** Decides on the alias and its identity, and reads no endpoint. @returns null where the endpoints decide */
export function refusalOf(facts: AliasCase): typeof hidden | typeof forbidden | null {
  if (!hasScope(facts.caller.scopes, 'resolve')) return forbidden
  // The table's rules by their names: a loop over the table takes twice as long.
  const isOpen =
    isInEnvironment(facts) && isRegistered(facts) && isAliasShown(facts) && hasProof(facts) && isIdentityActive(facts)
  return isOpen ? null : hidden
}

/** The endpoints of the identity in this environment. */
export const isOwned = (endpoint: EndpointFacts, livemode: boolean): boolean =>
  endpoint.livemode === livemode && endpoint.status !== 'removed'

/** Selects the disclosed endpoints of an alias that is not refused: by environment, level and the grant on endpoints alone. */
export function disclosedOf<E extends EndpointFacts>(
  facts: EndpointCase & Pick<Facts<E>, 'endpoints'>,
): { disclosed: readonly E[]; total: number } {
  const { livemode } = facts.caller
  const owned = facts.endpoints.filter((endpoint) => isOwned(endpoint, livemode))
  const disclosed = owned.filter((endpoint) => isActive(facts, endpoint) && isEndpointShown(facts, endpoint))
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
function isVisible(
  kind: 'alias' | 'endpoint',
  list: 'aliases' | 'endpoints',
  { id, privacyLevel }: Pick<AliasFacts, 'id' | 'privacyLevel'>,
  { caller, grant }: EndpointCase,
): boolean {
  const visibility: Visibility = privacyRules[readPrivacy(privacyLevel)][kind]
  if (visibility === 'granted') return covers(inEnvironment(grant, caller.livemode), list, id)
  return visibility === 'always'
}

/** INVARIANT (fail closed): a proof with an unknown field is no proof. */
function isProved(need: ProofNeed, proof: ProofFacts | null): boolean {
  if (need === 'none') return true
  if (proof?.verification === 'attested') return proof.attests
  if (proof?.verification !== 'proved' || proof.isExpired) return false
  return need === 'any' || proof.method === 'well_known'
}

/** The order of an answer. */
export function byPriorityThenAge(a: EndpointFacts, b: EndpointFacts): number {
  return b.priority - a.priority || Number(a.createdAt) - Number(b.createdAt) || (a.id < b.id ? -1 : 1)
}
