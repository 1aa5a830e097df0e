import type { SignpostError } from '../kernel/errors.ts'
import type { Judgement, ResolutionRecord } from './judging.ts'

export type BulkResolveStatus = 'resolved' | 'consent_pending' | 'error'

export type BulkEntry = { alias: string; livemode: boolean; requestId: string } & (
  | ({ status: 'resolved' } & Omit<ResolutionRecord, 'alias' | 'livemode' | 'requestId'>)
  | { status: 'consent_pending' }
  | { status: 'error'; error: { type: string; code: string } }
)

/** What one item of a request came to. */
export type Outcome = Judgement | { kind: 'malformed'; error: SignpostError }

/** A federation reference as a router gets it. */
export function referenceOf(outcome: Outcome): ResolutionRecord | SignpostError | null {
  if (outcome.kind === 'resolved') return outcome.record
  return outcome.kind === 'failed' && outcome.error.code === 'overloaded' ? outcome.error : null
}

/** A bulk's entry, without what all of them repeat. */
export function entryOf(outcome: Outcome) {
  switch (outcome.kind) {
    case 'resolved': {
      const { identity, type, matchedAlias, shown, disclosure, aliasId } = outcome.record
      return { status: 'resolved', identity, type, matchedAlias, shown, disclosure, aliasId } as const
    }
    case 'failed':
    case 'malformed':
      return { status: 'error', error: { type: outcome.error.type, code: outcome.error.code } } as const
    case 'hidden':
      if (outcome.isPending) return { status: 'consent_pending' } as const
      return { status: 'error', error: { type: 'not_found_error', code: 'alias_not_found' } } as const
  }
}
