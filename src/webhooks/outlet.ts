import type { OutletParts } from '../context.ts'
import { parseCidrs } from '../domain/webhook-address.ts'
import { type Attempt, type AttemptCounts, noAttempts, type Outlet } from '../services/webhook-outlet.ts'
import { createAttempt } from './attempt.ts'
import { createEgressGuard, type Resolve } from './egress-guard.ts'
import { standardCaps } from './lanes.ts'
import { Abandoned, createSender } from './sender.ts'

export type OutletOverrides = {
  resolve?: Resolve
  tls?: { ca: string | Buffer }
  random?: () => number
  totalTimeoutMs?: number
}

/** The way out to the network: the egress guard, and a sender that dials through it. */
export function createOutlet(
  { config, keyring, clock, log }: OutletParts,
  { resolve, tls, random, totalTimeoutMs }: OutletOverrides = {},
): Outlet {
  const allowed = parseCidrs(config.webhookAllowCidrs)
  if (allowed.length > 0) log.warn({ cidrs: config.webhookAllowCidrs }, 'webhooks may reach these private networks')
  const guard = createEgressGuard({ allowed, ...(resolve && { resolve }), ...(tls && { tls }) })
  const sender = createSender({ guard, connections: standardCaps.total, ...(totalTimeoutMs && { totalTimeoutMs }) })
  const counts = noAttempts()
  return {
    permits: guard.permits,
    counts,
    attempt: counted(
      createAttempt({
        keyring,
        sender,
        clock,
        schedule: config.webhooks.retrySchedule,
        ...(random && { random }),
      }),
      counts,
    ),
    close: sender.close,
  }
}

const counted =
  (attempt: Attempt, { outcomes, seconds }: AttemptCounts): Attempt =>
  async (delivery, stopping) => {
    try {
      const outcome = await attempt(delivery, stopping)
      outcomes[outcome.kind === 'failed' && outcome.isGone ? 'gone' : outcome.kind]++
      seconds.note(outcome.log.ms / 1_000)
      return outcome
    } catch (error) {
      outcomes[error instanceof Abandoned ? 'abandoned' : 'fault']++
      throw error
    }
  }
