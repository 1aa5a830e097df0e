import type { OutletParts } from '../context.ts'
import { parseCidrs } from '../domain/webhook-address.ts'
import type { Outlet } from '../services/webhook-outlet.ts'
import { createAttempt } from './attempt.ts'
import { createEgressGuard, type Resolve } from './egress-guard.ts'
import { standardCaps } from './lanes.ts'
import { createSender } from './sender.ts'

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
  return {
    permits: guard.permits,
    attempt: createAttempt({
      keyring,
      sender,
      clock,
      schedule: config.webhooks.retrySchedule,
      ...(random && { random }),
    }),
    close: sender.close,
  }
}
