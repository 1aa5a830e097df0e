import { purgeKeyNetworks } from '../../access/api-keys/store.ts'
import { purgeKeyUsage, purgeUsage } from '../../access/usage/store.ts'
import { purgeBudgets } from '../../access/value-budget-store.ts'
import type { Database } from '../../database/orm.ts'
import { makePartitionsAhead } from '../../database/partitions/store.ts'
import { drain, type Job } from '../../kernel/job.ts'
import { purgeErasedReservations } from '../../registry/erasure/store.ts'
import { endOverdueJobs, purgeOpeners } from '../../releases/opener-queue/store.ts'
import { purgeReleases } from '../../releases/store.ts'
import { purgeCheckpoints, purgeNodes, purgeOutcomes } from './retention-store.ts'

const batchSize = 1_000
const hourMs = 3_600_000
/** Days that a stopped import can be resumed. */
const checkpointDays = 30
/** A day more than answers show. */
const usageDays = 31
/** Days that a network of a key is remembered after its last use. */
const networkDays = 30
/** Days that a process may be silent before its row is removed. A rotation waits for it 30 seconds. */
const nodeDays = 1

/** The jobs that remove expired rows which belong to no noun of the API. docs/how-to/operations.md lists every table. */
export function retentionJobs(db: Database): Job[] {
  const purge = (name: string, batch: (limit: number) => Promise<number>): Job => ({
    name,
    intervalMs: hourMs,
    run: () => drain(batchSize, batch),
  })
  return [
    purge('purge-idempotency-records', (limit) => purgeOutcomes(db, limit)),
    purge('purge-import-checkpoints', (limit) => purgeCheckpoints(db, checkpointDays, limit)),
    purge('purge-value-budgets', (limit) => purgeBudgets(db, limit)),
    purge('purge-releases', (limit) => purgeReleases(db, limit)),
    purge('purge-release-jobs', (limit) => endOverdueJobs(db, limit)),
    purge('purge-openers', (limit) => purgeOpeners(db, limit)),
    purge('purge-usage', (limit) => purgeUsage(db, usageDays, limit)),
    purge('purge-key-usage', (limit) => purgeKeyUsage(db, usageDays, limit)),
    purge('purge-key-networks', (limit) => purgeKeyNetworks(db, networkDays, limit)),
    purge('purge-erased-reservations', (limit) => purgeErasedReservations(db, limit)),
    purge('purge-nodes', (limit) => purgeNodes(db, nodeDays, limit)),
  ]
}

/** Makes partitions for the time ahead, in each of the databases. */
export const makeAhead = (databases: readonly Database[]): Job => ({
  name: 'make-partitions',
  intervalMs: hourMs,
  run: async () => {
    for (const db of new Set(databases)) await makePartitionsAhead(db)
  },
})
