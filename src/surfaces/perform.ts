import { createAllowance } from '../access/allowance.ts'
import { beforeTheKey } from '../access/before-the-key.ts'
import type { App } from '../app/context.ts'
import { type Caller, requireAnyScope } from '../kernel/call.ts'
import { SignpostError } from '../kernel/errors.ts'
import { encodeId } from '../kernel/id.ts'
import type { Scope } from '../kernel/scopes.ts'
import { statusOf } from '../kernel/status.ts'
import { errorBody, toSignpostError } from './errors.ts'
import { publicUrlOf } from './public-url.ts'
import { RequestContext } from './request-context.ts'

/** What is known of a request before it is judged, in no protocol's words. */
export type Incoming = {
  /** As it was sent: `Bearer spk_…`. */
  readonly authorization: string | undefined
  /** The client's network address. */
  readonly address: string
  /** As it was sent; undefined without one. */
  readonly idempotencyKey?: unknown
  /** The request's id where the transport has made it already. */
  readonly id?: RequestId
}

/** A request's id: the uuid, and `req_…`, which the client is told. */
export type RequestId = { readonly requestId: string; readonly publicId: string }

export type Header = readonly [name: string, value: string]

/** What an operation came to: its text, complete. Without a status it is a success. */
export type Rendered = {
  readonly status?: number | undefined
  readonly text: string
  readonly headers?: readonly Header[]
}

/** What the surface sends, as it is. It may be sent at once: the wait is over. */
export type Answer = { readonly status: number; readonly text: string; readonly headers: readonly Header[] }

/** An error as a surface shows it. */
export type Envelope = (app: App, error: SignpostError, publicId: string) => string

/** One thing that the service does, described so that the gate can do the rest. */
export type Operation<Raw = never, Sent = unknown, Result = unknown> = {
  /** One of the service's own names, never a client's text: it is logged and becomes a label. */
  readonly name: string
  /** What the key must carry; several when any of them will do; null when the operation judges by itself. */
  readonly scope: Scope | readonly [Scope, ...Scope[]] | null
  /** Who calls, where that is not said by an API key. @throws SignpostError as authentication does */
  readonly callerOf?: (app: App, incoming: Incoming) => Caller | Promise<Caller>
  /** Set when an answer with a miss waits on the wider grid, whatever else it holds. */
  readonly grid?: 'bulk'
  /** Validates what was sent. @throws SignpostError */
  read(raw: Raw): Sent
  /** What an Idempotency-Key stands for; null where a key has no meaning. */
  readonly payload: ((sent: Sent) => string) | null
  run(context: RequestContext, sent: Sent): Result | Promise<Result>
  /** INVARIANT (rendered before the wait): the text is complete when this returns. */
  render(result: Result, context: RequestContext, sent: Sent): Rendered | Promise<Rendered>
  /** The canonical envelope when absent. */
  readonly envelope?: Envelope
}

/** A request: what was sent, and who sends it, or the context in which it was admitted. */
export type Asked<Raw> = { readonly sent: Raw } & (
  | { readonly incoming: Incoming; context?: RequestContext | null }
  /** The transport admitted it before it read the body, and logs every request itself, when its last byte is out. */
  | { readonly context: RequestContext }
)

const success = 200

const canonical: Envelope = (app, error, publicId) =>
  JSON.stringify(errorBody(error, publicId, publicUrlOf(app.config)))

export function newRequestId(app: App): RequestId {
  const requestId = app.newId()
  return { requestId, publicId: encodeId('request', requestId) }
}

const idsOf = (app: App, { id }: Incoming): RequestId => id ?? newRequestId(app)
const sentWith = (app: App, { idempotencyKey }: Incoming) => ({ idempotencyKey, receivedAt: app.quantise.now() })

const callerByKey = ({ services }: App, { authorization, address }: Incoming): Caller | Promise<Caller> =>
  services.authentication.authenticate(authorization, address)

/**
 * Lets a request in: its key, then its quota, then its scope. `holder` has the context from the moment that the caller is
 * known, so that a refusal can name the quotas.
 * @throws SignpostError authentication's, rate_limited and scope_missing
 */
export async function admit(
  app: App,
  incoming: Incoming,
  { scope, callerOf = callerByKey }: Pick<Operation, 'scope' | 'callerOf'>,
  holder: { context?: RequestContext | null },
): Promise<RequestContext> {
  const sent = sentWith(app, incoming)
  const known = callerOf(app, incoming)
  const caller = known instanceof Promise ? await known : known
  const context = new RequestContext(app, { caller, ...idsOf(app, incoming), ...sent })
  holder.context = context
  const admitting = app.limits.admitRequest(context)
  if (admitting) await admitting
  requireOperationScope(context, scope)
  return context
}

/** A request that turns out to be several pays for the others. @throws SignpostError rate_limited */
export const admitFurther = (context: RequestContext, count: number): void | Promise<void> =>
  context.app.limits.admitRequest(context, count)

/** For a transport that admits before it reads: the answer's time counts from when the body was there. */
export function markReceived(context: RequestContext): void {
  context.receivedAt = context.app.quantise.now()
}

function requireOperationScope(context: RequestContext, scope: Operation['scope']): void {
  if (scope === null) return
  requireAnyScope(context, typeof scope === 'string' ? [scope] : (scope as readonly [Scope, ...Scope[]]))
}

const keyShape = /^[\x21-\x7e]{1,255}$/

/** Takes the Idempotency-Key of a write, with what it stands for. @throws SignpostError idempotency_key_invalid · parameter_invalid */
export function takeIdempotencyKey(context: RequestContext, payload: () => string): void {
  const key = context.idempotencyKey
  if (key === undefined) return
  if (typeof key !== 'string' || !keyShape.test(key)) throw new SignpostError('idempotency_key_invalid')
  try {
    context.idempotency = { key, payload: payload() }
  } catch {
    // Nested beyond what can be written back as text: no operation takes such a thing.
    throw new SignpostError('parameter_invalid')
  }
}

/**
 * The one way from a request to its answer, on every surface: admission, scope, idempotency, the operation, the error's
 * envelope, the headers, the count, the line of the log, and the wait. A surface that calls it can forget none of them.
 *
 * INVARIANT (uniform time): an answer that holds a miss, or might, leaves on the grid, an error too. Its text is complete
 * before the wait; what holds none does not wait.
 */
export async function perform<Raw, Sent, Result>(
  app: App,
  operation: Operation<Raw, Sent, Result>,
  asked: Asked<Raw>,
): Promise<Answer> {
  const holder: { context?: RequestContext | null } = asked
  const incoming = 'incoming' in asked ? asked.incoming : null
  const ids = asked.context ?? idsOf(app, incoming!)
  if (asked.context) asked.context.isAtWork = true
  let answer: Answer
  try {
    const context = asked.context ?? (await admit(app, { ...incoming!, id: ids }, operation, holder))
    requireOperationScope(context, operation.scope)
    const sent = operation.read(asked.sent)
    if (operation.payload) {
      const { payload } = operation
      takeIdempotencyKey(context, () => payload(sent))
    }
    const rendering = operation.render(await operation.run(context, sent), context, sent)
    const rendered = rendering instanceof Promise ? await rendering : rendering
    answer = {
      status: rendered.status ?? success,
      text: rendered.text,
      headers: headersOf(ids, context, rendered.headers),
    }
  } catch (failure) {
    answer = refuse(app, { publicId: ids.publicId, context: holder.context ?? null }, failure, operation.envelope)
  }
  const context = holder.context ?? null
  if (context) leavePlace(context)
  app.operations?.answered(operation.name, answer.status)
  if (incoming) {
    const { publicId: requestId } = ids
    app.requestLog.answered(context, { requestId, operation: operation.name, status: answer.status })
  }
  if (context && context.release !== 'at once') {
    const { release } = context
    await app.quantise(operation.grid ?? release, context.receivedAt, context.waitedMs)
  }
  return answer
}

/** The work is over: an answer that waits for its release step takes no place from others. */
function leavePlace(context: RequestContext): void {
  context.isAtWork = false
  context.place?.leave()
}

function headersOf({ publicId }: RequestId, context: RequestContext | null, more: readonly Header[] = []): Header[] {
  const headers: Header[] = [['request-id', publicId], ...more]
  if (!context) return headers
  if (context.replayed) headers.push(['idempotent-replayed', 'true'])
  headers.push(...context.app.limits.headers(context))
  return headers
}

/** What an error tells beside its body. */
export function errorHeaders({ type, retryAfter }: SignpostError): Header[] {
  const headers: Header[] = []
  if (type === 'authentication_error') headers.push(['www-authenticate', 'Bearer'])
  if (retryAfter !== undefined) headers.push(['retry-after', String(retryAfter)])
  return headers
}

/** The answer to a request that came to nothing. For a transport, also what it refuses before there is an operation. */
export function refuse(
  app: App,
  { publicId, context }: { publicId: string; context: RequestContext | null },
  failure: unknown,
  envelope: Envelope = canonical,
): Answer {
  const error = toSignpostError(failure)
  logFailure(app, publicId, error)
  const headers = headersOf({ requestId: '', publicId }, context, errorHeaders(error))
  return { status: statusOf(error.code), headers, text: envelope(app, error, publicId) }
}

/** The lines that failures may have: while the database is away, each request would have one. */
const failureLines = new WeakMap<App, () => boolean>()

function mayLogFailure(app: App): boolean {
  const allowance = failureLines.get(app) ?? createAllowance(beforeTheKey.logLines)
  failureLines.set(app, allowance)
  return allowance()
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
