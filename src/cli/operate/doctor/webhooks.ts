import type { WebhookHealth } from '../../../webhooks/health-store.ts'
import type { Finding } from './finding.ts'

const some = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const backlog = ({ overdue, underWay }: WebhookHealth): Omit<Finding, 'check'> =>
  underWay > 0
    ? {
        state: 'warning',
        found: `a worker is at work, but ${overdue} deliveries wait for longer than 5 minutes`,
        todo: 'See which receivers are slow; more workers share the queue: signpost worker',
      }
    : {
        state: 'warning',
        found: `${overdue} deliveries are overdue, and nothing is being sent`,
        todo: 'See that a worker runs: serve without WEBHOOK_WORKER=off, or signpost worker',
      }

/** Reports on the webhooks: first a stalled queue, then the state of the receivers. */
export function webhookFinding(health: WebhookHealth): Omit<Finding, 'check'> {
  const { enabled, disabled, paused, held, pausedUntil, overdue } = health
  if (overdue > 0) return backlog(health)
  if (disabled > 0)
    return {
      state: 'warning',
      found: `${some(disabled, 'webhook')} switched off after failures`,
      todo: 'Mend their receivers, then enable them again with PATCH /v1/webhooks/:id',
    }
  if (paused > 0)
    return {
      state: 'warning',
      found: `${some(paused, 'webhook')} paused after failures, the longest until ${pausedUntil!.toISOString()}; ${held} deliveries wait for that`,
      todo: 'Mend the receiver; then a successful test (POST /v1/webhooks/:id/test) or a redelivery ends the pause',
    }
  return { state: 'good', found: `${enabled} enabled, nothing overdue` }
}
