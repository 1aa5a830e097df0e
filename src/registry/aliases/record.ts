import { encodeId } from '../../kernel/id.ts'
import { type PrivacyLevel, readPrivacy } from '../../kernel/privacy.ts'
import { readStored } from '../../kernel/stored.ts'
import { type AliasType, readAliasType } from './normalization/alias-types.ts'
import type { findAliases } from './store.ts'

export const aliasStatuses = ['registered', 'released'] as const
export type AliasStatus = (typeof aliasStatuses)[number]
export const verificationMethods = ['otp', 'email_link', 'document', 'other'] as const
export type VerificationMethod = (typeof verificationMethods)[number]

export type AliasRecord = {
  id: string
  livemode: boolean
  identity: string
  type: AliasType
  value: string
  privacyLevel: PrivacyLevel
  isPrimary: boolean
  status: AliasStatus
  verifiedAt: Date | null
  /** When a released alias may be registered again; null while it is registered. */
  availableAt: Date | null
  createdAt: Date
  updatedAt: Date
}

export type AliasRow = Awaited<ReturnType<typeof findAliases>>[number]

export const aliasRecord = (row: AliasRow): AliasRecord => ({
  id: encodeId('alias', row.id),
  livemode: row.livemode,
  identity: encodeId('identity', row.identity_id),
  type: readAliasType(row.type),
  value: row.value,
  privacyLevel: readPrivacy(row.privacy_level),
  isPrimary: row.primary_alias_id === row.id,
  status: readStored(aliasStatuses, row.status, 'released'),
  verifiedAt: row.verified_at,
  availableAt: row.available_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
