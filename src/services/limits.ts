import { clientNetwork } from '../domain/client-network.ts'
import { SignpostError } from '../domain/errors.ts'
import {
  type CallerPolicy,
  type CallerRules,
  callerPolicies,
  callerRules,
  policyHeader,
  type QuotaRules,
  stateHeader,
} from '../domain/quota.ts'
import {
  aboveZero,
  atLeast,
  type BucketStore,
  type Draw,
  type Drawn,
  secondsUntil,
  unconditionally,
} from '../domain/token-bucket.ts'
import type { Call, Caller } from './caller.ts'

/** What is left of one of the caller's quotas. `retryAfter` is in seconds, 0 when it would admit one now. */
export type LimitRecord = {
  policy: CallerPolicy
  size: number
  refillPerSecond: number
  remaining: number
  retryAfter: number
}

/** Every quota: the caller's, and that of a network without a key. */
export type QuotaPolicy = CallerPolicy | 'unauthenticated'

type Done = void | Promise<void>

/** What the quotas ask of a use case. Policies and costs: the security rules, section 2. */
export type Limits = {
  /** One request by an authenticated caller, before anything of it is judged. @throws SignpostError rate_limited */
  admitRequest(call: Call): Done
  /** `items` look-ups, before any of them. @throws SignpostError rate_limited when `resolve` or `misses` is empty */
  admitLookUps(call: Call, items: number): Done
  /** An empty `misses` bucket refuses whatever could add to it. @throws SignpostError rate_limited */
  requireMisses(call: Call): Done
  /** What the answer cost: it may take the bucket below zero. */
  settleMisses(call: Call, misses: number): Done
  /** Before the look-up of a key that this process never saw. @throws SignpostError rate_limited */
  requireAuthentications(address: string): Done
  /** A failed authentication. @throws SignpostError rate_limited in place of the failure when the bucket is empty */
  admitFailure(address: string): Done
  /** The caller's quotas as they stand; none when they are switched off. */
  read(call: Call): Promise<LimitRecord[]>
  /** The headers that tell the caller what is left. */
  headers(call: Call): [name: string, value: string][]
  /** How often each quota refused. */
  readonly refusals: Readonly<Record<QuotaPolicy, number>>
}

/** `RATE_LIMITS=off`. */
export const unlimited: Limits = {
  admitRequest: () => undefined,
  admitLookUps: () => undefined,
  requireMisses: () => undefined,
  settleMisses: () => undefined,
  requireAuthentications: () => undefined,
  admitFailure: () => undefined,
  read: async () => [],
  headers: () => [],
  refusals: { requests: 0, resolve: 0, misses: 0, unauthenticated: 0 },
}

type Quota = { keys: Record<CallerPolicy, string>; rules: CallerRules; policy: string }

/** What each policy's bucket must hold for the cheapest thing that it limits. */
const leastNeed: Record<CallerPolicy, number> = { requests: atLeast(1), resolve: atLeast(1), misses: aboveZero }

export function createLimits({ store, rules }: { store: BucketStore; rules: QuotaRules }): Limits {
  const quotas = new WeakMap<Caller, Quota>()
  const refusals = { requests: 0, resolve: 0, misses: 0, unauthenticated: 0 }

  function refuse(policy: QuotaPolicy, retryAfter: number): never {
    refusals[policy]++
    throw new SignpostError('rate_limited', { retryAfter })
  }

  function quotaOf(caller: Caller): Quota {
    let quota = quotas.get(caller)
    if (!quota) {
      // The braces keep a caller's buckets in one slot of a Valkey cluster.
      const subject = `{${caller.consumerId}:${caller.livemode ? 'live' : 'test'}}`
      const own = callerRules(rules, caller.livemode, caller.limits)
      const keys = { requests: `requests:${subject}`, resolve: `resolve:${subject}`, misses: `misses:${subject}` }
      quota = { keys, rules: own, policy: policyHeader(own) }
      quotas.set(caller, quota)
    }
    return quota
  }

  const drawOf = ({ keys, rules }: Quota, policy: CallerPolicy, need: number, cost: number): Draw => ({
    key: keys[policy],
    rule: rules[policy],
    need,
    cost,
  })

  /** The lowest of what parallel look-ups of one request saw. */
  function note(call: Call, policy: CallerPolicy, tokens: number): void {
    if (call.quota) call.quota[policy] = Math.min(call.quota[policy] ?? tokens, tokens)
  }

  function draw(call: Call, policy: CallerPolicy, need: number, cost: number, gated = false): Done {
    const quota = quotaOf(call.caller)
    const gate = gated ? drawOf(quota, 'misses', aboveZero, 0) : undefined
    return settled(store.draw(drawOf(quota, policy, need, cost), gate), ({ admitted, tokens, gateTokens }) => {
      note(call, policy, tokens)
      if (gateTokens !== null) note(call, 'misses', gateTokens)
      if (admitted) return
      if (tokens < need) refuse(policy, secondsUntil(tokens, need, quota.rules[policy]))
      refuse('misses', secondsUntil(gateTokens!, aboveZero, quota.rules.misses))
    })
  }

  function drawNetwork(address: string, cost: number): Done {
    const rule = rules.unauthenticated
    return settled(
      store.draw({ key: `unauthenticated:${clientNetwork(address)}`, rule, need: atLeast(1), cost }),
      ({ admitted, tokens }) => {
        if (!admitted) refuse('unauthenticated', secondsUntil(tokens, 1, rule))
      },
    )
  }

  async function readOne(quota: Quota, policy: CallerPolicy): Promise<LimitRecord> {
    const rule = quota.rules[policy]
    const { tokens } = await store.draw(drawOf(quota, policy, unconditionally, 0))
    const need = leastNeed[policy]
    const remaining = Math.max(0, Math.floor(tokens))
    return { policy, ...rule, remaining, retryAfter: tokens >= need ? 0 : secondsUntil(tokens, need, rule) }
  }

  return {
    admitRequest: (call) => draw(call, 'requests', atLeast(1), 1),
    admitLookUps: (call, items) => draw(call, 'resolve', atLeast(items), items, true),
    requireMisses: (call) => draw(call, 'misses', aboveZero, 0),
    settleMisses: (call, misses) => (misses === 0 ? undefined : draw(call, 'misses', unconditionally, misses)),
    requireAuthentications: (address) => drawNetwork(address, 0),
    admitFailure: (address) => drawNetwork(address, 1),
    read: ({ caller }) => Promise.all(callerPolicies.map((policy) => readOne(quotaOf(caller), policy))),
    headers(call) {
      if (call.quota?.requests === undefined) return []
      const { rules: own, policy } = quotaOf(call.caller)
      return [
        ['ratelimit-policy', policy],
        ['ratelimit', stateHeader(own, call.quota)],
      ]
    },
    refusals,
  }
}

/** A store in memory answers at once: the hot path then waits for nothing. */
function settled(drawn: Drawn | Promise<Drawn>, use: (drawn: Drawn) => void): Done {
  return drawn instanceof Promise ? drawn.then(use) : use(drawn)
}
