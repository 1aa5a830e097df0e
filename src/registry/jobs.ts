import type { Database } from '../database/orm.ts'
import { inTransaction } from '../database/retry.ts'
import { drain, type Job } from '../kernel/job.ts'
import { forgetReleased } from './aliases/forgetting-store.ts'

const batchSize = 500
const hourMs = 3_600_000

/** Erases the values of released aliases whose cooldown has ended. */
export const registryJobs = (db: Database): Job[] => [
  {
    name: 'purge-released-aliases',
    intervalMs: hourMs,
    run: () => drain(batchSize, (limit) => inTransaction(db, (trx) => forgetReleased(trx, limit))),
  },
]
