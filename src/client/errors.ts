import type { Refusal } from './generated/types.ts'

export type ErrorType = Refusal['error']['type']
/** The service may answer with codes that are newer than this client. */
export type ErrorCode = Refusal['error']['code'] | (string & {})

export type Refused = {
  type: string
  code: ErrorCode
  message: string
  param?: string | undefined
  existing?: string | undefined
  doc_url?: string | undefined
  request_id?: string | undefined
}

/** The base class of all errors of this client. */
export class SignpostError extends Error {
  // A literal, because a bundler may rename classes.
  override name = 'SignpostError'
}

/** A refusal of the service. One class for each `type`. */
export class RefusedError extends SignpostError {
  override name = 'RefusedError'
  readonly type: string
  readonly code: ErrorCode
  /** The field with the error, in the spelling of the request. */
  readonly param: string | undefined
  /** Id of your own conflicting record. */
  readonly existing: string | undefined
  /** URL of the code's explanation. */
  readonly docUrl: string | undefined
  /** Id of the request, for questions about it. */
  readonly requestId: string | undefined
  readonly status: number
  /** Seconds to wait before a retry makes sense. */
  readonly retryAfter: number | undefined

  constructor(status: number, refused: Refused, retryAfter?: number) {
    const { type, code, message, param, existing, doc_url, request_id } = refused
    super(message)
    this.status = status
    this.type = type
    this.code = code
    this.param = param
    this.existing = existing
    this.docUrl = doc_url
    this.requestId = request_id
    this.retryAfter = retryAfter
  }
}

export class InvalidRequestError extends RefusedError {
  override name = 'InvalidRequestError'
}
export class AuthenticationError extends RefusedError {
  override name = 'AuthenticationError'
}
export class PermissionError extends RefusedError {
  override name = 'PermissionError'
}
export class NotFoundError extends RefusedError {
  override name = 'NotFoundError'
}
export class ConflictError extends RefusedError {
  override name = 'ConflictError'
}
export class IdempotencyError extends RefusedError {
  override name = 'IdempotencyError'
}
export class RateLimitError extends RefusedError {
  override name = 'RateLimitError'
}
export class ApiError extends RefusedError {
  override name = 'ApiError'
}

/** There was no answer, or it was unreadable. */
export class ConnectionError extends SignpostError {
  override name = 'ConnectionError'
}
/** No answer in time. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError'
}

const classes: Record<ErrorType, typeof RefusedError> = {
  invalid_request_error: InvalidRequestError,
  authentication_error: AuthenticationError,
  permission_error: PermissionError,
  not_found_error: NotFoundError,
  conflict_error: ConflictError,
  idempotency_error: IdempotencyError,
  rate_limit_error: RateLimitError,
  api_error: ApiError,
}

/** Converts a refusal's body to an error; a proxy may answer with something else. */
export function refusedError(status: number, body: unknown, retryAfter?: number): RefusedError {
  const sent = (body as { error?: Partial<Refused> } | undefined)?.error
  const refused: Refused = {
    ...sent,
    type: sent?.type ?? 'api_error',
    code: sent?.code ?? 'answer_unreadable',
    message: sent?.message ?? `The answer was HTTP ${status}, without an error.`,
  }
  const Class = Object.hasOwn(classes, refused.type) ? classes[refused.type as ErrorType] : RefusedError
  return new Class(status, refused, retryAfter)
}
