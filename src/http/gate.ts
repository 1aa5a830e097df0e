import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../context.ts'
import { SignpostError } from '../domain/errors.ts'
import { RequestContext } from '../request-context.ts'
import type { Call } from '../services/caller.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The uuid behind `req_…`. */
    requestUuid: string
    /** `req_…`: what the client is told. */
    publicId: string
    /** Null until the key is accepted. */
    context: RequestContext | null
    /** When the body was parsed (monotonic milliseconds): where the release floor counts from. */
    parsedAt: number
  }
}

/** Keys travel in the header alone: a query string ends up in logs. @throws SignpostError api_key_invalid */
export function refuseKeyInUrl({ url }: FastifyRequest): void {
  if (/spk_(?:test|live)_/.test(url.includes('%') ? unescape(url) : url)) throw new SignpostError('api_key_invalid')
}

/**
 * Lets a request in: its key, then its quota. What it may do is judged by whoever knows what it wants.
 * @throws SignpostError authentication's and rate_limited
 */
export async function admit(app: App, request: FastifyRequest): Promise<RequestContext> {
  refuseKeyInUrl(request)
  const caller = await app.services.authentication.authenticate(request.headers.authorization, request.ip)
  const context = new RequestContext(app, { caller, requestId: request.requestUuid })
  request.context = context
  await app.limits.admitRequest(context)
  return context
}

/** Refuses what says itself that it is too large, before anything else is looked at. */
export function requireSize(request: FastifyRequest, limit: number): void {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new SignpostError('body_too_large')
}

const keyShape = /^[\x21-\x7e]{1,255}$/

/** The Idempotency-Key of a write, with what it stands for. @throws SignpostError idempotency_key_invalid · parameter_invalid */
export function readIdempotency(request: FastifyRequest, payload: () => string): Call['idempotency'] {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !keyShape.test(key)) throw new SignpostError('idempotency_key_invalid')
  try {
    return { key, payload: payload() }
  } catch {
    // Nested beyond what can be written back as text: no operation takes such a thing.
    throw new SignpostError('parameter_invalid')
  }
}

/** The headers that an error brings with it. */
export function errorHeaders(reply: FastifyReply, error: SignpostError): void {
  if (error.type === 'authentication_error') reply.header('www-authenticate', 'Bearer')
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
}

/** What nobody expected is logged with its cause; refusals are not: their volume would tell. */
export function logFailure(app: App, requestId: string, error: SignpostError): void {
  if (error.type !== 'api_error') return
  app.log.error({ requestId, code: error.code, error: error.cause }, 'request failed')
}
