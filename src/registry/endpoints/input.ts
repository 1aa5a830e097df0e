import type { RecordFilter } from '../filter.ts'
import type { NotesInput } from '../notes/rules.ts'
import type { WalletProof } from './wallet-proof.ts'

/** Absent is undefined. Notes may be cleared by null; other nulls are refused. */
export type CreateEndpointInput = NotesInput & {
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
export type UpdateEndpointInput = NotesInput & {
  privacyLevel?: string | null | undefined
  priority?: number | null | undefined
  capabilities?: unknown
  release?: string | null | undefined
  status?: string | null | undefined
}
/** What own endpoints are found by. */
export type EndpointFilter = RecordFilter & { identity?: string | null | undefined; status?: string | null | undefined }
