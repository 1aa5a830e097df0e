import type { FastifyError } from 'fastify'
import { fromDatabase } from '../../database/violations.ts'
import { type ErrorCode, SignpostError } from '../../kernel/errors.ts'
import { ReplayedRefusal } from '../../unit-of-work/idempotency.ts'
import { snakeName } from './camel.ts'
import { WireRefusal } from './validation.ts'

const transportCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'content_type_unsupported',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_BAD_URL: 'route_not_found',
}

/** What any failure is to the caller. What nobody expected is an internal error, its cause for the log alone. */
export function toSignpostError(failure: unknown): SignpostError {
  const error = fromDatabase(failure)
  if (error instanceof SignpostError) return error
  const { code, statusCode } = error as Partial<FastifyError>
  const transport = code === undefined ? undefined : transportCodes[code]
  if (transport) return new SignpostError(transport)
  // secure-json-parse and JSON.parse throw plain SyntaxErrors, which Fastify marks with 400.
  if (error instanceof SyntaxError && statusCode === 400) return new SignpostError('invalid_json')
  return new SignpostError('internal_error', { cause: error })
}

const paramOf = (error: SignpostError, param: string): string =>
  error instanceof WireRefusal ? param : param.split('.').map(snakeName).join('.')

/** The canonical envelope. `requestId` is public; `publicUrl` is where the page of all errors is. */
export function errorBody(error: SignpostError, requestId: string, publicUrl: string) {
  return {
    error: {
      type: error.type,
      code: error.code,
      message: error.message,
      ...(error.param === undefined ? {} : { param: paramOf(error, error.param) }),
      doc_url: `${publicUrl}/docs/errors#${error.code}`,
      request_id: error instanceof ReplayedRefusal ? error.originalRequestId : requestId,
    },
  }
}
