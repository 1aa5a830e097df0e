import type { WalletProof } from './wallet-proof.ts'

/** Absent is undefined. Nulls are refused. */
export type CreateEndpointInput = {
  identity: string
  type: string
  address: string
  details?: unknown
  privacyLevel?: string | null | undefined
  priority?: number | null | undefined
  capabilities?: unknown
  release?: string | null | undefined
  proof?: WalletProof | null | undefined
}
export type UpdateEndpointInput = {
  privacyLevel?: string | null | undefined
  priority?: number | null | undefined
  capabilities?: unknown
  release?: string | null | undefined
  status?: string | null | undefined
}
