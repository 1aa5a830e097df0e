import { unauthenticatedLimits } from '../access/quotas/client-network.ts'
import { createAllowance } from '../access/quotas/token-bucket.ts'
import type { SignpostError } from '../kernel/errors.ts'
import { statusOf } from '../kernel/status.ts'
import type { App } from '../process/compose/context.ts'
import { errorText, toSignpostError } from './errors.ts'
import type { Answer, Envelope, Header, RequestId } from './perform.ts'
import type { RequestContext } from './request-context.ts'

const canonical: Envelope = ({ config }, error, publicId) => errorText(error, publicId, config)

/** Returns the headers of an answer. */
export function headersOf(
  { publicId }: Pick<RequestId, 'publicId'>,
  context: RequestContext | null,
  more: readonly Header[] = [],
): Header[] {
  const headers: Header[] = [['request-id', publicId], ...more]
  if (!context) return headers
  if (context.replayed) headers.push(['idempotent-replayed', 'true'])
  headers.push(...context.app.limits.headers(context))
  return headers
}

/** Returns the headers of an error. */
export function errorHeaders({ type, retryAfter }: SignpostError): Header[] {
  const headers: Header[] = []
  if (type === 'authentication_error') headers.push(['www-authenticate', 'Bearer'])
  if (retryAfter !== undefined) headers.push(['retry-after', String(retryAfter)])
  return headers
}

/** Renders the response to a failed request, also to one that a transport refuses before its operation is known. */
export function refuse(
  app: App,
  { publicId, context }: { publicId: string; context: RequestContext | null },
  failure: unknown,
  envelope: Envelope = canonical,
): Answer {
  const error = toSignpostError(failure)
  logFailure(app, publicId, error)
  const headers = headersOf({ publicId }, context, errorHeaders(error))
  return { status: statusOf(error.code), headers, text: envelope(app, error, publicId) }
}

/** Rate limits of the log lines of failures: while the database is unavailable, each request would write one. */
const failureLines = new WeakMap<App, () => boolean>()

function mayLogFailure(app: App): boolean {
  const allowance = failureLines.get(app) ?? createAllowance(unauthenticatedLimits.logLines)
  failureLines.set(app, allowance)
  return allowance()
}

/**
 * Logs an unexpected failure with its cause, at a limited rate. Refusals (429, 503) are not logged: log volume would be a side
 * channel. The line of each request counts them.
 */
export function logFailure(app: App, requestId: string, error: SignpostError): void {
  const isRefusal = error.type !== 'api_error' || (error.code === 'overloaded' && error.cause === undefined)
  if (isRefusal || !mayLogFailure(app)) return
  app.log.error({ requestId, code: error.code, error: error.cause }, 'request failed')
}
