import { type ErrorCode, SignpostError } from './errors.ts'
import { isFreeText } from './free-text.ts'
import { decodeId, type Kind } from './id.ts'
import { mustBeBoolean, mustBeOneOf, mustBeTextUpTo, mustNotBeNull } from './rule.ts'

/** Reads the uuid of an id in a body or a path. @throws SignpostError resource_missing, also if it is malformed */
export function requireId(kind: Kind, id: unknown): string {
  const uuid = decodeId(kind, id)
  if (uuid === null) throw new SignpostError('resource_missing')
  return uuid
}

/** @throws SignpostError resource_missing, or `code` */
export function present<T>(record: T | null | undefined, code: ErrorCode = 'resource_missing'): T {
  if (record === null || record === undefined) throw new SignpostError(code)
  return record
}

/** Reads a member of a closed set. @throws SignpostError parameter_invalid */
export function requireOneOf<T extends string>(members: readonly T[], value: unknown, param: string): T {
  const found = members.find((member) => member === value)
  if (found === undefined) throw new SignpostError('parameter_invalid', { param, rule: mustBeOneOf(members) })
  return found
}

/**
 * Reads an optional member of a closed set; undefined leaves the field unchanged, null is refused. @throws
 * SignpostError parameter_invalid
 */
export const optionalOneOf = <T extends string>(members: readonly T[], value: unknown, param: string): T | undefined =>
  value === undefined ? undefined : requireOneOf(members, value, param)

/** Reads an optional boolean. @throws SignpostError parameter_invalid */
export function optionalFlag(value: unknown, param: string): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value
  throw new SignpostError('parameter_invalid', { param, rule: value === null ? mustNotBeNull : mustBeBoolean })
}

/**
 * Reads an owner's free text; null counts as absent. @throws SignpostError parameter_invalid if it is longer than
 * `limit` or has invisible characters
 */
export function optionalText(value: unknown, param: string, limit: number): string | null {
  if (value === undefined || value === null) return null
  if (!isFreeText(value, limit)) throw new SignpostError('parameter_invalid', { param, rule: mustBeTextUpTo(limit) })
  return value
}

/** Reads an expiry, which must be in the future. @throws SignpostError parameter_invalid */
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
