import type { Server } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, SignpostError } from '../../kernel/errors.ts'
import { statusOf } from '../../kernel/status.ts'
import type { App } from '../../process/compose/context.ts'
import { errorText, toSignpostError } from '../errors.ts'
import { noteRequest } from '../noted.ts'
import {
  type Answer,
  admit,
  durationOf,
  type Envelope,
  type Incoming,
  type Operation,
  perform,
  type RequestId,
} from '../perform.ts'
import { refuse } from '../refusing.ts'
import type { RequestContext } from '../request-context.ts'

declare module 'fastify' {
  interface FastifyRequest {
    ids: RequestId
    /** Null until the key is accepted. */
    context: RequestContext | null
  }
}

/** Decodes the ASCII escapes of a URL. Other text stays as it is, so this can't fail. */
const unescapeAscii = (url: string): string =>
  url.replace(/%([0-7][0-9a-f])/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))

/** Keys travel in the header alone: a query string ends up in logs. @throws SignpostError api_key_invalid */
export function refuseKeyInUrl({ url }: FastifyRequest): void {
  if (/spk_(?:test|live)_/.test(unescapeAscii(url))) throw new SignpostError('api_key_invalid')
}

const transportCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'content_type_unsupported',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_BAD_URL: 'route_not_found',
}

/**
 * Maps a failure before the operation to the error of the request. A client that disconnects before its body is complete breaks
 * the body's stream; its error code equals that of a lost database connection.
 */
function failureOf({ raw }: FastifyRequest, failure: unknown): unknown {
  if (raw.errored !== null && raw.errored === failure) return new SignpostError('request_timeout')
  const { code, statusCode } = failure as Partial<FastifyError>
  const transport = code === undefined ? undefined : transportCodes[code]
  if (transport) return new SignpostError(transport)
  // secure-json-parse and JSON.parse throw plain SyntaxErrors, which Fastify marks with 400.
  return failure instanceof SyntaxError && statusCode === statusOf('invalid_json')
    ? new SignpostError('invalid_json')
    : failure
}

/** Extracts the input of the gate from a request. */
const incomingOf = ({ headers, ip, ids }: FastifyRequest): Incoming => ({
  authorization: headers.authorization,
  address: ip,
  idempotencyKey: headers['idempotency-key'],
  id: ids,
})

/** Refuses a request outside of its operation, for its headers, its body or its path. */
export function refuseRequest(app: App, request: FastifyRequest, failure: unknown, envelope: Envelope): Answer {
  const { context, ids, routeOptions } = request
  const error = toSignpostError(failureOf(request, failure))
  const answer = refuse(app, { publicId: ids.publicId, context }, error, envelope)
  const { operation, reads } = routeOptions.config
  if (context && operation !== undefined) {
    const durationMs = durationOf(context, reads === 'json' ? 'single' : 'bulk')
    noteRequest(context, { operation, isWrite: false, code: error.code }, { status: answer.status, durationMs })
  }
  return answer
}

/** Sends an answer as the reply. @returns its body */
export function send(reply: FastifyReply, { status, headers, text }: Answer): string {
  reply.code(status).type('application/json; charset=utf-8')
  for (const [name, value] of headers) reply.header(name, value)
  return text
}

/**
 * The parts of a route that performs an operation. A request is admitted before its body is read; a too large
 * Content-Length is refused before any other check.
 */
export const performs = <Sent, Result>(
  app: App,
  operation: Operation<FastifyRequest, Sent, Result>,
  bodyLimit: number,
) => ({
  bodyLimit,
  onRequest: async (request: FastifyRequest): Promise<void> => {
    if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw new SignpostError('body_too_large')
    refuseKeyInUrl(request)
    await admit(app, incomingOf(request), operation, request)
  },
  handler: async (request: FastifyRequest, reply: FastifyReply): Promise<string> =>
    send(reply, await perform(app, operation, { context: request.context!, sent: request })),
})

/**
 * Answers each failure with the canonical envelope, an unknown route too. `documented` is the server with the
 * documentation. @returns the envelope, for the operations
 */
export function refuseInEnvelopes(fastify: FastifyInstance, app: App, documented?: Server): Envelope {
  const envelope: Envelope = (_, error, publicId) => errorText(error, publicId, app.config, documented)
  fastify.setErrorHandler(async (failure, request, reply) =>
    send(reply, refuseRequest(app, request, failure, envelope)),
  )
  fastify.setNotFoundHandler(() => {
    throw new SignpostError('route_not_found')
  })
  return envelope
}
