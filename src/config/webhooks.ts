import { parseOpenedNetworks } from '../webhooks/address.ts'
import { standardSchedule } from '../webhooks/backoff.ts'
import { flag, integer, itemsOf, list, parsed, type ValuesOf } from './environment.ts'

/** Canonical ranges only; each for one consumer or for all. */
const openedNetworks = parsed(
  'exact CIDRs, like 10.1.0.0/16=apc_… for one consumer or 10.1.0.0/16 for all, separated by commas',
  (given) => parseOpenedNetworks(itemsOf(given)),
)

export const webhookVariables = {
  WEBHOOK_WORKER: { kind: flag, standard: 'on', uses: ['serve'], about: 'delivers webhooks in this process' },
  WEBHOOK_ALLOW_CIDRS: {
    kind: openedNetworks,
    standard: '',
    isCritical: true,
    about: 'private networks allowed for deliveries: `10.1.0.0/16=apc_…` for one consumer, `10.1.0.0/16` for all',
  },
  WEBHOOK_RETRY_SCHEDULE: {
    kind: list('seconds', (item) => (Number(item) >= 0 && Number.isFinite(Number(item)) ? Number(item) * 1_000 : null)),
    standard: standardSchedule.map((ms) => ms / 1_000).join(),
    about: 'seconds before each attempt: [webhooks.md](../how-to/webhooks.md)',
  },
  WEBHOOK_LEASE_MS: {
    kind: integer({ min: 100 }),
    standard: '30000',
    about: 'how long a worker holds a claimed delivery: longer than an attempt may take',
  },
  WEBHOOK_POLL_MS: { kind: integer({ min: 10 }), standard: '1000', about: 'the interval of polls for due deliveries' },
} as const

/** The allowed targets of deliveries, and the number of attempts. */
export const webhookConfig = ({
  webhookRetrySchedule,
  webhookLeaseMs: leaseMs,
  webhookPollMs: pollMs,
  ...named
}: ValuesOf<typeof webhookVariables>) => ({
  ...named,
  /** Milliseconds before each attempt. */
  webhooks: { retrySchedule: webhookRetrySchedule as readonly number[], leaseMs, pollMs },
})
