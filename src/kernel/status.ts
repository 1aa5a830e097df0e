import { type ErrorCode, type ErrorType, errorCatalogue } from './errors.ts'

const statusOfType: Record<ErrorType, number> = {
  invalid_request_error: 400,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  conflict_error: 409,
  idempotency_error: 409,
  rate_limit_error: 429,
  api_error: 500,
}

const statusOfCode: Partial<Record<ErrorCode, number>> = {
  method_not_allowed: 405,
  request_timeout: 408,
  cursor_expired: 410,
  body_too_large: 413,
  content_type_unsupported: 415,
  idempotency_key_reused: 422,
  headers_too_large: 431,
  service_unavailable: 503,
  challenge_sender_missing: 503,
  overloaded: 503,
  shutting_down: 503,
}

/** The HTTP status of an error code. Source: docs/rules.md#errors. */
export const statusOf = (code: ErrorCode): number => statusOfCode[code] ?? statusOfType[errorCatalogue[code].type]
