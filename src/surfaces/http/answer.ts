import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, SignpostError } from '../../kernel/errors.ts'
import { encodeId } from '../../kernel/id.ts'
import { statusOf } from '../../kernel/status.ts'
import type { App } from '../../process/compose/context.ts'
import { errorText } from '../errors.ts'
import type { HttpServer } from './server.ts'

/** Headers of every response. */
export const securityHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Refuses a request that never reaches a route, with a line in the log. @returns the status, headers and body */
function refuseBeforeRouting(app: App, { server }: HttpServer, code: ErrorCode) {
  const requestId = encodeId('request', app.newId())
  const status = statusOf(code)
  const body = errorText(new SignpostError(code), requestId, app.config, server)
  app.requestLog.answered(null, { requestId, status, route: null })
  const headers = {
    ...securityHeaders,
    'request-id': requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  }
  return { status, headers, body }
}

/**
 * Milliseconds that a refused connection stays readable: closing it with unread bytes would reset it before the client has read
 * the response.
 */
const lingerMs = 250

/** DECISION: bytes that aren't HTTP are a `parameter_invalid`; the catalogue has no code of their own. */
const codes: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
}

/**
 * Answers requests that the HTTP parser refuses or that arrive too slowly, and ends the connection. Sends the canonical
 * envelope, unless a response has already begun.
 */
export function answerParserErrors(app: App, http: () => HttpServer) {
  return (failure: NodeJS.ErrnoException, socket: Socket): void => {
    if (failure.code === 'ECONNRESET' || socket.destroyed) return
    if (!socket.writable || http().connections.of(socket)?.response?.headersSent) {
      socket.destroy()
      return
    }
    const code = codes[failure.code ?? ''] ?? 'parameter_invalid'
    const { status, headers, body } = refuseBeforeRouting(app, http(), code)
    const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }
}

/** Answers paths that Fastify refuses before it looks for a route. */
export function answerBadPaths(app: App, http: () => HttpServer) {
  return (_failure: Error, _request: unknown, reply: { raw: ServerResponse<IncomingMessage> }): void => {
    const { status, headers, body } = refuseBeforeRouting(app, http(), 'route_not_found')
    reply.raw.writeHead(status, headers).end(body)
  }
}
