import { changedFields } from '../../events/kinds.ts'
import { encodeId } from '../../kernel/id.ts'
import { optionalText, requireOneOf } from '../../kernel/input.ts'
import { type PrivacyLevel, privacyLevels, readPrivacy } from '../../kernel/privacy.ts'
import { flag, moment, nullable, one, owner, type RecordOf, record, text } from '../../kernel/record.ts'
import { lineNames } from '../../kernel/record-bodies.ts'
import { readMoment } from '../../kernel/stored.ts'
import { notedFields } from '../notes/rules.ts'
import type { NoteColumns, OwnerNotes } from '../notes/sealing.ts'
import type { IdentityFields } from './input.ts'
import {
  identityStatuses,
  identityTypes,
  readIdentityStatus,
  readIdentityType,
  readSwitch,
  recordLimits,
  type Switch,
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

/** The rule of a setting: its value in a new identity, and how it is read from a body, or a line, and from its row. */
type Rule<T> = {
  first: T
  /** An erasure removes text; the others have a word of a fixed list. */
  isText: boolean
  /** @throws SignpostError parameter_invalid */
  sent(value: unknown, name: string): T
  read(stored: string | null): T
}

const level: Rule<PrivacyLevel> = {
  first: 'unlisted',
  isText: false,
  sent: (value, name) => requireOneOf(privacyLevels, value, name),
  read: readPrivacy,
}
const label: Rule<string | null> = {
  first: null,
  isText: true,
  sent: (value, name) => optionalText(value, name, recordLimits.displayName),
  read: (stored) => stored,
}
const permission: Rule<Switch> = {
  first: 'on',
  isText: false,
  sent: (value, name) => requireOneOf(switches, value, name),
  read: readSwitch,
}

/**
 * The settings: the fields that an owner may change at any time, in the order of their checks. Bodies, rows, imports,
 * exports and the erasure read this table.
 */
const settings = {
  defaultPrivacyLevel: { column: 'default_privacy_level', ...level },
  displayName: { column: 'display_name', ...label },
  payeeChecks: { column: 'payee_checks', ...permission },
  closeMatch: { column: 'close_match', ...permission },
  declaredMatch: { column: 'declared_match', ...permission },
  destinationChecks: { column: 'destination_checks', ...permission },
} as const satisfies { [Name in keyof IdentityRecord]?: Rule<IdentityRecord[Name]> & { column: string } }

export type SettingName = keyof typeof settings
export type Settings = Pick<IdentityRecord, SettingName>
type SettingColumn = (typeof settings)[SettingName]['column']
export type StoredSettings = Pick<IdentityRow, SettingColumn>

const entries = Object.entries(settings) as [SettingName, (typeof settings)[SettingName]][]
/** In the order of the record, which an export keeps. */
const names = Object.keys(identity.fields).filter((name): name is SettingName => Object.hasOwn(settings, name))

export const settingColumns = entries.map(([, { column }]) => column)
export const textColumns = entries.flatMap(([, { column, isText }]) => (isText ? [column] : []))
export const wordColumns = entries.flatMap(([, { column, isText }]) => (isText ? [] : [column]))

/** The settings of a body or a line; absent ones are absent. @throws SignpostError parameter_invalid */
export const sentSettings = (given: { readonly [Name in SettingName]?: unknown }) =>
  Object.fromEntries(
    entries.flatMap(([name, { sent }]) => (given[name] === undefined ? [] : [[name, sent(given[name], name)]])),
  ) as Partial<Settings>

/** The settings of a row. */
const readSettings = (row: StoredSettings) =>
  Object.fromEntries(entries.map(([name, { column, read }]) => [name, read(row[column])])) as Settings

/** The columns after a change of some settings: the others stay as in the row, or have their first value without one. */
export const storedSettings = (given: Partial<Settings>, row?: StoredSettings) =>
  Object.fromEntries(
    names.map((name) => {
      const { column, first } = settings[name]
      const kept = row ? row[column] : first
      return [column, given[name] === undefined ? kept : given[name]]
    }),
  ) as StoredSettings

/** The columns of a row as its owner sees them. */
export const shownSettings = (row: StoredSettings): StoredSettings => storedSettings(readSettings(row))

/** Records in the owner's view. */
export const createIdentityRecords =
  (notes: OwnerNotes) =>
  async (row: IdentityRow): Promise<IdentityRecord> => ({
    id: encodeId('identity', row.id),
    livemode: row.livemode,
    type: readIdentityType(row.type),
    status: readIdentityStatus(row.status),
    primaryAlias: row.primary_alias_id && encodeId('alias', row.primary_alias_id),
    ...readSettings(row),
    ...(await notes.shown(row)),
    erasing: row.erasing_at !== null && row.erased_at === null,
    erasedAt: row.erased_at,
    createdAt: readMoment(row.created_at),
    updatedAt: readMoment(row.updated_at),
  })

/**
 * The columns of an identity after a patch, and the names of the fields that it changes, its status apart. @throws
 * SignpostError status_transition_invalid
 */
export function patchIdentity(
  row: Pick<IdentityRow, 'status'> & StoredSettings,
  { status, ...given }: Pick<IdentityFields, 'status' | SettingName>,
  noted: Partial<NoteColumns>,
) {
  const isStatusChanged =
    status !== undefined && (transition(readIdentityStatus(row.status), status) === 'changed' || row.status !== status)
  const next = { ...storedSettings(given, row), ...noted }
  const changed = changedFields(lineNames(identity), row, next)
  return { next: { ...next, ...(isStatusChanged ? { status } : {}) }, changed, isStatusChanged }
}
