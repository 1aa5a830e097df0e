import { type ErrorCode, SignpostError } from '../../kernel/errors.ts'
import { isRecord } from '../../kernel/input.ts'
import { readReference } from '../notes/rules.ts'
import type { Warning } from './batch-context.ts'
import type { SourceLine } from './import.ts'
import { isLineObject } from './line.ts'

/**
 * A rejected line, or a warning about an imported one.
 *
 * INVARIANT (no values): of the line's values only its `ref` is repeated, and only if it is valid.
 */
export type Rejection = {
  /** The line's number in an editor. */
  line: number
  object?: string
  ref?: string
  field?: string
  code: ErrorCode | Warning['code']
  /** The allowed values, as a sentence. */
  rule: string
  /** The own record that conflicts. */
  existing?: string
}

export type Named = { object?: string; ref?: string; id?: never }

/** Reads the object and reference of a line, even of an invalid one. */
export function nameOf(value: unknown): Named {
  if (!isRecord(value) || value instanceof Error) return {}
  const { object, ref } = value
  return { ...(isLineObject(object) ? { object } : {}), ...(isReference(ref) ? { ref } : {}) }
}

function isReference(ref: unknown): ref is string {
  try {
    return typeof readReference(ref) === 'string'
  } catch {
    return false
  }
}

type About = { code: Rejection['code']; message: string; param?: string | undefined; existing?: string | undefined }

export const rejectionOf = (
  { number, value, columns }: SourceLine,
  { code, message, param, existing }: About,
): Rejection => ({
  line: number,
  ...nameOf(value),
  ...(param === undefined ? {} : { field: columns?.[param] ?? param }),
  code,
  rule: message,
  ...(existing === undefined ? {} : { existing }),
})

/** Returns the result of `work`, or the refusal that it throws. */
export async function orRefusal<T>(work: () => T | Promise<T>): Promise<T | SignpostError> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SignpostError && (error.type !== 'api_error' || error.code === 'decryption_failed'))
      return error
    throw error
  }
}
