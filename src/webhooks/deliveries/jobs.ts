import type { Database } from '../../database/orm.ts'
import { drain, type Job } from '../../kernel/job.ts'
import { webhookLimits } from '../rules.ts'
import { recoverSome, removeOld } from './store.ts'

const recoverBatch = 500
const removeBatch = 1_000

type Deps = { db: Database; wakeDeliveries: () => void }

/** Queues again what a recovery was asked for, a batch at a time. */
export const recoverDeliveries = ({ db, wakeDeliveries }: Deps): Job => ({
  name: 'recover-deliveries',
  intervalMs: 1_000,
  run: async () => {
    for (let queued = await recoverSome(db, recoverBatch); queued !== null; ) {
      wakeDeliveries()
      queued = await recoverSome(db, recoverBatch)
    }
  },
})

/** Removes deliveries and events that are kept no longer. */
export const purgeDeliveries = ({ db }: Pick<Deps, 'db'>): Job => ({
  name: 'purge-deliveries',
  intervalMs: 600_000,
  run: () => drain(removeBatch, (limit) => removeOld(db, webhookLimits.retentionDays, limit)),
})
