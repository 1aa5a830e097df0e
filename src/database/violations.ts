import { type ErrorCode, SignpostError } from '../kernel/errors.ts'

const retryable = new Set(['40001', '40P01'])
/** SQLSTATEs for an unavailable or full database, or an ended session; the statement itself is correct. */
const away = /^(?:08|53|57P0|58|25P0[34])/
const socketErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'ENOTFOUND',
  'EHOSTUNREACH',
])
/** Cancelled, or its lock was not available in time. */
const tooLong = new Set(['57014', '55P03'])

/** No partition takes the row: its time is before the first one, or the job that creates them has stopped too long. */
export const isHomeless = (error: unknown): boolean =>
  codeOf(error) === '23514' && (error as { constraint?: unknown }).constraint === undefined

const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

const violationOf =
  (state: string) =>
  (error: unknown): string | null => {
    const { constraint } = (error ?? {}) as { constraint?: unknown }
    return codeOf(error) === state && typeof constraint === 'string' ? constraint : null
  }

/** The name of the unique index that an insert or an update violated; null for any other failure. */
export const uniqueViolationOf = violationOf('23505')

/** The name of the foreign key that a statement violated; null for any other failure. */
export const foreignKeyViolationOf = violationOf('23503')

/**
 * A concurrent transaction came first. This one is repeated, as after a serialization failure, and sees the result of
 * the first.
 */
export class RaceLost extends Error {
  readonly code = '40001'

  constructor() {
    super('Another transaction was first')
  }
}

/** A serialization failure or a deadlock: the transaction may be repeated. */
export const isRetryable = (error: unknown): boolean => retryable.has(codeOf(error))

/** A value that no server accepts, such as text with a NUL. */
export const isBadValue = (error: unknown): boolean => codeOf(error).startsWith('22')

/** A lock was not available within the statement's time limit. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03'

/**
 * Maps a failure of the database to the caller's error. INVARIANT: no message, statement, parameter or value of the
 * driver enters the result except as its cause, which no surface shows.
 */
export function fromDatabase(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof SignpostError) return error
  const code = databaseCode(error)
  return code
    ? new SignpostError(code, { cause: error, ...(code === 'internal_error' ? {} : { retryAfter: 1 }) })
    : error
}

/** Throws the caller's error for a failure of the database. */
export function throwFromDatabase(error: unknown): never {
  throw fromDatabase(error)
}

function databaseCode(error: Error): ErrorCode | undefined {
  const code = codeOf(error)
  if (tooLong.has(code)) return 'overloaded'
  if (away.test(code) || socketErrors.has(code) || isRetryable(error) || isHomeless(error)) return 'service_unavailable'
  if (
    /timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after/.test(
      error.message,
    )
  ) {
    return 'service_unavailable'
  }
  return /^[0-9A-Z]{5}$/.test(code) ? 'internal_error' : undefined
}
