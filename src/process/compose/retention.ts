import type { Database } from '../../database/orm.ts'
import { makePartitionsAhead } from '../../database/partitions/store.ts'
import { drain, type Job } from '../../kernel/job.ts'
import { purgeErasedReservations } from '../../registry/erasure/store.ts'
import { endOverdueJobs } from '../../releases/opener-queue/store.ts'
import { purgeReleases } from '../../releases/store.ts'
import { expiring, removeSome } from './retention-store.ts'

const batchSize = 1_000
const hourMs = 3_600_000

/** The jobs that remove expired rows which belong to no noun of the API. docs/how-to/operations.md lists every table. */
export function retentionJobs(db: Database): Job[] {
  const purge = (name: string, batch: (limit: number) => Promise<number>): Job => ({
    name,
    intervalMs: hourMs,
    run: () => drain(batchSize, batch),
  })
  return [
    ...Object.entries(expiring).map(([name, rows]) => purge(name, (limit) => removeSome(db, rows, limit))),
    purge('purge-releases', (limit) => purgeReleases(db, limit)),
    purge('purge-release-jobs', (limit) => endOverdueJobs(db, limit)),
    purge('purge-erased-reservations', (limit) => purgeErasedReservations(db, limit)),
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
