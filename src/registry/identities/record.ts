import { changedFields } from '../../events/kinds.ts'
import { encodeId } from '../../kernel/id.ts'
import { privacyLevels, readPrivacy } from '../../kernel/privacy.ts'
import { flag, moment, nullable, one, owner, type RecordOf, record, text } from '../../kernel/record.ts'
import { readMoment } from '../../kernel/stored.ts'
import { notedFields } from '../notes/rules.ts'
import type { NoteColumns, OwnerNotes } from '../notes/sealing.ts'
import type { IdentityFields } from './input.ts'
import {
  changedSwitches,
  identityStatuses,
  identityTypes,
  readIdentityStatus,
  readIdentityType,
  readSwitches,
  type StoredSwitches,
  switchColumns,
  switches,
  transition,
} from './rules.ts'
import type { IdentityRow } from './store.ts'

/** The record's fields, defined once: docs/architecture.md lists what is derived from them. */
export const identity = record('identity', {
  type: owner(one(identityTypes), { create: 'required' }),
  status: owner(one(identityStatuses), { update: 'optional' }),
  displayName: owner(nullable(text()), { create: 'optional', update: 'optional' }),
  defaultPrivacyLevel: owner(one(privacyLevels), { create: 'optional', update: 'optional' }),
  primaryAlias: owner(nullable(text('als_…'))),
  /** Payers may check its names, and may see a close match, or a match that only its owner declares. */
  payeeChecks: owner(one(switches), { update: 'optional' }),
  closeMatch: owner(one(switches), { update: 'optional' }),
  declaredMatch: owner(one(switches), { update: 'optional' }),
  /** Payers may check if a destination is one of its endpoints. */
  destinationChecks: owner(one(switches), { update: 'optional' }),
  ...notedFields,
  /** True during its erasure, with the time of its end. */
  erasing: owner(flag()),
  erasedAt: owner(nullable(moment())),
})

export type IdentityRecord = RecordOf<typeof identity>

/** Records in the owner's view. */
export const createIdentityRecords =
  (notes: OwnerNotes) =>
  async (row: IdentityRow): Promise<IdentityRecord> => ({
    id: encodeId('identity', row.id),
    livemode: row.livemode,
    type: readIdentityType(row.type),
    status: readIdentityStatus(row.status),
    displayName: row.display_name,
    defaultPrivacyLevel: readPrivacy(row.default_privacy_level),
    primaryAlias: row.primary_alias_id && encodeId('alias', row.primary_alias_id),
    ...readSwitches(row),
    ...(await notes.shown(row)),
    erasing: row.erasing_at !== null && row.erased_at === null,
    erasedAt: row.erased_at,
    createdAt: readMoment(row.created_at),
    updatedAt: readMoment(row.updated_at),
  })

/** The fields that a patch may change, its status apart. Their columns are called alike. */
const patchedFields = [
  'display_name',
  'default_privacy_level',
  ...Object.values(switchColumns),
  'external_reference',
  'metadata',
]

/**
 * The columns of an identity after a patch, and the names of the fields that it changes, its status apart. An unknown stored level
 * stays until a patch sets one. @throws SignpostError status_transition_invalid
 */
export function patchIdentity(
  row: Pick<IdentityRow, 'status' | 'display_name' | 'default_privacy_level'> & StoredSwitches,
  { status, displayName, level, switches }: Pick<IdentityFields, 'status' | 'displayName' | 'level' | 'switches'>,
  noted: Partial<NoteColumns>,
) {
  const isStatusChanged =
    status !== undefined && (transition(readIdentityStatus(row.status), status) === 'changed' || row.status !== status)
  const next = {
    display_name: displayName === undefined ? row.display_name : displayName,
    default_privacy_level: level ?? row.default_privacy_level,
    ...changedSwitches(switches, row),
    ...noted,
  }
  const changed = changedFields(patchedFields, row, next)
  return { next: { ...next, ...(isStatusChanged ? { status } : {}) }, changed, isStatusChanged }
}
