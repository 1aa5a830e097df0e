import { type ErrorCode, SignpostError } from './errors.ts'
import { decodeId, type Kind } from './id.ts'

/* Messages that state a rule. INVARIANT (no echo): they are made from the rule alone, never from the input. */

export const mustBeOneOf = (values: readonly string[]): string => `The value must be one of: ${values.join(', ')}.`

export const mustBeBoolean = 'The value must be true or false.'
export const mustBeObject = 'The value must be an object.'
export const mustBeText = 'The value must be text.'
export const mustNotBeNull = 'The value must not be null: omit the parameter instead.'
export const mustBeTextUpTo = (length: number, from: 'at most' | '1 to' = 'at most'): string =>
  `The value must be one line of ${from} ${length} characters, all of them visible.`
export const mustBeNumber = 'The value must be a number of at most 15 significant digits.'
export const mustBeAmount = 'The value must be a number from 0, of at most 15 significant digits.'
export const mustBeWholeNumber = (from: number, to: number): string =>
  `The value must be a whole number from ${from} to ${to}.`
export const mustBeList = (from: number, to: number): string => `The value must be a list of ${from} to ${to}.`

/** Control characters, line separators, invisible characters that reorder or hide text, and blank letters. */
const unseen =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5|\u180b|\u180c|\u180d|\u180f/u

const joining =
  '\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Mong}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}\\p{Extended_Pictographic}'

/** Joiners that writing needs: inside words of joining scripts, and inside emoji. */
const joiners = new RegExp(`(?<=[${joining}\\p{Emoji_Modifier}]\\ufe0f?)[\\u200c\\u200d](?=[${joining}])`, 'gu')

/**
 * Checks that a value is text of one line, at most `limit` UTF-16 units long, in which every character is visible:
 * without controls, bidirectional marks and overrides, and other invisible characters, which make one name look like
 * another.
 */
export const isFreeText = (value: unknown, limit: number): value is string =>
  typeof value === 'string' && value.length <= limit && value.isWellFormed() && !unseen.test(value.replace(joiners, ''))

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

/** Fields of an input that are text, null or absent. */
export type Texts<Name extends string> = { [One in Name]?: string | null | undefined }

/** @throws SignpostError parameter_invalid */
export function requireString(value: unknown, param: string): string {
  if (typeof value !== 'string') throw new SignpostError('parameter_invalid', { param, rule: mustBeText })
  return value
}

/** An object that is no list. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws SignpostError parameter_invalid */
export function requireObject(value: unknown, param: string): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) throw new SignpostError('parameter_invalid', { param, rule: mustBeObject })
  return value
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
