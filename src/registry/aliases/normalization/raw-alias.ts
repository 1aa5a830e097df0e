import { type ErrorCode, SignpostError } from '../../../kernel/errors.ts'

/** In UTF-16 units, checked before any pattern runs: it bounds the cost of everything after it. */
const MAX_RAW_LENGTH = 512

const ignorable = /\p{Default_Ignorable_Code_Point}+/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is meant whole.
const ascii = /^[\x00-\x7f]*$/

export function isAscii(text: string): boolean {
  return ascii.test(text)
}

/**
 * Validates a client's input of any type, and returns it trimmed.
 *
 * Refuses with `alias_value_required` (absent or blank), `alias_too_long` or `alias_invalid_characters`.
 */
export function readRaw(raw: unknown): string {
  if (raw === undefined || raw === null) refuse('alias_value_required')
  if (typeof raw !== 'string') refuse('alias_invalid_characters')
  if (raw.length > MAX_RAW_LENGTH) refuse('alias_too_long')
  if (!raw.isWellFormed()) refuse('alias_invalid_characters')
  const text = raw.trim()
  if (text.replace(ignorable, '').trim() === '') refuse('alias_value_required')
  return text
}

/**
 * The text that handles, phones and type detection read: compatibility forms unified, invisible characters removed.
 *
 * An invisible character can keep marks from their canonical order, so NFKC runs again if one was removed.
 */
export function loose(text: string): string {
  if (isAscii(text)) return text.trim()
  const unified = text.normalize('NFKC')
  const visible = dropIgnorable(unified)
  return (visible === unified ? visible : visible.normalize('NFKC')).trim()
}

export function dropIgnorable(text: string): string {
  return text.replace(ignorable, '')
}

/** Lowercases A to Z only. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** The codes that normalization may refuse with: mistakes that the input alone shows. */
export type AliasRefusal = Extract<
  ErrorCode,
  `alias_${string}` | `phone_${string}` | 'email_invalid' | 'payment_link_invalid'
>

/** Throws the alias error; the message comes from the catalogue and never contains the value. */
export function refuse(code: AliasRefusal, param = 'value'): never {
  throw new SignpostError(code, { param })
}
