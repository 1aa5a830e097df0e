import type { AttemptLog } from '../persistence/delivery-outcomes.ts'
import type { Claimed } from '../persistence/delivery-queue.ts'

/** What one attempt came to. */
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

/** The way out to the network, which the webhook edge provides. */
export type Outlet = {
  /** Whether a URL leads to addresses that may be dialled, all of them. */
  permits(url: URL): Promise<boolean>
  attempt: Attempt
  close(): Promise<void>
}
