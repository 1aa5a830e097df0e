import type { ExplanationReason } from '../generated/documents.ts'

/** The service's codes as sentences. Source: docs/how-to/explanations.md. */
export const reasons: Record<ExplanationReason, string> = {
  SAME_ENVIRONMENT: 'Of the same environment',
  OTHER_ENVIRONMENT: 'Of the other environment',
  ALIAS_REGISTERED: 'The alias is registered',
  ALIAS_RELEASED: 'The alias is released',
  ALIAS_TRANSFERRED: 'The alias went to another consumer',
  ALIAS_DAMAGED: 'The alias was changed outside of the service',
  ALIAS_PUBLIC: 'The alias is public',
  ALIAS_UNLISTED: 'Unlisted: typed exactly, it resolves',
  ALIAS_PRIVATE: 'The alias is private',
  GRANT_COVERS: 'Covered by the grant',
  GRANT_MISSING: 'No grant covers it',
  GRANT_OMITS: 'The grant does not cover it',
  GRANT_REVOKED: 'The grant that could cover it is revoked',
  GRANT_EXPIRED: 'The grant that could cover it has expired',
  PROOF_NOT_REQUIRED: 'No proof is required',
  PROOF_VALID: 'The alias is proved',
  PROOF_ATTESTED: 'The operator takes your word for the alias',
  PROOF_MISSING: 'The service requires a proof',
  PROOF_EXPIRED: 'The proof of the alias has expired',
  PROOF_OF_HOST: 'The service requires a proof below the path of the link',
  ATTESTATION_NOT_ACCEPTED: 'The service requires a proof, and takes your word where its operator agreed',
  IDENTITY_ACTIVE: 'The identity is active',
  IDENTITY_SUSPENDED: 'The identity is suspended',
  IDENTITY_CLOSED: 'The identity is closed',
  ENDPOINT_PUBLIC: 'Public',
  ENDPOINT_PRIVATE: 'Private',
  ENDPOINT_DISABLED: 'Disabled',
  ENDPOINT_DAMAGED: 'Changed outside of the service',
  PAYMENT_NOT_ACCEPTED: 'It cannot take the payment',
  ALIAS_HIDDEN: 'The alias does not resolve',
}

const remedies: Readonly<Record<string, string>> = {
  createAlias: 'Register it again.',
  updateAlias: 'Open its level.',
  grantConsent: 'Grant consent.',
  updateConsentGrant: 'Extend the grant.',
  challengeAlias: 'Prove the alias.',
  updateIdentity: 'Activate the identity.',
}

/** The service's remedy as a sentence. */
export const remedyText = (remedy: string | null | undefined): string => remedies[remedy ?? ''] ?? ''
