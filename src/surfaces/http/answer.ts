import { STATUS_CODES } from 'node:http'
import type { SignpostError } from '../../kernel/errors.ts'

/** Headers of every response. */
export const securityHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Turns an error into its HTTP status and body. The edge that owns the envelope brings it. */
export type RenderRefusal = (error: SignpostError, requestId: string) => { status: number; body: string }

/** A refusal of requests that never reach a route: its status, headers and body. */
export function refusalBeforeRouting(render: RenderRefusal, error: SignpostError, requestId: string) {
  const { status, body } = render(error, requestId)
  const headers = {
    ...securityHeaders,
    'request-id': requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    ...(error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) }),
  }
  return { status, headers, body }
}

/** The same as bytes, for a socket without a response of its own; the connection ends with it. */
export function rawRefusal(render: RenderRefusal, error: SignpostError, requestId: string): string {
  const { status, headers, body } = refusalBeforeRouting(render, error, requestId)
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}
