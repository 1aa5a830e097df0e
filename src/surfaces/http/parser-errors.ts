import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { App } from '../../app/context.ts'
import { type ErrorCode, SignpostError } from '../../kernel/errors.ts'
import { encodeId } from '../../kernel/id.ts'
import { type RenderRefusal, rawRefusal, refusalBeforeRouting } from './answer.ts'

/** How long a refused connection stays readable: closing on unread bytes would reset it before the answer is read. */
const lingerMs = 250

/** DECISION: bytes that aren't HTTP are a `parameter_invalid`; the catalogue has no code of their own. */
const codes: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
}

type HttpSocket = Socket & { _httpMessage?: { headersSent: boolean } | null }

/** Ends a connection with a refusal in the canonical envelope, or without a word where an answer has begun already. */
export function refuseConnection(app: App, render: RenderRefusal) {
  return (error: SignpostError, socket: HttpSocket): void => {
    if (socket.destroyed) return
    if (!socket.writable || socket._httpMessage?.headersSent) {
      socket.destroy()
      return
    }
    const requestId = encodeId('request', app.newId())
    const { status } = render(error, requestId)
    app.requestLog.answered(null, { requestId, status, route: null })
    socket.end(rawRefusal(render, error, requestId))
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }
}

/** Answers what the HTTP parser refuses, or what takes too long to arrive. */
export function answerParserErrors(app: App, render: RenderRefusal) {
  const refuse = refuseConnection(app, render)
  return (failure: NodeJS.ErrnoException, socket: HttpSocket): void => {
    if (failure.code === 'ECONNRESET') return
    refuse(new SignpostError(codes[failure.code ?? ''] ?? 'parameter_invalid'), socket)
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
