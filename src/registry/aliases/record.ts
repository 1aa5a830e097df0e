import { changedFields } from '../../events/kinds.ts'
import { encodeId } from '../../kernel/id.ts'
import { privacyLevels, readPrivacy } from '../../kernel/privacy.ts'
import {
  flag,
  moment,
  nullable,
  one,
  owner,
  type RecordOf,
  record,
  text,
  typeOf,
  unlessNull,
} from '../../kernel/record.ts'
import { lineNames } from '../../kernel/record-bodies.ts'
import { readClaim, readMoment, readStored, readText } from '../../kernel/stored.ts'
import { notedFields } from '../notes/rules.ts'
import type { NoteColumns, OwnerNotes } from '../notes/sealing.ts'
import type { AliasFields } from './input.ts'
import { aliasTypes, readAliasType } from './normalization/alias-types.ts'
import type { findAliases } from './store.ts'

/** A transferred alias went to another consumer by a claim. */
export const aliasStatuses = ['registered', 'released', 'transferred'] as const
export type AliasStatus = (typeof aliasStatuses)[number]
export const verificationMethods = ['otp', 'email_link', 'document', 'other'] as const
export type VerificationMethod = (typeof verificationMethods)[number]

/** Evidence for an alias: none, its owner's attestation, or a proof of control. */
export const verifications = ['none', 'attested', 'proved'] as const
export type Verification = (typeof verifications)[number]
/** Method of the verification: the owner's attestation, or the met challenge. */
export const verifiedMethods = [...verificationMethods, 'sms_code', 'email_code', 'dns_txt', 'well_known'] as const
export type VerifiedMethod = (typeof verifiedMethods)[number]

/** The record's fields, defined once: docs/architecture.md lists what is derived from them. */
export const alias = record('alias', {
  identity: owner(text('idn_…'), { create: 'required' }),
  type: owner(typeOf(aliasTypes), { create: 'required' }),
  value: owner(text(), { create: 'required', sent: text('As typed; normalized on create') }),
  privacyLevel: owner(one(privacyLevels), { create: 'optional', update: 'optional' }),
  isPrimary: owner(flag(), { create: 'optional', update: 'optional' }),
  status: owner(one(aliasStatuses), { line: true }),
  verification: owner(one(verifications)),
  verifiedAt: owner(nullable(moment())),
  verifiedMethod: owner(nullable(one(verifiedMethods))),
  proofExpiresAt: owner(nullable(moment("For a domain's proof"))),
  availableAt: owner(unlessNull(moment("The end of a released alias's cooldown"))),
  ...notedFields,
})

export type AliasRecord = RecordOf<typeof alias>

/** An alias counts as released by its status or its date. */
export const readAliasStatus = ({ status, released_at }: { status: string; released_at: Date | null }): AliasStatus =>
  released_at === null ? readStored(aliasStatuses, status, 'released') : 'released'

export type AliasRow = Omit<Awaited<ReturnType<typeof findAliases>>[number], 'mark'>

/** Records in the owner's view. */
export const createAliasRecords =
  (notes: OwnerNotes) =>
  async (row: AliasRow): Promise<AliasRecord> => ({
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
    ...(await notes.shown(row)),
    createdAt: readMoment(row.created_at),
    updatedAt: readMoment(row.updated_at),
  })

/** The columns that a patch changes, and the names of its fields. Whether the alias is primary is a column of its identity. */
export function patchAlias(
  row: Pick<AliasRow, 'privacy_level'>,
  wasPrimary: boolean,
  { level, isPrimary }: Pick<AliasFields, 'level' | 'isPrimary'>,
  noted: Partial<NoteColumns>,
) {
  const next = { ...(level === undefined ? {} : { privacy_level: level }), ...noted }
  const before = { ...row, is_primary: wasPrimary }
  const changed = changedFields(lineNames(alias), before, { ...next, is_primary: isPrimary ?? wasPrimary })
  return { next, changed, isPrimaryChanged: changed.includes('is_primary') }
}
