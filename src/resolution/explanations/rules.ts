import type { ConsentGrantStatus } from '../../consent/grants/record.ts'
import { privacyRules, readPrivacy } from '../../kernel/privacy.ts'
import { hasToken, type ResolvableEndpoint } from '../endpoints.ts'
import { canTake, choose, type PaymentContext } from '../payment.ts'
import {
  type AliasFacts,
  aliasRules,
  byPriorityThenAge,
  covers,
  endpointRules,
  type Facts,
  type GrantFacts,
  type IdentityFacts,
  isOwned,
} from '../policy.ts'

/**
 * The codes of `because`, in the order of the rules, each with its `remedy`: the operation by which the owner changes it,
 * or null. docs/how-to/explanations.md publishes the list; the enum ExplanationReason of the schema describes each.
 */
export const reasons = {
  same_environment: null,
  other_environment: null,
  alias_registered: null,
  alias_released: 'createAlias',
  alias_transferred: null,
  alias_damaged: null,
  alias_public: null,
  alias_unlisted: null,
  alias_private: 'updateAlias',
  grant_covers: null,
  grant_missing: 'grantConsent',
  grant_omits: 'updateConsentGrant',
  grant_revoked: 'grantConsent',
  grant_expired: 'grantConsent',
  proof_not_required: null,
  proof_valid: null,
  proof_attested: null,
  proof_missing: 'challengeAlias',
  proof_expired: 'challengeAlias',
  proof_of_host: 'challengeAlias',
  attestation_not_accepted: 'challengeAlias',
  identity_active: null,
  identity_suspended: 'updateIdentity',
  identity_closed: null,
  endpoint_public: null,
  endpoint_private: 'updateEndpoint',
  endpoint_disabled: 'updateEndpoint',
  endpoint_damaged: null,
  payment_not_accepted: 'updateEndpoint',
  alias_hidden: null,
} as const satisfies Record<string, string | null>

export type Reason = keyof typeof reasons

export const reasonNames = Object.keys(reasons) as readonly Reason[]

/** The consumer's grant on the identity: the active one, or the last that ended. */
export type ExplainedGrant = GrantFacts & { readonly id: string; readonly status: ConsentGrantStatus }

/** The owner's rows. The status `damaged` is that of a row that differs from its seal: resolve leaves it out. */
export type ExplainedFacts<E extends ResolvableEndpoint = ResolvableEndpoint> = Facts<E> & {
  readonly alias: AliasFacts
  readonly identity: IdentityFacts
  readonly grant: ExplainedGrant | null
}

type AliasRule = keyof typeof aliasRules
export const aliasRuleNames = Object.keys(aliasRules) as readonly AliasRule[]

const lists = { alias: 'aliases', endpoint: 'endpoints' } as const

function levelReason(
  kind: 'alias' | 'endpoint',
  { id, privacyLevel }: Pick<AliasFacts, 'id' | 'privacyLevel'>,
  { caller, grant }: ExplainedFacts,
): Reason {
  const level = readPrivacy(privacyLevel)
  const visibility = privacyRules[level][kind]
  if (visibility === 'never') return `${kind}_private`
  if (visibility === 'always') return level === 'unlisted' ? 'alias_unlisted' : `${kind}_public`
  if (grant?.livemode !== caller.livemode) return 'grant_missing'
  if (!grant.active) return grant.status === 'expired' ? 'grant_expired' : 'grant_revoked'
  return covers(grant, lists[kind], id) ? 'grant_covers' : 'grant_omits'
}

function proofReason({ need, alias: { proof } }: ExplainedFacts): Reason {
  if (need === 'none') return 'proof_not_required'
  if (proof?.verification === 'attested') return proof.attests ? 'proof_attested' : 'attestation_not_accepted'
  if (proof?.verification !== 'proved') return 'proof_missing'
  if (proof.isExpired) return 'proof_expired'
  return need === 'any' || proof.method === 'well_known' ? 'proof_valid' : 'proof_of_host'
}

const aliasStates: Readonly<Record<string, Reason>> = {
  registered: 'alias_registered',
  released: 'alias_released',
  transferred: 'alias_transferred',
}
const identityStates: Readonly<Record<string, Reason>> = { active: 'identity_active', suspended: 'identity_suspended' }

const reasonOf: Readonly<Record<AliasRule, (facts: ExplainedFacts) => Reason>> = {
  environment: ({ caller, alias }) => (alias.livemode === caller.livemode ? 'same_environment' : 'other_environment'),
  alias_registered: ({ alias }) => aliasStates[alias.status] ?? 'alias_damaged',
  alias_level: (facts) => levelReason('alias', facts.alias, facts),
  proof: proofReason,
  identity_active: ({ caller, identity }) =>
    identity.livemode === caller.livemode
      ? (identityStates[identity.status] ?? 'identity_closed')
      : 'other_environment',
}

/** The reason why an endpoint is shown behind an alias that resolves, or the first one why it is not. */
function evaluateEndpoint(
  facts: ExplainedFacts,
  payment: PaymentContext | null,
  endpoint: ResolvableEndpoint,
): { holds: boolean; because: Reason } {
  if (!endpointRules.status(facts, endpoint))
    return { holds: false, because: endpoint.status === 'damaged' ? 'endpoint_damaged' : 'endpoint_disabled' }
  const because = levelReason('endpoint', endpoint, facts)
  if (!endpointRules.level(facts, endpoint)) return { holds: false, because }
  return canTake(payment, endpoint) ? { holds: true, because } : { holds: false, because: 'payment_not_accepted' }
}

/**
 * Explains what the policy decides: each of its rules by itself, whatever the others say. Shown endpoints come first, in
 * the order of the answer.
 *
 * INVARIANT (one policy): whether a rule holds is asked of the predicates that resolve asks; only the reasons are here.
 */
export function explain<E extends ResolvableEndpoint>(facts: ExplainedFacts<E>, payment: PaymentContext | null) {
  const rules = aliasRuleNames.map((rule) => {
    const because = reasonOf[rule](facts)
    return { rule, holds: aliasRules[rule](facts), because, remedy: reasons[because] }
  })
  const resolves = rules.every(({ holds }) => holds)
  const endpoints = facts.endpoints
    .filter((endpoint) => isOwned(endpoint, facts.caller.livemode))
    .sort(byPriorityThenAge)
    .map((endpoint) => {
      const { holds, because: reason } = evaluateEndpoint(facts, payment, endpoint)
      const shown = resolves && holds
      const because: Reason = holds && !shown ? 'alias_hidden' : reason
      return { endpoint, shown, because, token: shown && hasToken(endpoint, facts.grant) }
    })
  const shown = endpoints.filter((one) => one.shown)
  const choices = shown.map(({ endpoint }) => endpoint)
  const chosen = payment && choose(payment, choices).map((at) => shown[at]!)
  return { resolves, rules, endpoints: [...(chosen ?? shown), ...endpoints.filter((one) => !one.shown)] }
}
