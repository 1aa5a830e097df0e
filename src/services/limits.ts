import type { Call } from './caller.ts'

/** What the quotas ask of a use case. Policies and costs: the security rules, section 2. */
export type Limits = {
  /** One request by an authenticated caller, before anything of it is judged. @throws SignpostError rate_limited */
  admitRequest(call: Pick<Call, 'caller'>): Promise<void>
  /** `items` look-ups, before any of them. @throws SignpostError rate_limited when `resolve` or `misses` is empty */
  admitLookUps(call: Call, items: number): Promise<void>
  /** An empty `misses` bucket refuses whatever could add to it. @throws SignpostError rate_limited */
  requireMisses(call: Call): Promise<void>
  /** What the answer cost: it may take the bucket below zero. */
  settleMisses(call: Call, misses: number): Promise<void>
}

/** `RATE_LIMITS=off`. */
export const unlimited: Limits = {
  admitRequest: async () => undefined,
  admitLookUps: async () => undefined,
  requireMisses: async () => undefined,
  settleMisses: async () => undefined,
}
