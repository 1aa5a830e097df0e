import type { Database } from '../database/orm.ts'
import { dropPartitionsOlderThan } from '../database/partitions/store.ts'
import type { Job } from '../kernel/job.ts'

/** Drops the months of entries whose retention is over. */
export const purgeEntries = ({ db, retentionDays }: { db: Database; retentionDays: number }): Job => ({
  name: 'purge-audit-entries',
  intervalMs: 3_600_000,
  run: async () => {
    for (const table of ['audit_subject', 'event'] as const) await dropPartitionsOlderThan(db, table, retentionDays)
  },
})
