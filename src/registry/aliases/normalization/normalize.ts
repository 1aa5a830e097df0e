import { SignpostError } from '../../../kernel/errors.ts'
import { type AliasType, aliasTypes, isAliasType, type NormalizeOptions } from './alias-types.ts'
import { detectAliasType } from './detect.ts'
import { readRaw } from './raw-alias.ts'
import { refuse } from './refusal.ts'
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
