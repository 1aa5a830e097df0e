import type { Database } from '../database/orm.ts'
import { drain, type Job } from '../kernel/job.ts'
import { purgeChallenges } from './challenges/store.ts'
import { purgeTallies } from './challenges/tally-store.ts'
import { purgeClaims } from './claims/store.ts'

const batchSize = 1_000
const hourMs = 3_600_000
/** Retention of a challenge after it expired: as long as events and deliveries. */
const retentionDays = 30
/** Retention of an ended claim: longer than the wait after a lost contest. */
const claimDays = 400

/** Periodic jobs for challenges. */
export function ownershipJobs({ db }: { db: Database }): Job[] {
  const purge = (name: string, batch: (limit: number) => Promise<number>): Job => ({
    name,
    intervalMs: hourMs,
    run: () => drain(batchSize, batch),
  })
  return [
    purge('purge-challenges', (limit) => purgeChallenges(db, retentionDays, limit)),
    purge('purge-claims', (limit) => purgeClaims(db, claimDays, limit)),
    purge('purge-challenge-tallies', (limit) => purgeTallies(db, limit)),
  ]
}
