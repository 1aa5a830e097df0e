import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Bucket, refilled } from '../../access/quotas/token-bucket.ts'
import type { App } from '../../app/context.ts'
import { RequestContext } from '../../app/request-context.ts'
import type { Call } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { beforeTheKey } from './before-the-key.ts'

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

/** A URL with its ASCII characters as they are meant; what is no such escape stays, so that nothing here can fail. */
const unescapeAscii = (url: string): string =>
  url.replace(/%([0-7][0-9a-f])/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))

/** Keys travel in the header alone: a query string ends up in logs. @throws SignpostError api_key_invalid */
export function refuseKeyInUrl({ url }: FastifyRequest): void {
  if (/spk_(?:test|live)_/.test(unescapeAscii(url))) throw new SignpostError('api_key_invalid')
}

/**
 * What went wrong with a request. A client that hangs up before its body is complete breaks the body's stream: that is no
 * failure of ours, though its code is one that a lost database has, too.
 */
export const failureOf = ({ raw }: FastifyRequest, failure: unknown): unknown =>
  raw.errored !== null && raw.errored === failure ? new SignpostError('request_timeout') : failure

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

/** What is left of the lines that failures may have: while the database is away, each request would have one. */
const failureLines = new WeakMap<App, Bucket>()

function mayLogFailure(app: App): boolean {
  const rule = beforeTheKey.logLines
  const now = performance.now()
  const tokens = refilled(failureLines.get(app), rule, now)
  failureLines.set(app, { tokens: Math.max(0, tokens - 1), at: now })
  return tokens >= 1
}

/**
 * What nobody expected is logged with its cause, so many a second; refusals are not, a full house among them: their volume
 * would tell, and the line of each request counts them.
 */
export function logFailure(app: App, requestId: string, error: SignpostError): void {
  const isRefusal = error.type !== 'api_error' || (error.code === 'overloaded' && error.cause === undefined)
  if (isRefusal || !mayLogFailure(app)) return
  app.log.error({ requestId, code: error.code, error: error.cause }, 'request failed')
}
