import type { Database } from '../database/orm.ts'
import { inTransaction } from '../database/retry.ts'
import { bySystem } from '../events/actor.ts'
import { aliasPayload } from '../events/payload.ts'
import { type NewEvent, recordEvents } from '../events/store.ts'
import { changeOf } from '../events/write.ts'
import { drain, type Job } from '../kernel/job.ts'
import { purgeChallenges, purgeTallies } from './challenges/store.ts'
import { purgeClaims } from './claims/store.ts'
import type { Authorizations } from './proofs/authorization.ts'
import type { Looking } from './proofs/looking.ts'
import { type DueProof, dropReleased, findExpired, noteLook, takeDueProofs, unprove } from './proofs/store.ts'

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

const proofBatchSize = 20
const daySeconds = 86_400
/** During a check, and after a failed one. */
const leaseSeconds = 600
const retrySeconds = 8 * 3_600

type Deps = {
  db: Database
  newId: () => string
  clock: () => number
  wakeDeliveries: () => void
  looking: Looking
  authorizations: Authorizations
  checkDays: number
  graceDays: number
}

/** Checks domains again, and withdraws proofs that have failed for too long or have expired. */
export function checkDomainProofs(deps: Deps): Job {
  const { db, newId, clock, wakeDeliveries, looking, authorizations, checkDays, graceDays } = deps

  async function takeBack(alias: { id: string; identity_id: string }, token: string | null): Promise<void> {
    const due = await inTransaction(db, async (trx) => {
      const events: NewEvent[] = []
      const unproved = await unprove(trx, alias, token)
      if (unproved?.status === 'registered') {
        const owner = { consumerId: unproved.consumer_id, livemode: unproved.livemode }
        const { emit } = changeOf(trx, owner, events, newId, clock, bySystem('check-domain-proofs'))
        emit('alias.unverified', aliasPayload(unproved.identity_id, unproved))
      }
      return recordEvents(trx, events)
    })
    if (due > 0) wakeDeliveries()
  }

  async function check(proof: DueProof): Promise<void> {
    const { alias_id: aliasId, livemode, consumer_id: consumerId, identity_id: identityId, token, value } = proof
    const claimant = { consumerId, livemode, subjectId: proof.subject_id }
    const isShown = await looking.shows(proof.method, authorizations(claimant, token, value))
    const next = isShown ? checkDays * daySeconds : Math.min(retrySeconds, checkDays * daySeconds)
    const isExpired = await noteLook(db, proof, isShown, { next, grace: graceDays * daySeconds })
    if (isExpired) await takeBack({ id: aliasId, identity_id: identityId }, token)
  }

  async function checkDue(limit: number): Promise<number> {
    const due = await takeDueProofs(db, limit, leaseSeconds)
    await Promise.all(due.map(check))
    return due.length
  }

  async function endExpired(limit: number): Promise<number> {
    const expired = await findExpired(db, limit)
    for (const alias of expired) await takeBack(alias, null)
    return expired.length
  }

  return {
    name: 'check-domain-proofs',
    intervalMs: 60_000,
    async run() {
      await drain(proofBatchSize, (limit) => dropReleased(db, limit))
      await drain(proofBatchSize, checkDue)
      await drain(proofBatchSize, endExpired)
    },
  }
}
