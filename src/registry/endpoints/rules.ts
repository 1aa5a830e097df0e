import type { Database } from '../../database/orm.ts'
import type { Call } from '../../kernel/call.ts'
import { readStored } from '../../kernel/stored.ts'
import type { Capability } from './capability.ts'

/**
 * Recipients of an endpoint's address, sealed to their key: none, those that a grant names, or all who can resolve it.
 */
export const releasePolicies = ['never', 'granted', 'public'] as const
export type ReleasePolicy = (typeof releasePolicies)[number]

/** An unknown policy reads as `never`. */
export const readReleasePolicy = (stored: unknown): ReleasePolicy => readStored(releasePolicies, stored, 'never')

/** Proof of control of a wallet: the service's token, and a signature of its message. */
export type WalletProof = { token: string; signature: string }

export const endpointVerifications = ['none', 'proved'] as const
export type EndpointVerification = (typeof endpointVerifications)[number]

/** Methods by which an endpoint was proved. */
export const endpointMethods = ['wallet_signature'] as const
export type EndpointMethod = (typeof endpointMethods)[number]

/** Wallet and its identity. The identity is a uuid; the address is normalized. */
export type Wallet = { identityId: string; type: string; address: string; capabilities: readonly Capability[] }

/**
 * Verifies proofs of wallets.
 *
 * `judge` throws unless the proof is of this wallet and of this caller. Its result takes the proof's nonce, in the
 * transaction of the proved record, and throws if it was taken before.
 */
export type JudgeWallet = (call: Call, wallet: Wallet, proof: WalletProof) => (db: Database) => Promise<void>
