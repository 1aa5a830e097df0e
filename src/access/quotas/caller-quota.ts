import type { Caller } from '../../kernel/call.ts'
import { type CallerRules, callerRules, policyHeader, type QuotaRules } from './rules.ts'
import type { Draw } from './token-bucket.ts'

type Known = { quotas: WeakMap<Caller, Quota>; rules: QuotaRules }

export type Quota = { keys: Record<keyof CallerRules, string>; rules: CallerRules; policy: string }

/** A caller's quotas, cached with the caller. */
export function quotaOf({ quotas, rules }: Known, caller: Caller): Quota {
  let quota = quotas.get(caller)
  if (!quota) {
    // The braces keep a caller's buckets in one slot of a Valkey cluster.
    const subject = `{${caller.consumerId}:${caller.livemode ? 'live' : 'test'}}`
    const own = callerRules(rules, caller.livemode, caller.limits)
    const keyOf = (policy: keyof CallerRules) => `${policy}:${subject}`
    const keys = {
      requests: keyOf('requests'),
      resolve: keyOf('resolve'),
      misses: keyOf('misses'),
      registrations: keyOf('registrations'),
      grants: keyOf('grants'),
      releases: keyOf('releases'),
      endpointReleases: keyOf('endpointReleases'),
    }
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
