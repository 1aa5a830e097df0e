import { standardSchedule } from '../../../../src/webhooks/backoff.ts'
import type { DeliveriesQuery, WebhookFieldsFragment } from '../generated/documents.ts'

/** The meaning of a state in a word and a colour. `at` is the time at the end of the words. */
export type Told = { tone: 'good' | 'wait' | 'bad' | 'calm'; text: string; at?: string }

type Webhook = Pick<WebhookFieldsFragment, 'status' | 'disabledReason' | 'failingSince' | 'pausedUntil'>
type Delivery = DeliveriesQuery['webhookDeliveries']['edges'][number]['node']

const reasons: Record<string, string> = {
  FAILING: 'nothing but failures for days',
  GONE: 'the receiver answered 410 Gone',
}

const isAhead = (at: string | null, now: number): at is string => at !== null && Date.parse(at) > now

/** One state for each webhook, the decisive one: a disabled webhook neither fails nor waits. */
export function webhookState(webhook: Webhook, now = Date.now()): Told {
  const { status, disabledReason, failingSince, pausedUntil } = webhook
  if (status === 'AUTO_DISABLED') {
    const reason = disabledReason === null ? undefined : (reasons[disabledReason] ?? disabledReason)
    return { tone: 'bad', text: reason ? `Disabled automatically: ${reason}` : 'Disabled automatically' }
  }
  if (status !== 'ENABLED') return { tone: 'calm', text: 'Disabled' }
  if (failingSince !== null) return { tone: 'bad', text: 'Failing since', at: failingSince }
  if (isAhead(pausedUntil, now)) return { tone: 'wait', text: 'Paused until', at: pausedUntil }
  return { tone: 'good', text: 'Enabled' }
}

/** Reason that a pending delivery waits; null for any other. A past time is never shown as the next one. */
export function waitingFor(
  delivery: Pick<Delivery, 'state' | 'pendingReason' | 'nextAttemptAt' | 'pausedUntil'>,
  webhook: Pick<Webhook, 'status'>,
  now = Date.now(),
): { text: string; at?: string } | null {
  const { state, pendingReason, nextAttemptAt, pausedUntil } = delivery
  if (state !== 'PENDING') return null
  if (webhook.status !== 'ENABLED' || pendingReason === 'WEBHOOK_DISABLED') {
    return { text: 'waits until the webhook is enabled' }
  }
  if (pendingReason === 'IN_FLIGHT') return { text: 'an attempt is under way' }
  if (pendingReason === 'WEBHOOK_PAUSED' && isAhead(pausedUntil, now)) {
    return { text: 'the webhook is paused, next attempt', at: pausedUntil }
  }
  if (isAhead(nextAttemptAt, now)) return { text: 'next attempt', at: nextAttemptAt }
  return { text: 'due now, waiting for the worker' }
}

type Attempted = Pick<Delivery, 'state' | 'attempts' | 'attemptCount'>

/** The state of a delivery with the outcome of its last attempt: a delivery that fails says so before it is given up. */
export function deliveryState({ state, attempts, attemptCount }: Attempted): Told {
  const last = attempts.at(-1)
  const outcome = last ? String(last.status ?? last.error ?? 'no answer') : null
  const count = `attempt ${attemptCount} of ${standardSchedule.length}`
  if (state === 'DELIVERED') return { tone: 'good', text: `Delivered · ${outcome}` }
  if (state === 'EXHAUSTED') return { tone: 'bad', text: `Given up · ${outcome} · ${count}` }
  if (state === 'CANCELLED') return { tone: 'calm', text: 'Cancelled' }
  return outcome === null ? { tone: 'wait', text: 'Pending' } : { tone: 'bad', text: `Failing · ${outcome} · ${count}` }
}

/** True if a receiver accepted it: any other answer is a failure. */
export const isSuccess = ({ status }: { status: number | null }): boolean =>
  status !== null && status >= 200 && status < 300

/** Result of a test. */
export function testOutcome(attempt: { status: number | null; error: string | null }): Told {
  if (isSuccess(attempt)) return { tone: 'good', text: `The test was accepted with ${attempt.status}` }
  const why = attempt.status === null ? (attempt.error ?? 'no answer') : `the receiver answered ${attempt.status}`
  return { tone: 'bad', text: `The test failed: ${why}` }
}

/** The subscription in words. */
export const eventsOf = (patterns: readonly string[]): string =>
  patterns.includes('*') ? 'all events' : patterns.join(', ')
