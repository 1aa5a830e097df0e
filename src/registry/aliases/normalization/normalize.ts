import { SignpostError } from '../../../kernel/errors.ts'
import { type AliasType, aliasTypes, isAliasType, NORM_VERSION, type NormalizeOptions } from './alias-types.ts'
import { type AliasRefusal, loose, readRaw, refuse } from './raw-alias.ts'
import { checkReserved } from './reserved.ts'

/**
 * `value` is readable ASCII, stored and looked up. `skeleton` is the collision key: never shown, never logged.
 */
export type NormalizedAlias = { type: AliasType; value: string; skeleton: string }

/**
 * Normalizes a value of a given type, for look-ups. Throws a `SignpostError` with an alias code, and nothing else.
 */
export function normalizeAlias(type: string, raw: unknown, options: NormalizeOptions = {}): NormalizedAlias {
  if (!isAliasType(type)) refuse('alias_type_unsupported', 'type')
  return normalizeRead(type, readRaw(raw), options)
}

function normalizeRead(type: AliasType, text: string, options: NormalizeOptions): NormalizedAlias {
  const rule = aliasTypes[type]
  const value = rule.normalize(text, options)
  return { type, value, skeleton: rule.skeleton(value) }
}

/** As `normalizeAlias`, for create: reserved words and special-use hosts are refused too. */
export function normalizeForCreate(type: string, raw: unknown, options: NormalizeOptions = {}): NormalizedAlias {
  const normalized = normalizeAlias(type, raw, options)
  checkReserved(normalized)
  return normalized
}

/** Normalizes a bare string, its type detected: `@alice`, `$acme`, `+1415…`, an e-mail address, a link, `link:code`. */
export function normalizeIdentifier(raw: unknown, options: NormalizeOptions = {}): NormalizedAlias {
  try {
    const text = readRaw(raw)
    return normalizeRead(detectAliasType(text), text, options)
  } catch (error) {
    throw error instanceof SignpostError ? new SignpostError(error.code, { param: 'alias' }) : error
  }
}

/** The self-detecting spelling: `normalizeIdentifier` reads it back as the same type and value. */
export function canonicalAlias({ type, value }: Pick<NormalizedAlias, 'type' | 'value'>): string {
  return aliasTypes[type].canonical(value)
}

const scheme = /^[a-z][a-z0-9+.-]*:\/\//i
const dialled = /^[\p{Nd}\p{Pd} ()./]+$/u

/**
 * Detects the type of a bare string: exactly one, whatever is registered. `read` is the result of `readRaw`.
 *
 * INVARIANT (no fallback): a string is never tried as a second type. That would leak a private username and let a
 * username shadow a merchant.
 */
export function detectAliasType(read: string): AliasType {
  const text = loose(read)
  if (/^link:/i.test(text)) return 'payment_link'
  if (text.startsWith('@')) return 'username'
  if (scheme.test(text)) return 'payment_link'
  if (/^tel:/i.test(text)) return 'phone'
  const at = text.indexOf('@')
  if (text.startsWith('$') && at < 0) return 'merchant_handle'
  if (text.startsWith('+') && at < 0) return 'phone'
  if (at >= 0 && !isLinkBefore(text, at)) return 'email'
  if (dialled.test(text)) return 'phone'
  if (/[/?]/.test(text)) return 'payment_link'
  return 'username'
}

/** Checks whether the first `@` is in the path or query of a host: `pay.example/@bob`, but not `a/b@example.com`. */
function isLinkBefore(text: string, at: number): boolean {
  const end = text.search(/[/?]/)
  return end >= 0 && end < at && text.slice(0, end).includes('.')
}

/** A stored alias. The raw input is not stored, so a new version starts from the old value. */
export type StoredAlias = { type: string; value: string; skeleton: string; normVersion: number }

/**
 * Result of the current version for a stored alias. `kept` needs the new version number only; `moved` needs its new
 * value or skeleton written, which may collide; `refused` is no longer well-formed, and an operator has to decide.
 */
export type Renormalization =
  | { kind: 'current' }
  | { kind: 'kept' }
  | { kind: 'moved'; value: string; skeleton: string }
  | { kind: 'refused'; code: AliasRefusal }

/** Plans the re-normalization of one alias; reserved words are a rule of create and not checked again. */
export function planRenormalization(stored: StoredAlias): Renormalization {
  if (stored.normVersion >= NORM_VERSION) return { kind: 'current' }
  try {
    const { value, skeleton } = normalizeAlias(stored.type, stored.value)
    return value === stored.value && skeleton === stored.skeleton
      ? { kind: 'kept' }
      : { kind: 'moved', value, skeleton }
  } catch (error) {
    if (error instanceof SignpostError) return { kind: 'refused', code: error.code as AliasRefusal }
    throw error
  }
}
