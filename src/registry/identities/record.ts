import { encodeId } from '../../kernel/id.ts'
import { type PrivacyLevel, readPrivacy } from '../../kernel/privacy.ts'
import { readMoment } from '../../kernel/stored.ts'
import type { Metadata } from '../notes/rules.ts'
import type { OwnerNotes, ShownNotes } from '../notes/sealing.ts'
import {
  type IdentityStatus,
  type IdentityType,
  readIdentityStatus,
  readIdentityType,
  readSwitch,
  type Switch,
} from './rules.ts'
import type { IdentityRow } from './store.ts'

export type IdentityRecord = {
  id: string
  livemode: boolean
  type: IdentityType
  status: IdentityStatus
  displayName: string | null
  defaultPrivacyLevel: PrivacyLevel
  primaryAlias: string | null
  /** Whether payers may check its names, and may be told of a close match. */
  payeeChecks: Switch
  closeMatch: Switch
  externalReference: string | null
  metadata: Metadata
  /** Whether it is being erased, and when nothing of it was left. */
  erasing: boolean
  erasedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

const recordOf = (row: IdentityRow, notes: ShownNotes): IdentityRecord => ({
  id: encodeId('identity', row.id),
  livemode: row.livemode,
  type: readIdentityType(row.type),
  status: readIdentityStatus(row.status),
  displayName: row.display_name,
  defaultPrivacyLevel: readPrivacy(row.default_privacy_level),
  primaryAlias: row.primary_alias_id && encodeId('alias', row.primary_alias_id),
  payeeChecks: readSwitch(row.payee_checks),
  closeMatch: readSwitch(row.close_match),
  ...notes,
  erasing: row.erasing_at !== null && row.erased_at === null,
  erasedAt: row.erased_at,
  createdAt: readMoment(row.created_at),
  updatedAt: readMoment(row.updated_at),
})

/** Records as their owner sees them. */
export const createIdentityRecords =
  (notes: OwnerNotes) =>
  async (row: IdentityRow): Promise<IdentityRecord> =>
    recordOf(row, await notes.shown(row))
