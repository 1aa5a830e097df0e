import type { Job } from '../../kernel/job.ts'
import type { Database } from '../orm.ts'
import { makePartitionsAhead } from './store.ts'

/** Makes partitions for the time ahead, in each of the databases. */
export const makeAhead = (databases: readonly Database[]): Job => ({
  name: 'make-partitions',
  intervalMs: 3_600_000,
  run: async () => {
    for (const db of new Set(databases)) await makePartitionsAhead(db)
  },
})
