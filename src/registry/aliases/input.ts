import { SignpostError } from '../../kernel/errors.ts'
import { mustBeText, optionalFlag, optionalOneOf } from '../../kernel/input.ts'
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
export type AliasInput = {
  alias?: string | null | undefined
  type?: string | null | undefined
  value?: string | null | undefined
}

/**
 * Reads the alias that an input names, by the input alone: no look-up. @throws SignpostError with normalization's codes
 */
export function readAliasInput(input: AliasInput, defaultRegion: string | undefined): NormalizedAlias {
  const alias = input.alias ?? undefined
  const type = input.type ?? undefined
  const value = input.value ?? undefined
  const isTyped = type !== undefined || value !== undefined
  if (alias !== undefined && isTyped) throw new SignpostError('parameter_conflict', { param: 'alias' })
  if (alias !== undefined) {
    if (typeof alias !== 'string') throw new SignpostError('parameter_invalid', { param: 'alias', rule: mustBeText })
    return normalizeIdentifier(alias, { defaultRegion })
  }
  if (!isTyped) throw new SignpostError('parameter_missing', { param: 'alias' })
  if (type === undefined) throw new SignpostError('parameter_missing', { param: 'type' })
  if (value === undefined) throw new SignpostError('parameter_missing', { param: 'value' })
  if (typeof type !== 'string') throw new SignpostError('parameter_invalid', { param: 'type', rule: mustBeText })
  if (typeof value !== 'string') throw new SignpostError('parameter_invalid', { param: 'value', rule: mustBeText })
  return normalizeAlias(type, value, { defaultRegion })
}

/** Filters of own aliases: `type` goes with `value`. */
export type AliasFilter = RecordFilter & {
  status?: string | null | undefined
  identity?: string | null | undefined
  type?: string | null | undefined
  value?: string | null | undefined
}

/** Validates the input alone, normalized as on create. @throws SignpostError with normalization's codes */
export function storedAliasFilter({ identity, type, value }: AliasFilter, defaultRegion: string | undefined) {
  const isTyped = (type ?? undefined) !== undefined || (value ?? undefined) !== undefined
  const named = isTyped ? readAliasInput({ type, value }, defaultRegion) : null
  return { identityId: narrowed(identity), named: named && { type: named.type, value: named.value } }
}
