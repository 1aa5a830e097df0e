import { encodeId } from '../../kernel/id.ts'
import { type PrivacyLevel, readPrivacy } from '../../kernel/privacy.ts'
import { readClaim, readMoment, readStored, readText } from '../../kernel/stored.ts'
import type { Metadata } from '../notes/rules.ts'
import type { OwnerNotes, ShownNotes } from '../notes/sealing.ts'
import { type AliasType, readAliasType } from './normalization/alias-types.ts'
import type { findAliases } from './store.ts'

/** A transferred alias went to somebody who claimed it. */
export const aliasStatuses = ['registered', 'released', 'transferred'] as const
export type AliasStatus = (typeof aliasStatuses)[number]
export const verificationMethods = ['otp', 'email_link', 'document', 'other'] as const
export type VerificationMethod = (typeof verificationMethods)[number]

/** What is known of an alias: nothing, its owner's word, or a proof of control. */
export const verifications = ['none', 'attested', 'proved'] as const
export type Verification = (typeof verifications)[number]
/** How it became known: by the owner's word, or by the challenge that was met. */
export const verifiedMethods = [...verificationMethods, 'sms_code', 'email_code', 'dns_txt', 'well_known'] as const
export type VerifiedMethod = (typeof verifiedMethods)[number]

export type AliasRecord = {
  id: string
  livemode: boolean
  identity: string
  type: AliasType
  value: string
  privacyLevel: PrivacyLevel
  isPrimary: boolean
  status: AliasStatus
  verification: Verification
  verifiedAt: Date | null
  verifiedMethod: VerifiedMethod | null
  /** Of a domain's proof: it holds until then. */
  proofExpiresAt: Date | null
  /** When a released alias may be registered again; null while it is registered. */
  availableAt: Date | null
  externalReference: string | null
  metadata: Metadata
  createdAt: Date
  updatedAt: Date
}

/** One that was released by either word, its status or its date, is released. */
export const readAliasStatus = ({ status, released_at }: { status: string; released_at: Date | null }): AliasStatus =>
  released_at === null ? readStored(aliasStatuses, status, 'released') : 'released'

export type AliasRow = Omit<Awaited<ReturnType<typeof findAliases>>[number], 'mark'>

const recordOf = (row: AliasRow, notes: ShownNotes): AliasRecord => ({
  id: encodeId('alias', row.id),
  livemode: row.livemode,
  identity: encodeId('identity', row.identity_id),
  type: readAliasType(row.type),
  value: readText(row.value),
  privacyLevel: readPrivacy(row.privacy_level),
  isPrimary: row.primary_alias_id === row.id,
  status: readAliasStatus(row),
  verification: readStored(verifications, row.verification, 'none'),
  verifiedAt: readClaim(row.verified_at),
  verifiedMethod: row.verified_method === null ? null : readStored(verifiedMethods, row.verified_method, 'other'),
  proofExpiresAt: row.proof_expires_at && readMoment(row.proof_expires_at),
  availableAt: row.available_at,
  ...notes,
  createdAt: readMoment(row.created_at),
  updatedAt: readMoment(row.updated_at),
})

/** Records as their owner sees them. */
export const createAliasRecords =
  (notes: OwnerNotes) =>
  async (row: AliasRow): Promise<AliasRecord> =>
    recordOf(row, await notes.shown(row))
