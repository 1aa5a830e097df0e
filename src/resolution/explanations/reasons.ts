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
