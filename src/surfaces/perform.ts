import { type Caller, requireAnyScope, requireScope } from '../kernel/call.ts'
import { SignpostError } from '../kernel/errors.ts'
import { encodeId } from '../kernel/id.ts'
import type { Scope } from '../kernel/scopes.ts'
import type { App } from '../process/compose/context.ts'
import { toSignpostError } from './errors.ts'
import { type Noted, noteRequest } from './noted.ts'
import { headersOf, refuse } from './refusing.ts'
import { RequestContext } from './request-context.ts'

/** A request before admission, independent of the protocol. */
export type Incoming = {
  /** The header as sent: `Bearer spk_…`. */
  readonly authorization: string | undefined
  /** The client's network address. */
  readonly address: string
  /** The header as sent; undefined without one. */
  readonly idempotencyKey?: unknown
  /** The request's id if the transport has already made it. */
  readonly id?: RequestId
}

/** A request's id: the uuid, and the client's form `req_…`. */
export type RequestId = { readonly requestId: string; readonly publicId: string }

export type Header = readonly [name: string, value: string]

/** The rendered result of an operation: its complete text. Without a status it is a success. */
export type Rendered = {
  readonly status?: number | undefined
  readonly text: string
  readonly headers?: readonly Header[]
  /** Overrides the operation's own name and its success in records of requests. */
  readonly noted?: Noted | undefined
}

/** The response, which the surface sends unchanged and without a further delay. */
export type Answer = { readonly status: number; readonly text: string; readonly headers: readonly Header[] }

/** Renders an error for a surface. */
export type Envelope = (app: App, error: SignpostError, publicId: string) => string

/** One operation of the service, described so that the gate can do the rest. */
export type Operation<Raw = never, Sent = unknown, Result = unknown> = {
  /** One of the service's own names, never a client's text: it is logged and becomes a label. */
  readonly name: string
  /** The scope that the key needs; several if any of them is sufficient; null if the operation checks scopes itself. */
  readonly scope: Scope | readonly [Scope, ...Scope[]] | null
  /** Scopes that the key needs besides, each of them. */
  readonly also?: readonly Scope[]
  /** Authenticates a caller without an API key. @throws SignpostError like authentication */
  readonly callerOf?: (app: App, incoming: Incoming) => Caller | Promise<Caller>
  /** True if an answer with a miss waits on the wider grid, whatever else it contains. */
  readonly grid?: 'bulk'
  /** Validates the input. @throws SignpostError */
  read(raw: Raw): Sent
  /** Payload that an Idempotency-Key is bound to; null if the operation ignores keys. */
  readonly payload: ((sent: Sent) => string) | null
  run(context: RequestContext, sent: Sent): Result | Promise<Result>
  /** INVARIANT (rendered before the wait): the text is complete when this returns. */
  render(result: Result, context: RequestContext, sent: Sent): Rendered | Promise<Rendered>
  /** The canonical envelope by default. */
  readonly envelope?: Envelope
}

/** A request: the input, with its caller or the context of its admission. */
export type GateRequest<Raw> = { readonly sent: Raw } & (
  | { readonly incoming: Incoming; context?: RequestContext | null }
  /** The transport admitted it before it read the body, and logs every request itself, after its last byte. */
  | { readonly context: RequestContext }
)

const success = 200

export function newRequestId(app: App): RequestId {
  const requestId = app.newId()
  return { requestId, publicId: encodeId('request', requestId) }
}

const idsOf = (app: App, { id }: Incoming): RequestId => id ?? newRequestId(app)

const callerByKey = ({ services }: App, { authorization, address }: Incoming): Caller | Promise<Caller> =>
  services.authentication.authenticate(authorization, address)

/**
 * Admits a request by its key, then its quota, then its scope. `holder` has the context once the caller is known, so
 * that a refusal can name the quotas. @throws SignpostError authentication's, rate_limited and scope_missing
 */
export async function admit(
  app: App,
  incoming: Incoming,
  { callerOf = callerByKey, ...needed }: Pick<Operation, 'scope' | 'also' | 'callerOf'>,
  holder: { context?: RequestContext | null },
): Promise<RequestContext> {
  const { idempotencyKey, address } = incoming
  const receivedAt = app.quantise.now()
  const known = callerOf(app, incoming)
  const caller = known instanceof Promise ? await known : known
  const context = new RequestContext(app, { caller, ...idsOf(app, incoming), idempotencyKey, address, receivedAt })
  holder.context = context
  const admitting = app.limits.admitRequest(context)
  if (admitting) await admitting
  requireOperationScope(context, needed)
  return context
}

/** Charges the other parts of a request that consists of several. @throws SignpostError rate_limited */
export const admitFurther = (context: RequestContext, count: number): void | Promise<void> =>
  context.app.limits.admitRequest(context, count)

/** Sets the start of the response time, for a transport that admits a request before it reads the body. */
export function markReceived(context: RequestContext): void {
  context.receivedAt = context.app.quantise.now()
}

function requireOperationScope(context: RequestContext, { scope, also = [] }: Pick<Operation, 'scope' | 'also'>): void {
  if (scope === null) return
  requireAnyScope(context, typeof scope === 'string' ? [scope] : (scope as readonly [Scope, ...Scope[]]))
  for (const one of also) requireScope(context, one)
}

const keyShape = /^[\x21-\x7e]{1,255}$/

/**
 * Takes the Idempotency-Key of a write, with its payload. @throws SignpostError idempotency_key_invalid ·
 * parameter_invalid
 */
export function takeIdempotencyKey(context: RequestContext, payload: () => string): void {
  const key = context.idempotencyKey
  if (key === undefined) return
  if (typeof key !== 'string' || !keyShape.test(key)) throw new SignpostError('idempotency_key_invalid')
  try {
    context.idempotency = { key, payload: payload() }
  } catch {
    // Nested too deep to be written as JSON: no operation accepts it.
    throw new SignpostError('parameter_invalid')
  }
}

/**
 * The one way from a request to its answer, on every surface: admission, scope, idempotency, the operation, the error's
 * envelope, the headers, the count, the log line, and the wait. A surface that calls it gets all of them.
 *
 * INVARIANT (uniform time): an answer that has or may have a miss leaves on the grid, an error too. Its text is
 * complete before the wait; an answer without a miss does not wait.
 */
export async function perform<Raw, Sent, Result>(
  app: App,
  operation: Operation<Raw, Sent, Result>,
  asked: GateRequest<Raw>,
): Promise<Answer> {
  const holder: { context?: RequestContext | null } = asked
  const incoming = 'incoming' in asked ? asked.incoming : null
  const ids = asked.context ?? idsOf(app, incoming!)
  if (asked.context) asked.context.isAtWork = true
  let answer: Answer
  let noted: Noted = { operation: operation.name, isWrite: operation.payload !== null, code: null }
  try {
    const context = asked.context ?? (await admit(app, { ...incoming!, id: ids }, operation, holder))
    requireOperationScope(context, operation)
    const sent = operation.read(asked.sent)
    if (operation.payload) {
      const { payload } = operation
      takeIdempotencyKey(context, () => payload(sent))
    }
    const rendering = operation.render(await operation.run(context, sent), context, sent)
    const rendered = rendering instanceof Promise ? await rendering : rendering
    if (rendered.noted) noted = rendered.noted
    answer = {
      status: rendered.status ?? success,
      text: rendered.text,
      headers: headersOf(ids, context, rendered.headers),
    }
  } catch (failure) {
    const error = toSignpostError(failure)
    noted = { ...noted, code: error.code }
    answer = refuse(app, { publicId: ids.publicId, context: holder.context ?? null }, error, operation.envelope)
  }
  const context = holder.context ?? null
  if (context) leavePlace(context)
  app.operations?.answered(operation.name, answer.status)
  if (incoming) {
    const { publicId: requestId } = ids
    app.requestLog.answered(context, { requestId, operation: operation.name, status: answer.status })
  }
  if (context) {
    const durationMs = await leave(context, operation.grid)
    noteRequest(context, noted, { status: answer.status, durationMs })
  }
  return answer
}

/** The milliseconds since a request arrived, rounded up to a step of its route. */
export const durationOf = ({ app, receivedAt }: RequestContext, grid: 'single' | 'bulk'): number =>
  app.quantise.rounded(grid, receivedAt)

/** Waits for the release step of an answer that has one. @returns the milliseconds until then, rounded up to the step */
function leave(context: RequestContext, grid?: 'bulk'): number | Promise<number> {
  const { app, release, receivedAt, waitedMs } = context
  if (release === 'at once') return durationOf(context, grid ?? 'single')
  return app.quantise(grid ?? release, receivedAt, waitedMs)
}

/** Returns the place when the work is done: a response that waits for its release step needs none. */
function leavePlace(context: RequestContext): void {
  context.isAtWork = false
  context.place?.leave()
}
