import { SignpostError } from './errors.ts'
import type { Place } from './fair-queue.ts'
import { hasScope, type Scope } from './scopes.ts'

/** Owner of a control-plane row, the only one who may see it, in the key's environment. Ids are uuids. */
export type Owner = { readonly consumerId: string; readonly livemode: boolean }

/** The quotas of a caller, in the order in which they are checked and shown. Source: docs/rules.md#quotas. */
export const callerPolicies = ['requests', 'resolve', 'misses', 'registrations'] as const
export type CallerPolicy = (typeof callerPolicies)[number]

/** A consumer's own quota rules, as its record holds them. */
export type QuotaOverrides = Readonly<Record<string, { size?: number; refillPerSecond?: number } | undefined>>

/** Remaining quota of each bucket that a request has met. */
export type QuotaState = { [P in CallerPolicy]?: number }

/** The consumer behind a request, as its key says. Ids are uuids. */
export type Caller = {
  readonly consumerId: string
  readonly consumerName: string
  readonly keyId: string
  readonly livemode: boolean
  readonly scopes: readonly string[]
  /** The key is held by a federation router. */
  readonly router: boolean
  /** The consumer's own quota rules. */
  readonly limits?: QuotaOverrides | null
  /** Set for the operator, who is no consumer: the way by which it comes. No API key has it. */
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

/** @throws SignpostError route_not_found: to everybody else there is no such thing */
export function requireOperator({ caller }: Call): void {
  if (caller.operator === undefined) throw new SignpostError('route_not_found')
}

/** The look-ups of one request so far. Only the resolution knows the outcomes. */
export type LookUps = {
  /** Takes room in the answer for a rendered record. @returns false where it no longer fits */
  fits(bytes: number): boolean
  /** Looks an alias up once: later calls get the first result. */
  find<Found extends object>(
    alias: { readonly type: string; readonly value: string },
    look: () => Promise<Found>,
  ): Promise<Found>
  /** Evaluates found facts once: later calls get the first outcome. */
  evaluate<Evaluated>(found: object, make: () => Evaluated): Evaluated
}

/** Names of consumers by their uuids. */
export type NamesRead = Record<
  string,
  { readonly id: string; readonly name: string; readonly display_name: string | null }
>

/** One request, as the services see it. */
export type Call = {
  readonly caller: Caller
  /** The uuid behind `req_…`. */
  readonly requestId: string
  /** Idempotency-Key header as the edge parsed it; null without one. */
  idempotency: { readonly key: string; readonly payload: string } | null
  /** Response step that delays the answer: set by code that found, or might have found, a miss. */
  release: 'at once' | 'single' | 'bulk'
  /** Set when the answer is replayed from an earlier request with the same Idempotency-Key. */
  replayed: boolean
  /** Remaining quotas that this request has met. */
  readonly quota?: QuotaState
  /** Look-ups of this request; without it a request is one look-up or one bulk. */
  readonly lookUps?: LookUps
  /** Names that this request has already read: its answer reuses them. */
  readonly namesRead?: NamesRead
  /** Its place among the requests at work, where there are any others. */
  readonly place?: Place | null
}

/** Waits for what is not ours (a name server, a receiver of messages), or for a turn, without the request's place. */
export const outside = <T>({ place }: Call, wait: () => Promise<T>): Promise<T> =>
  place ? place.outside(wait) : wait()

/** @throws SignpostError scope_missing, naming the scope */
export function requireScope({ caller }: Call, scope: Scope): void {
  if (!hasScope(caller.scopes, scope)) throw new SignpostError('scope_missing', { param: scope })
}

/** At least one of `scopes`; the first is the one that an error names. */
export function requireAnyScope({ caller }: Call, scopes: readonly [Scope, ...Scope[]]): void {
  if (!scopes.some((scope) => hasScope(caller.scopes, scope)))
    throw new SignpostError('scope_missing', { param: scopes[0] })
}
