import { fromDatabase } from '../database/violations.ts'
import { ReplayedRefusal } from '../events/idempotency.ts'
import { snakeName } from '../kernel/camel.ts'
import { type ErrorCode, SignpostError } from '../kernel/errors.ts'

/** A name is repeated to the caller only if it looks like one. */
const safe = (path: string): { param?: string } => (/^[\w.[\]]{1,128}$/.test(path) ? { param: path } : {})

/** A refusal by the protocol's own rules: its `param` has the spelling of the request. */
export class WireRefusal extends SignpostError {
  constructor(code: ErrorCode, path: string, rule?: string) {
    super(code, { ...safe(path), ...(rule === undefined ? {} : { rule }) })
  }
}

/**
 * Maps any failure to the error that the caller gets. An unexpected failure becomes an internal error; only the log has its
 * cause.
 */
export function toSignpostError(failure: unknown): SignpostError {
  const error = fromDatabase(failure)
  if (error instanceof SignpostError) return error
  return new SignpostError('internal_error', { cause: error })
}

const paramOf = (error: SignpostError, param: string): string =>
  error instanceof WireRefusal ? param : param.split('.').map(snakeName).join('.')

/** The page that explains an error's code. */
export const docUrlOf = (publicUrl: string, code: ErrorCode): string => `${publicUrl}/docs/errors#${code}`

/** The canonical envelope. `requestId` is public; `publicUrl` is where the page of all errors is. */
export function errorBody(error: SignpostError, requestId: string, publicUrl: string) {
  return {
    error: {
      type: error.type,
      code: error.code,
      message: error.message,
      ...(error.param === undefined ? {} : { param: paramOf(error, error.param) }),
      ...(error.existing === undefined ? {} : { existing: error.existing }),
      doc_url: docUrlOf(publicUrl, error.code),
      request_id: error instanceof ReplayedRefusal ? error.originalRequestId : requestId,
    },
  }
}
