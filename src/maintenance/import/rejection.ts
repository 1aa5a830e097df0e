import { type ErrorCode, SignpostError } from '../../kernel/errors.ts'
import { readReference } from '../../registry/notes/rules.ts'
import { isLineObject } from './fields.ts'

/**
 * A line that is not imported.
 *
 * INVARIANT (no values): of what the line says, its `ref` alone is repeated, and only one that the rules allow.
 */
export type Rejection = {
  /** As an editor counts. */
  line: number
  object?: string
  ref?: string
  field?: string
  code: ErrorCode
  /** What is allowed, as a sentence. */
  rule: string
  /** The own record that is in the way. */
  existing?: string
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Error)

/** What a line is called, whatever else is wrong with it. */
export function nameOf(value: unknown): { object?: string; ref?: string } {
  if (!isFields(value)) return {}
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

export const rejectionOf = (line: number, value: unknown, error: SignpostError): Rejection => ({
  line,
  ...nameOf(value),
  ...(error.param === undefined ? {} : { field: error.param }),
  code: error.code,
  rule: error.message,
  ...(error.existing === undefined ? {} : { existing: error.existing }),
})

/** What `work` comes to, or the refusal that it throws. */
export async function orRefusal<T>(work: () => T | Promise<T>): Promise<T | SignpostError> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SignpostError && (error.type !== 'api_error' || error.code === 'decryption_failed'))
      return error
    throw error
  }
}
