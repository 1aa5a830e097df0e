import type { WebhookHealth } from '../../../webhooks/store.ts'
import type { Finding } from './finding.ts'

const some = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const backlog = ({ overdue, underWay }: WebhookHealth): Omit<Finding, 'check'> =>
  underWay > 0
    ? {
        state: 'warning',
        found: `a worker runs, but ${overdue} deliveries have waited for more than 5 minutes`,
        todo: 'Find the slow receivers; more workers share the queue: signpost worker',
      }
    : {
        state: 'warning',
        found: `${overdue} deliveries are overdue, and no worker sends them`,
        todo: 'Start a worker: serve without WEBHOOK_WORKER=off, or signpost worker',
      }

/** Reports on the webhooks: first a stalled queue, then the state of the receivers. */
export function webhookFinding(health: WebhookHealth): Omit<Finding, 'check'> {
  const { enabled, disabled, paused, held, pausedUntil, overdue } = health
  if (overdue > 0) return backlog(health)
  if (disabled > 0)
    return {
      state: 'warning',
      found: `${some(disabled, 'webhook')} switched off after failures`,
      todo: 'Fix their receivers, then enable them again with PATCH /v1/webhooks/:id',
    }
  if (paused > 0)
    return {
      state: 'warning',
      found: `${some(paused, 'webhook')} paused after failures, the longest until ${pausedUntil!.toISOString()}; ${held} deliveries wait for that`,
      todo: 'Fix the receiver; then a successful test (POST /v1/webhooks/:id/test) or a redelivery ends the pause',
    }
  return { state: 'good', found: `${enabled} enabled, nothing overdue` }
}
