import { SignpostError } from './errors.ts'
import type { Place } from './fair-queue.ts'
import { hasScope, type Scope } from './scopes.ts'

/** Owner of a control-plane row, the only caller who sees it, in the key's environment. Ids are uuids. */
export type Owner = { readonly consumerId: string; readonly livemode: boolean }

/** The quotas of a caller, in the order in which they are checked and shown. Source: docs/rules.md#quotas. */
export const callerPolicies = ['requests', 'resolve', 'misses', 'registrations'] as const
export type CallerPolicy = (typeof callerPolicies)[number]

/** A consumer's own quota rules, from its record. */
export type QuotaOverrides = Readonly<Record<string, { size?: number; refillPerSecond?: number } | undefined>>

/** Remaining quota of each bucket that a request has met. */
export type QuotaState = { [P in CallerPolicy]?: number }

/** The consumer of a request, from its key. Ids are uuids. */
export type Caller = {
  readonly consumerId: string
  readonly consumerName: string
  readonly keyId: string
  readonly livemode: boolean
  readonly scopes: readonly string[]
  /** The key is a federation router's key. */
  readonly router: boolean
  /** The consumer's own quota rules. */
  readonly limits?: QuotaOverrides | null
  /** The operator's channel; null for a consumer. No API key has it. */
  readonly operator?: OperatorWay
}

export type OperatorWay = 'cli' | 'admin_api'

/** Anonymous caller, without a key: it has no scopes. */
export const nobody: Caller = Object.freeze({
  consumerId: '00000000-0000-0000-0000-000000000000',
  consumerName: '',
  keyId: '00000000-0000-0000-0000-000000000000',
  livemode: false,
  scopes: [],
  router: false,
})

export const operatorBy = (operator: OperatorWay): Caller => Object.freeze({ ...nobody, operator })

/** @throws SignpostError route_not_found: the route is hidden from everybody else */
export function requireOperator({ caller }: Call): void {
  if (caller.operator === undefined) throw new SignpostError('route_not_found')
}

/** The size of the resolved aliases in one answer, at most, in bytes. */
const answerLimit = 4 * 1024 * 1024

/**
 * The look-ups of one request: each alias is read, evaluated and rendered once, for all spellings, items and fields. Without
 * this, copies of an alias in one request would multiply the cost of its look-up until a caller can measure it. Each copy is
 * charged as a look-up: the cost of a request depends only on its text. Only the resolution reads the outcomes.
 */
export class RequestLookUps {
  readonly #found = new Map<string, Promise<object>>()
  readonly #evaluated = new Map<object, unknown>()
  #bytesLeft = answerLimit
  #copies = 1

  /** Sets the number of copies of one look-up in the answer: a document may ask for the same under several names. */
  shows(copies: number): void {
    this.#copies = copies
  }

  /**
   * Reserves space in the answer for a rendered record. @returns false if the answer is full; the first record always
   * fits
   */
  fits(bytes: number): boolean {
    const taken = bytes * this.#copies
    if (taken > this.#bytesLeft) return false
    this.#bytesLeft -= taken
    return true
  }

  /** Looks an alias up once. A request makes look-ups of one kind. */
  find<Found extends object>(
    { type, value }: { type: string; value: string },
    look: () => Promise<Found>,
  ): Promise<Found> {
    const key = `${type}|${value}`
    const found = (this.#found.get(key) as Promise<Found> | undefined) ?? look()
    this.#found.set(key, found)
    return found
  }

  /** Evaluates found facts once. */
  evaluate<Evaluated>(found: object, make: () => Evaluated): Evaluated {
    const evaluated = (this.#evaluated.get(found) as Evaluated | undefined) ?? make()
    this.#evaluated.set(found, evaluated)
    return evaluated
  }
}

/** Names of consumers by their uuids. */
export type NamesRead = Record<
  string,
  { readonly id: string; readonly name: string; readonly display_name: string | null }
>

/**
 * One request, for the services.
 *
 * INVARIANT (made by the gate): a member that no object literal has makes the type nominal. Only the gate's context
 * (surfaces/request-context.ts) extends it, behind authentication and scope; `systemCall` makes one without a request.
 */
export abstract class Call {
  declare protected readonly isAdmitted: true
  abstract readonly caller: Caller
  /** The uuid of `req_…`. */
  abstract readonly requestId: string
  /** The parsed Idempotency-Key header; null without one. */
  abstract idempotency: { readonly key: string; readonly payload: string } | null
  /** Response step that delays the answer: set by code that found, or might have found, a miss. */
  abstract release: 'at once' | 'single' | 'bulk'
  /** Set when the answer is replayed from an earlier request with the same Idempotency-Key. */
  abstract replayed: boolean
  /** Remaining quotas that this request has met. */
  abstract readonly quota?: QuotaState
  /** Look-ups of this request; without it a request is one look-up or one bulk. */
  abstract readonly lookUps?: RequestLookUps
  /** Names that this request has already read: its answer reuses them. */
  abstract readonly namesRead?: NamesRead
  /** The network of its client: a /24, or a /48 of IPv6. */
  abstract readonly network?: string | null
  /** The request's place in the work queue, if there is a queue. */
  abstract readonly place?: Place | null
}

/** Makes a call without a request: for the command line, a job or sample data. Its caller's scopes apply. */
export const systemCall = (caller: Caller, requestId: string): Call =>
  ({ caller, requestId, idempotency: null, release: 'at once', replayed: false }) as Call

/**
 * Waits for another machine (a name server, a receiver of messages) or for a turn, and releases the request's place
 * meanwhile.
 */
export const outside = <T>({ place }: Call, wait: () => Promise<T>): Promise<T> =>
  place ? place.outside(wait) : wait()

/** @throws SignpostError scope_missing, naming the scope */
export function requireScope({ caller }: Call, scope: Scope): void {
  if (!hasScope(caller.scopes, scope)) throw new SignpostError('scope_missing', { param: scope })
}

/** Requires at least one of `scopes`; an error names the first. */
export function requireAnyScope({ caller }: Call, scopes: readonly [Scope, ...Scope[]]): void {
  if (!scopes.some((scope) => hasScope(caller.scopes, scope)))
    throw new SignpostError('scope_missing', { param: scopes[0] })
}

type Bound<F> = F extends (deps: never, ...sent: infer Sent) => infer Answer ? (...sent: Sent) => Answer : never

/** Use cases with what they depend on given to each as its first argument: what is left is what a caller gives. */
export function bound<Deps, UseCases extends Record<string, (deps: Deps, ...sent: never[]) => unknown>>(
  deps: Deps,
  useCases: UseCases,
): { [Name in keyof UseCases]: Bound<UseCases[Name]> } {
  const named = Object.entries(useCases).map(([name, useCase]) => [name, useCase.bind(null, deps)])
  return Object.fromEntries(named)
}
