import { bound, type Call, type Caller, type CallerPolicy, callerPolicies } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { as, flag, type KindOf, list, number, owner, parts, shape, text, whole } from '../../kernel/record.ts'
import { clientNetwork } from './client-network.ts'
import { type Admitted, createReservations } from './reservations.ts'
import { drawOf, noRefusals, type Quota, type QuotaRules, quotaOf, stateHeader } from './rules.ts'
import {
  aboveZero,
  atLeast,
  type BucketRule,
  type BucketStore,
  type Drawn,
  secondsUntil,
  unconditionally,
} from './token-bucket.ts'

const policies = text('requests, resolve (look-ups), misses or registrations (phones and e-mail addresses)')

/** The remaining tokens of one of the caller's quotas. */
const limit = parts({
  policy: as<CallerPolicy>(policies.schema),
  size: number(),
  refillPerSecond: number(),
  remaining: whole(),
  retryAfter: whole('Seconds until the next request is admitted; 0 if it is now'),
})
export type LimitRecord = KindOf<typeof limit>

export const limitsRecord = shape('limits', { livemode: owner(flag()), data: owner(list(limit)) })

/** All quotas: of the caller, of a pair of consumers, and of a network without a key. */
export type QuotaPolicy = CallerPolicy | 'grants' | 'releases' | 'unauthenticated'

type Done = void | Promise<void>

/** Number of endpoints shown for one token of `resolve`. */
const endpointsPerToken = 10

/** The tokens that each policy's cheapest operation needs. */
const leastNeed: Record<CallerPolicy, number> = {
  requests: atLeast(1),
  resolve: atLeast(1),
  misses: aboveZero,
  registrations: atLeast(1),
}

type Deps = { store: BucketStore; rules: QuotaRules }

type Context = Deps & {
  quotas: WeakMap<Caller, Quota>
  reservations: ReturnType<typeof createReservations>
  refusals: ReturnType<typeof noRefusals>
}

function refuse({ refusals }: Context, policy: QuotaPolicy, retryAfter: number): never {
  refusals[policy]++
  const rule = `The quota ${policy} is used up: it admits the next request in ${retryAfter} s.`
  throw new SignpostError('rate_limited', { param: policy, rule, retryAfter })
}

/** The lowest remainder that parallel look-ups of one request saw. */
function note(call: Call, policy: CallerPolicy, tokens: number): void {
  if (call.quota) call.quota[policy] = Math.min(call.quota[policy] ?? tokens, tokens)
}

function noteReturned({ quota }: Call, tokens: number, { size }: BucketRule): void {
  if (quota?.misses !== undefined) quota.misses = Math.min(size, quota.misses + tokens)
}

/** Admits a request by an authenticated caller, before its input is read. @throws SignpostError rate_limited */
function admitRequest(context: Context, call: Call, count = 1): Done {
  const quota = quotaOf(context, call.caller)
  return settled(context.store.draw(drawOf(quota, 'requests', atLeast(count), count)), ({ admitted, tokens }) => {
    note(call, 'requests', tokens)
    if (!admitted) refuse(context, 'requests', secondsUntil(tokens, count, quota.rules.requests))
  })
}

/** Reserves `guesses` misses, and draws from another bucket. A refusal by either takes nothing. */
function admit(
  context: Context,
  call: Call,
  guesses: number,
  asked?: { policy: 'resolve' | 'registrations'; items: number },
): Admitted {
  const quota = quotaOf(context, call.caller)
  const draw = drawOf(quota, 'misses', aboveZero, guesses)
  const other = asked && drawOf(quota, asked.policy, atLeast(asked.items), asked.items)
  const left = (drawn: Drawn) => (other ? drawn.gateTokens! : drawn.tokens)
  return context.reservations.admit({
    draw,
    other,
    judge(drawn) {
      note(call, 'misses', left(drawn))
      if (!asked || !other) return drawn.admitted
      note(call, asked.policy, drawn.tokens)
      if (!drawn.admitted && drawn.tokens < other.need) {
        refuse(context, asked.policy, secondsUntil(drawn.tokens, asked.items, other.rule))
      }
      return drawn.admitted
    },
    refuse: (drawn) => refuse(context, 'misses', secondsUntil(left(drawn), aboveZero, draw.rule)),
    returned: (tokens) => noteReturned(call, tokens, draw.rule),
  })
}

/**
 * Admits a grant to an existing consumer (a uuid), which is notified. A change that only takes away draws from a
 * separate bucket. @throws SignpostError rate_limited
 */
function admitGrant(context: Context, { caller }: Call, granteeId: string, isNarrower = false): Admitted {
  const quota = quotaOf(context, caller)
  const own = drawOf(quota, 'grants', atLeast(1), 1)
  return context.reservations.admit({
    draw: { ...own, key: `${own.key}:${granteeId}${isNarrower ? ':narrower' : ''}` },
    other: undefined,
    judge: ({ admitted }) => admitted,
    refuse: ({ tokens }) => refuse(context, 'grants', secondsUntil(tokens, 1, own.rule)),
    returned: () => undefined,
  })
}

/**
 * Admits a release before any look-up. `endpoint` is the id of the request, unverified. @throws SignpostError
 * rate_limited
 */
async function admitRelease(context: Context, { caller }: Call, endpoint: string): Promise<void> {
  const { keys, rules: own } = quotaOf(context, caller)
  for (const [key, rule] of [
    [keys.releases, own.releases],
    [`${keys.endpointReleases}:${endpoint}`, own.endpointReleases],
  ] as const) {
    const { admitted, tokens } = await context.store.draw({ key, rule, need: atLeast(1), cost: 1 })
    if (!admitted) refuse(context, 'releases', secondsUntil(tokens, 1, rule))
  }
}

function drawNetwork(context: Context, address: string, cost: number): Done {
  const rule = context.rules.unauthenticated
  return settled(
    context.store.draw({ key: `unauthenticated:${clientNetwork(address)}`, rule, need: atLeast(1), cost }),
    ({ admitted, tokens }) => {
      if (!admitted) refuse(context, 'unauthenticated', secondsUntil(tokens, 1, rule))
    },
  )
}

async function readOne({ reservations, store }: Context, quota: Quota, policy: CallerPolicy): Promise<LimitRecord> {
  const rule = quota.rules[policy]
  await reservations.returned(quota.keys[policy])
  const { tokens } = await store.draw(drawOf(quota, policy, unconditionally, 0))
  const need = leastNeed[policy]
  const remaining = Math.max(0, Math.floor(tokens))
  return { policy, ...rule, remaining, retryAfter: tokens >= need ? 0 : secondsUntil(tokens, need, rule) }
}

/**
 * Admits `items` look-ups, of which the first `guesses` are made now. @throws SignpostError rate_limited if `resolve`
 * holds fewer than `items` or `misses` is empty
 */
const admitLookUps = (context: Context, call: Call, items: number, guesses: number) =>
  admit(context, call, guesses, { policy: 'resolve', items })

/** Reserves possible misses before any is made. @throws SignpostError rate_limited if `misses` is empty */
const admitGuesses = (context: Context, call: Call, guesses: number) => admit(context, call, guesses)

/**
 * Charges a large answer to `items` look-ups: beyond ten endpoints each, ten more cost `resolve` one; it may go below
 * zero.
 */
function settleEndpoints(context: Context, call: Call, items: number, endpoints: number): Done {
  const cost = Math.ceil(endpoints / endpointsPerToken) - items
  if (cost <= 0) return
  const draw = drawOf(quotaOf(context, call.caller), 'resolve', unconditionally, cost)
  return settled(context.store.draw(draw), ({ tokens }) => note(call, 'resolve', tokens))
}

/** Admits a guess that registers a phone or an e-mail address. @throws SignpostError rate_limited */
const admitRegistration = (context: Context, call: Call) =>
  admit(context, call, 1, { policy: 'registrations', items: 1 })

/** Admits the look-up of a key that this process has never seen. @throws SignpostError rate_limited */
const requireAuthentications = (context: Context, address: string) => drawNetwork(context, address, 0)

/** Charges a failed authentication. @throws SignpostError rate_limited instead of the failure if the bucket is empty */
const admitFailure = (context: Context, address: string) => drawNetwork(context, address, 1)

/** The caller's remaining quotas; empty if quotas are switched off. */
const read = (context: Context, { caller }: Call) =>
  Promise.all(callerPolicies.map((policy) => readOne(context, quotaOf(context, caller), policy)))

/** The headers with the remaining quotas. */
function headers(context: Context, call: Call): [name: string, value: string][] {
  if (call.quota?.requests === undefined) return []
  const { rules: own, policy } = quotaOf(context, call.caller)
  return [
    ['ratelimit-policy', policy],
    ['ratelimit', stateHeader(own, call.quota)],
  ]
}

/** The quotas that use cases draw from. Policies and costs: docs/rules.md#quotas. */
export function createLimits(deps: Deps) {
  const quotas = new WeakMap<Caller, Quota>()
  const reservations = createReservations(deps.store)
  const refusals = noRefusals()
  const context: Context = { ...deps, quotas, reservations, refusals }
  return {
    /** Refusals by quota. */
    refusals: refusals as Readonly<typeof refusals>,
    ...bound(context, {
      admitRequest,
      admitGrant,
      admitRelease,
      admitLookUps,
      admitGuesses,
      settleEndpoints,
      admitRegistration,
      requireAuthentications,
      admitFailure,
      read,
      headers,
    }),
  }
}

export type Limits = ReturnType<typeof createLimits>

/** A store in memory answers synchronously: the hot path has no await then. */
function settled(drawn: Drawn | Promise<Drawn>, use: (drawn: Drawn) => void): Done {
  return drawn instanceof Promise ? drawn.then(use) : use(drawn)
}
