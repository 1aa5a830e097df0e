import type { Database } from '../database/orm.ts'
import { inTransaction } from '../database/retry.ts'
import { drain, type Job } from '../kernel/job.ts'
import { forgetReleased } from './aliases/forgetting-store.ts'
import { foldDisplayName } from './identities/display-name.ts'
import { lockUnfolded, writeFolded } from './identities/folding-store.ts'
import { fillOwners } from './owner-store.ts'

const batchSize = 500
const minuteMs = 60_000

/** Folds the display names that older versions, and writes by hand, left without it. @returns how many */
const foldSome = (db: Database, limit: number): Promise<number> =>
  inTransaction(db, async (trx) => {
    const rows = await lockUnfolded(trx, limit)
    if (rows.length > 0)
      await writeFolded(
        trx,
        rows.map(({ id, display_name }) => ({ id, folded: foldDisplayName(display_name) })),
      )
    return rows.length
  })

const hourMs = 3_600_000

/** What older versions, and writes by hand, leave out of the rows that they make, and what is not kept. */
export const registryJobs = (db: Database): Job[] => [
  {
    name: 'fill-owners',
    intervalMs: minuteMs,
    run: async () => {
      for (const table of ['alias', 'endpoint'] as const)
        await drain(batchSize, (limit) => fillOwners(db, table, limit))
    },
  },
  {
    name: 'purge-released-aliases',
    intervalMs: hourMs,
    run: () => drain(batchSize, (limit) => inTransaction(db, (trx) => forgetReleased(trx, limit))),
  },
  {
    name: 'fold-display-names',
    intervalMs: minuteMs,
    run: () => drain(batchSize, (limit) => foldSome(db, limit)),
  },
]
