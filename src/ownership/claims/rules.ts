import { readStored } from '../../kernel/stored.ts'
import type { ClaimRow } from './store.ts'
import type { HolderRow } from './transfer-store.ts'

export const claimKinds = ['ownership', 'portability'] as const
export type ClaimKind = (typeof claimKinds)[number]

export const claimStatuses = [
  'pending_proof',
  'queued',
  'open',
  'awaiting_second_proof',
  'completed',
  'cancelled',
  'expired',
] as const
export type ClaimStatus = (typeof claimStatuses)[number]

export const claimReasons = [
  'contested',
  'refused',
  'withdrawn',
  'donor_silent',
  'own_alias',
  'identity_not_active',
  'limit_reached',
  'superseded',
  'second_proof_missing',
] as const
export type ClaimReason = (typeof claimReasons)[number]

export const claimDirections = ['outgoing', 'incoming'] as const
export type ClaimDirection = (typeof claimDirections)[number]

/** Limit of open claims for each consumer. */
export const openClaimLimit = 20

const typesOf: Record<ClaimKind, readonly string[]> = {
  ownership: ['phone', 'email', 'payment_link'],
  portability: ['phone', 'email'],
}

/** Decided by the input alone. */
export const isClaimable = (kind: ClaimKind, type: string): boolean => typesOf[kind].includes(type)

const openStates: readonly ClaimStatus[] = ['pending_proof', 'queued', 'open', 'awaiting_second_proof']
export const isOpen = (status: ClaimStatus): boolean => openStates.includes(status)

/** INVARIANT (fail closed): an unknown status counts as ended. */
export const readClaimStatus = (status: string): ClaimStatus => readStored(claimStatuses, status, 'cancelled')

/** The states in which the claimer may be challenged: for the first proof, and for the second. */
export const takesProof = (status: ClaimStatus): boolean =>
  status === 'pending_proof' || status === 'awaiting_second_proof'

/**
 * Decides the next state of a proved claim whose alias is not free. A reason cancels it.
 *
 * INVARIANT (a proof stands): an e-mail address or a link that its holder proved can't be claimed away: an attacker may
 * have read the mailbox for an hour, while the holder proved control. A phone number can always be claimed.
 */
export function opening(claim: ClaimRow, holder: HolderRow): 'open' | 'queue' | ClaimReason {
  if (holder.consumer_id === claim.consumer_id) return 'own_alias'
  if (holder.claim_id !== null) return 'queue'
  if (claim.kind === 'ownership' && claim.type !== 'phone' && holder.verification === 'proved') return 'refused'
  return 'open'
}

/** Maximum age of a proof that completes a claim. All are in seconds. */
export type ProofAges = { readonly fresh: number; readonly confirmed: number }

/**
 * Checks that a proof of this age completes a claim.
 *
 * INVARIANT (fresh proofs): an old proof shows who had the alias once. Only the donor's confirmation makes up for its
 * age, and for `confirmed` seconds at most.
 */
export const isFreshEnough = (age: number, by: 'worker' | 'donor', { fresh, confirmed }: ProofAges): boolean =>
  age <= (by === 'donor' ? Math.max(fresh, confirmed) : fresh)
