import type { Database } from '../database/orm.ts'
import { dropPartitionsOlderThan } from '../database/partitions/store.ts'
import { inTransaction } from '../database/retry.ts'
import type { Job } from '../kernel/job.ts'
import { bySystem } from './actor.ts'
import { recordEvents } from './store.ts'
import { newEvent } from './write.ts'

type Deps = { db: Database; newId: () => string; clock: () => number; retentionDays: number }

const name = 'purge-audit-entries'

/** Drops the months of entries whose retention is over, and says so in the operator's own log. */
export const purgeEntries = ({ db, newId, clock, retentionDays }: Deps): Job => ({
  name,
  intervalMs: 3_600_000,
  run: async () => {
    let dropped = 0
    for (const table of ['audit_subject', 'event'] as const)
      dropped += await dropPartitionsOlderThan(db, table, retentionDays)
    if (dropped === 0) return
    const owner = { consumerId: null, livemode: false }
    const entry = newEvent(newId(), 'retention.dropped', {}, owner, clock(), bySystem(name))
    await inTransaction(db, (trx) => recordEvents(trx, [entry]))
  },
})
