import { Distribution } from '../../observability/family.ts'
import type { AttemptLog } from '../deliveries/outcome-store.ts'
import type { Claimed } from '../deliveries/queue-store.ts'

/** Outcome of one attempt. */
export type Outcome =
  | { kind: 'delivered'; log: AttemptLog }
  | {
      kind: 'failed'
      log: AttemptLog
      /** The receiver answered 410: it wants no more. */
      isGone: boolean
      delayMs: number | null
      pauseMs: number
    }

/** One attempt at one delivery. Throws when our own side failed, which says nothing of the receiver. */
export type Attempt = (delivery: Claimed, stopping?: AbortSignal) => Promise<Outcome>

/** `fault` is one of our own, `abandoned` one that a shutdown cut off: neither says anything of the receiver. */
export type AttemptCounts = {
  readonly outcomes: Record<'delivered' | 'failed' | 'gone' | 'abandoned' | 'fault', number>
  readonly seconds: Distribution
}

export const noAttempts = (): AttemptCounts => ({
  outcomes: { delivered: 0, failed: 0, gone: 0, abandoned: 0, fault: 0 },
  seconds: new Distribution([0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]),
})

/** The way out to the network, which the webhook edge provides. */
export type Transport = {
  /** Resolves to true if all addresses of the URL may be dialled for the consumer (a uuid). */
  permits(url: URL, consumerId: string): Promise<boolean>
  attempt: Attempt
  /** Outcomes and durations of attempts. */
  readonly counts: AttemptCounts
  close(): Promise<void>
}
