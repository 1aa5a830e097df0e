import { SignpostError } from '../../kernel/errors.ts'
import { isFreeText, mustBeTextUpTo, optionalOneOf, type Texts } from '../../kernel/input.ts'
import { readAliasInput } from '../aliases/input.ts'
import { optionalMember, type RecordFilter } from '../filter.ts'
import { type Notes, type NotesInput, readNotes } from '../notes/rules.ts'
import { type SettingName, type Settings, sentSettings } from './record.ts'
import {
  foldDisplayName,
  type IdentityStatus,
  type IdentityType,
  identityStatuses,
  identityTypes,
  recordLimits,
} from './rules.ts'

/** Undefined if absent; null clears `displayName` and notes. Other nulls are refused. */
export type UpdateIdentityInput = NotesInput & Texts<'status' | SettingName>
export type CreateIdentityInput = Omit<UpdateIdentityInput, 'status'> & { type: string }

/** The fields of an identity that a body, or a line of an import, may set; undefined if absent. */
export type IdentityFields = Notes &
  Partial<Settings> & { type: IdentityType | undefined; status: IdentityStatus | undefined }

/** Filters of own identities: `alias` is one of their registered aliases, `displayName` the beginning of their name. */
export type IdentityFilter = RecordFilter & Texts<'type' | 'status' | 'alias' | 'displayName'>

/** @throws SignpostError parameter_invalid */
function foldedBeginning(displayName: string | null | undefined): string | null {
  if (displayName === null || displayName === undefined) return null
  if (displayName === '' || !isFreeText(displayName, recordLimits.displayName))
    throw new SignpostError('parameter_invalid', {
      param: 'displayName',
      rule: mustBeTextUpTo(recordLimits.displayName),
    })
  const beginning = foldDisplayName(displayName)
  // Marks alone fold to the empty text, with which every name begins.
  if (beginning === '')
    throw new SignpostError('parameter_invalid', { param: 'displayName', rule: 'The value must hold a letter.' })
  return beginning
}

/** Validates the input alone. @throws SignpostError parameter_invalid, or with normalization's codes */
export function storedIdentityFilter(
  { type, status, alias, displayName }: IdentityFilter,
  defaultRegion: string | undefined,
) {
  const named = alias === null || alias === undefined ? null : readAliasInput({ alias }, defaultRegion)
  return {
    type: optionalMember(identityTypes, type, 'type'),
    status: optionalMember(identityStatuses, status, 'status'),
    alias: named && { type: named.type, value: named.value },
    beginning: foldedBeginning(displayName),
  }
}

type Sent = { readonly [Field in keyof CreateIdentityInput | keyof UpdateIdentityInput]?: unknown }

/** Validates the input alone. @throws SignpostError parameter_invalid */
export const readIdentityFields = (sent: Sent): IdentityFields => ({
  type: optionalOneOf(identityTypes, sent.type, 'type'),
  status: optionalOneOf(identityStatuses, sent.status, 'status'),
  ...sentSettings(sent),
  ...readNotes(sent),
})
