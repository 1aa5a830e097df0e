import { SignpostError } from './errors.ts'
import { isFreeText } from './free-text.ts'
import { decodeId, type Kind } from './id.ts'
import { isPrivacyLevel, type PrivacyLevel, privacyLevels } from './privacy.ts'
import { mustBeOneOf, mustBeTextUpTo } from './rule.ts'

/** The uuid behind an id of a body or a path. @throws SignpostError resource_missing, also when it is malformed */
export function requireId(kind: Kind, id: unknown): string {
  const uuid = decodeId(kind, id)
  if (uuid === null) throw new SignpostError('resource_missing')
  return uuid
}

/** @throws SignpostError resource_missing */
export function present<T>(record: T | null | undefined): T {
  if (record === null || record === undefined) throw new SignpostError('resource_missing')
  return record
}

/** @throws SignpostError parameter_invalid */
export function requireLevel(level: unknown, param: string): PrivacyLevel {
  if (!isPrivacyLevel(level)) throw new SignpostError('parameter_invalid', { param, rule: mustBeOneOf(privacyLevels) })
  return level
}

/** Free text of an owner's: null is absent. @throws SignpostError parameter_invalid when it is longer than `limit` or holds what does not show */
export function optionalText(value: unknown, param: string, limit: number): string | null {
  if (value === undefined || value === null) return null
  if (!isFreeText(value, limit)) throw new SignpostError('parameter_invalid', { param, rule: mustBeTextUpTo(limit) })
  return value
}

/** An expiry must lie ahead. @throws SignpostError parameter_invalid */
export function requireFuture(expiresAt: Date | null | undefined, now: number): Date | null {
  if (expiresAt === undefined || expiresAt === null) return null
  if (Number.isNaN(expiresAt.getTime()) || expiresAt.getTime() <= now) {
    throw new SignpostError('parameter_invalid', {
      param: 'expiresAt',
      rule: 'The value must be a moment in the future.',
    })
  }
  return expiresAt
}
