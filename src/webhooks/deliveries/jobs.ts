import type { DueLook } from '../../database/conditions.ts'
import type { Database } from '../../database/orm.ts'
import { dropPartitionsOlderThan } from '../../database/partitions/store.ts'
import type { Job } from '../../kernel/job.ts'
import { webhookLimits } from '../rules.ts'
import { exhaustOld, recoveriesDue, recoverSome, removeStrays } from './store.ts'

const recoverBatch = 500

type Deps = { db: Database; wakeDeliveries: () => void; askDue: DueLook }

/** Queues again what a recovery was asked for, a batch at a time. */
export const recoverDeliveries = ({ db, wakeDeliveries, askDue }: Deps): Job => ({
  name: 'recover-deliveries',
  intervalMs: 1_000,
  isDue: askDue(recoveriesDue),
  run: async () => {
    for (let queued = await recoverSome(db, recoverBatch); queued !== null; ) {
      wakeDeliveries()
      queued = await recoverSome(db, recoverBatch)
    }
  },
})

/** In order: a table is purged before the tables that it refers to. */
const weekly = ['webhook_attempt', 'webhook_delivery', 'event_body', 'event_notice', 'audit_network'] as const

/** Drops the weeks of what webhooks hear of events that are kept no longer, with their deliveries. What still waited is ended before. */
export const purgeDeliveries = ({ db }: Pick<Deps, 'db'>): Job => ({
  name: 'purge-deliveries',
  intervalMs: 600_000,
  run: async () => {
    await removeStrays(db)
    await exhaustOld(db, webhookLimits.retentionDays)
    for (const table of weekly) await dropPartitionsOlderThan(db, table, webhookLimits.retentionDays)
  },
})
