import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, SignpostError } from '../../kernel/errors.ts'
import { encodeId } from '../../kernel/id.ts'
import type { App } from '../../process/compose/context.ts'
import { type RenderRefusal, rawRefusal, refusalBeforeRouting } from './answer.ts'

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
export function answerParserErrors(
  app: App,
  render: RenderRefusal,
  answerOn: (socket: Socket) => ServerResponse | null,
) {
  return (failure: NodeJS.ErrnoException, socket: Socket): void => {
    if (failure.code === 'ECONNRESET' || socket.destroyed) return
    if (!socket.writable || answerOn(socket)?.headersSent) {
      socket.destroy()
      return
    }
    const error = new SignpostError(codes[failure.code ?? ''] ?? 'parameter_invalid')
    const requestId = encodeId('request', app.newId())
    const { status } = render(error, requestId)
    app.requestLog.answered(null, { requestId, status, route: null })
    socket.end(rawRefusal(render, error, requestId))
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }
}

/** Answers paths that Fastify refuses before it looks for a route. */
export function answerBadPaths(app: App, render: RenderRefusal) {
  return (_failure: Error, _request: unknown, reply: { raw: ServerResponse<IncomingMessage> }): void => {
    const requestId = encodeId('request', app.newId())
    const { status, headers, body } = refusalBeforeRouting(render, new SignpostError('route_not_found'), requestId)
    app.requestLog.answered(null, { requestId, status, route: null })
    reply.raw.writeHead(status, headers).end(body)
  }
}
