import {
  type Caller,
  type CallerPolicy,
  callerPolicies,
  type QuotaOverrides,
  type QuotaState,
} from '../../kernel/call.ts'
import type { Admission } from './reservations.ts'
import type { Limits, QuotaPolicy } from './service.ts'
import type { BucketRule, Draw } from './token-bucket.ts'

/** `grants` counts per grantee, so it has no single bucket to show. */
type CallerRules = Readonly<Record<CallerPolicy | 'grants' | 'releases' | 'endpointReleases', BucketRule>>

/** The rules of the whole service; `requests` refills by environment, `unauthenticated` counts per client network. */
export type QuotaRules = {
  readonly requests: { readonly live: BucketRule; readonly test: BucketRule }
  readonly resolve: BucketRule
  readonly misses: BucketRule
  /** Phones and e-mail addresses that a consumer registers without proof. */
  readonly registrations: BucketRule
  /** Grants of one owner to one grantee. */
  readonly grants: BucketRule
  /** Releases to a consumer: of all endpoints, and of one endpoint. */
  readonly releases: BucketRule
  readonly endpointReleases: BucketRule
  readonly unauthenticated: BucketRule
}

const isPositive = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 && value <= 1e9

/** Test mode is for experiments, so it allows more misses. */
const missesInTest = 10

const times = (factor: number, { size, refillPerSecond }: BucketRule): BucketRule => ({
  size: factor * size,
  refillPerSecond: factor * refillPerSecond,
})

/**
 * Returns the rules of one caller. An override that is no positive number is ignored: a typo never lifts a limit. Test
 * mode has ten times the rule of `misses`.
 */
export function callerRules(rules: QuotaRules, livemode: boolean, overrides?: QuotaOverrides | null): CallerRules {
  const overridden = (policy: keyof CallerRules, rule: BucketRule): BucketRule => {
    const { size, refillPerSecond } = overrides?.[policy] ?? {}
    return {
      size: isPositive(size) ? size : rule.size,
      refillPerSecond: isPositive(refillPerSecond) ? refillPerSecond : rule.refillPerSecond,
    }
  }
  return {
    requests: overridden('requests', livemode ? rules.requests.live : rules.requests.test),
    resolve: overridden('resolve', rules.resolve),
    misses: times(livemode ? 1 : missesInTest, overridden('misses', rules.misses)),
    registrations: overridden('registrations', rules.registrations),
    grants: overridden('grants', rules.grants),
    releases: overridden('releases', rules.releases),
    endpointReleases: overridden('endpointReleases', rules.endpointReleases),
  }
}

const secondsOf = { s: 1, min: 60, day: 86_400 } as const

/** Reads `1000 + 100/s`, `200 + 25/min` or `10000 + 10000/day`: size and refill, or null. */
export function parseBucketRule(text: string): BucketRule | null {
  const [, size, refill, unit] = /^\s*(\d{1,9})\s*\+\s*(\d{1,9}(?:\.\d{1,6})?)\s*\/\s*(s|min|day)\s*$/.exec(text) ?? []
  const rule = {
    size: Number(size),
    refillPerSecond: Number(refill) / secondsOf[(unit ?? 's') as keyof typeof secondsOf],
  }
  return isPositive(rule.size) && isPositive(rule.refillPerSecond) ? rule : null
}

/** Renders a rule with the shortest time unit that needs at most six decimals. */
export function ruleText({ size, refillPerSecond }: BucketRule): string {
  const units = Object.entries(secondsOf).map(([unit, seconds]) => [
    Number((refillPerSecond * seconds).toFixed(6)),
    unit,
  ])
  const isExact = ([refill, unit]: (string | number)[]) =>
    Math.abs(Number(refill) / secondsOf[unit as keyof typeof secondsOf] - refillPerSecond) <= refillPerSecond * 1e-12
  const [refill, unit] = units.find(isExact) ?? units.at(-1)!
  return `${size} + ${refill}/${unit}`
}

/** The `RateLimit-Policy` header: the size of each bucket, and the seconds in which it fills. An RFC 9651 list. */
export function policyHeader(rules: CallerRules): string {
  return callerPolicies
    .map((policy) => {
      const { size, refillPerSecond } = rules[policy]
      return `"${policy}";q=${Math.floor(size)};w=${Math.ceil(size / refillPerSecond - 1e-6)}`
    })
    .join(', ')
}

/** The `RateLimit` header: the tokens left of each bucket that the request met, and the seconds until it is full. */
export function stateHeader(rules: CallerRules, state: QuotaState): string {
  return callerPolicies
    .flatMap((policy) => {
      const tokens = state[policy]
      if (tokens === undefined) return []
      const { size, refillPerSecond } = rules[policy]
      const wait = Math.max(0, Math.ceil((size - tokens) / refillPerSecond))
      return `"${policy}";r=${Math.max(0, Math.floor(tokens))};t=${wait}`
    })
    .join(', ')
}

type Known = { quotas: WeakMap<Caller, Quota>; rules: QuotaRules }

export type Quota = { keys: Record<keyof CallerRules, string>; rules: CallerRules; policy: string }

/** A caller's quotas, cached with the caller. */
export function quotaOf({ quotas, rules }: Known, caller: Caller): Quota {
  let quota = quotas.get(caller)
  if (!quota) {
    // The braces keep a caller's buckets in one slot of a Valkey cluster.
    const subject = `{${caller.consumerId}:${caller.livemode ? 'live' : 'test'}}`
    const own = callerRules(rules, caller.livemode, caller.limits)
    const keys = Object.fromEntries(Object.keys(own).map((policy) => [policy, `${policy}:${subject}`])) as Quota['keys']
    quota = { keys, rules: own, policy: policyHeader(own) }
    quotas.set(caller, quota)
  }
  return quota
}

export const drawOf = ({ keys, rules }: Quota, policy: keyof CallerRules, need: number, cost: number): Draw => ({
  key: keys[policy],
  rule: rules[policy],
  need,
  cost,
})

const free: Admission = { settle: () => undefined }

/** An empty count. */
export const noRefusals = (): Record<QuotaPolicy, number> => ({
  requests: 0,
  resolve: 0,
  misses: 0,
  registrations: 0,
  grants: 0,
  releases: 0,
  unauthenticated: 0,
})

/** `RATE_LIMITS=off`. */
export const unlimited: Limits = {
  admitRequest: () => undefined,
  admitLookUps: () => free,
  admitGuesses: () => free,
  settleEndpoints: () => undefined,
  admitRegistration: () => free,
  admitGrant: () => free,
  admitRelease: async () => undefined,
  requireAuthentications: () => undefined,
  admitFailure: () => undefined,
  read: async () => [],
  headers: () => [],
  refusals: noRefusals(),
}
