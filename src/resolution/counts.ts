import type { UsageCount } from '../access/usage/rules.ts'
import type { Outcome } from './entries.ts'

/** What items came to. INVARIANT (uniform denial): a miss is a miss, whatever hides behind it. */
export type ResolutionCounts = Record<'resolved' | 'miss' | 'consent_pending' | 'failed' | 'malformed', number>

export const countedAs = (outcome: Outcome): keyof ResolutionCounts => {
  if (outcome.kind !== 'hidden') return outcome.kind
  return outcome.isPending ? 'consent_pending' : 'miss'
}

export const usageOf: { [K in keyof ResolutionCounts]?: UsageCount } = {
  resolved: 'resolves',
  miss: 'misses',
  consent_pending: 'consentPending',
}
