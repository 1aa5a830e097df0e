import { SignpostError } from '../../kernel/errors.ts'
import { optionalFlag, optionalOneOf, requireString, type Texts } from '../../kernel/input.ts'
import { type PrivacyLevel, privacyLevels } from '../../kernel/privacy.ts'
import { narrowed, type RecordFilter } from '../filter.ts'
import { type Notes, type NotesInput, readNotes } from '../notes/rules.ts'
import { type NormalizedAlias, normalizeAlias, normalizeIdentifier } from './normalization/normalize.ts'

/** Undefined if absent. Null clears notes; other nulls are refused. */
export type UpdateAliasInput = NotesInput & {
  privacyLevel?: string | null | undefined
  isPrimary?: boolean | null | undefined
}
export type CreateAliasInput = UpdateAliasInput & { identity: string; type: string; value: string }
/** The fields of an alias that a body, or a line of an import, may set; undefined if absent. */
export type AliasFields = Notes & { level: PrivacyLevel | undefined; isPrimary: boolean | undefined }

/** Validates the input alone. @throws SignpostError parameter_invalid */
export const readAliasFields = (sent: { readonly [Field in keyof UpdateAliasInput]?: unknown }): AliasFields => ({
  level: optionalOneOf(privacyLevels, sent.privacyLevel, 'privacyLevel'),
  isPrimary: optionalFlag(sent.isPrimary, 'isPrimary'),
  ...readNotes(sent),
})

/** `alias` alone, or `type` with `value`. */
export type AliasInput = Texts<'alias' | 'type' | 'value'>

/**
 * Reads the alias that an input names, by the input alone: no look-up. @throws SignpostError with normalization's codes
 */
export function readAliasInput({ alias, type, value }: AliasInput, defaultRegion: string | undefined): NormalizedAlias {
  const isTyped = type != null || value != null
  if (alias != null && isTyped) throw new SignpostError('parameter_conflict', { param: 'alias' })
  if (alias != null) return normalizeIdentifier(requireString(alias, 'alias'), { defaultRegion })
  if (!isTyped) throw new SignpostError('parameter_missing', { param: 'alias' })
  if (type == null) throw new SignpostError('parameter_missing', { param: 'type' })
  if (value == null) throw new SignpostError('parameter_missing', { param: 'value' })
  return normalizeAlias(requireString(type, 'type'), requireString(value, 'value'), { defaultRegion })
}

/** Filters of own aliases: `type` goes with `value`. */
export type AliasFilter = RecordFilter & Texts<'status' | 'identity' | 'type' | 'value'>

/** Validates the input alone, normalized as on create. @throws SignpostError with normalization's codes */
export function storedAliasFilter({ identity, type, value }: AliasFilter, defaultRegion: string | undefined) {
  const named = type != null || value != null ? readAliasInput({ type, value }, defaultRegion) : null
  return { identityId: narrowed(identity), named: named && { type: named.type, value: named.value } }
}
