import { confusables } from './confusables.ts'
import { dropIgnorable, isAscii, loose, refuse } from './raw-alias.ts'

const MIN_LENGTH = 2
const MAX_LENGTH = 64

const charset = /^[a-z0-9._-]*$/
const edges = /^[a-z0-9_].*[a-z0-9_]$/
const letter = /[a-z]/
const dash = /^\p{Pd}$/u
const connector = /^\p{Pc}$/u

/**
 * Normalizes a username or a merchant handle: casefolded, confusable letters folded to ASCII, one leading sigil stripped.
 *
 * Refuses with `alias_invalid_characters`, `alias_too_short`, `alias_too_long` or `alias_invalid_format`, checked in this order.
 */
export function normalizeHandle(text: string, sigils: string): string {
  const value = toAscii(stripSigil(loose(text), sigils))
  if (!charset.test(value)) refuse('alias_invalid_characters')
  if (value.length < MIN_LENGTH) refuse('alias_too_short')
  if (value.length > MAX_LENGTH) refuse('alias_too_long')
  // A letter is required, so that a handle never reads as a phone.
  if (!edges.test(value) || value.includes('..') || !letter.test(value)) refuse('alias_invalid_format')
  return value
}

/**
 * The UTS #39 prototypes of `0` and `1` among handle characters. `m` and `rn` stay distinct: `corn` and `com` are real names.
 */
export function handleSkeleton(value: string): string {
  return value.replaceAll('0', 'o').replaceAll('1', 'l')
}

function stripSigil(text: string, sigils: string): string {
  return text !== '' && sigils.includes(text[0]!) ? text.slice(1) : text
}

/**
 * INVARIANT (casefold before fold): the fold table has casefolded letters only, so `Н` must become `н` before it
 * becomes `h`.
 */
function toAscii(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  const folded = dropIgnorable(casefold(text).normalize('NFKC').normalize('NFD')).replaceAll('i\u0307', 'i')
  return Array.from(folded, (char) => (char < '\u0080' ? char : foldChar(char))).join('')
}

/** Full casefolding, one code point at a time: over a whole string, a final sigma would depend on its neighbours. */
function casefold(text: string): string {
  return Array.from(text, (char) => char.toLowerCase().toUpperCase().toLowerCase()).join('')
}

function foldChar(char: string): string {
  const prototype = confusables.get(char)
  if (prototype !== undefined) return prototype
  if (dash.test(char)) return '-'
  if (connector.test(char)) return '_'
  return refuse('alias_invalid_characters')
}
