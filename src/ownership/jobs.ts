import { bySystem } from '../events/actor.ts'
import { aliasPayload } from '../events/payload.ts'
import { type StepDeps, transact } from '../events/write.ts'
import { drain, type Job } from '../kernel/job.ts'
import type { Authorizations } from './proofs/authorization.ts'
import type { Looking } from './proofs/looking.ts'
import { type DueProof, dropReleased, findExpired, noteLook, takeDueProofs, unprove } from './proofs/store.ts'

const proofBatchSize = 20
const daySeconds = 86_400
/** During a check, and after a failed one. */
const leaseSeconds = 600
const retrySeconds = 8 * 3_600

type Deps = StepDeps & {
  looking: Looking
  authorizations: Authorizations
  checkDays: number
  graceDays: number
}

/** Checks domains again, and withdraws proofs that have failed for too long or have expired. */
export function checkDomainProofs(deps: Deps): Job {
  const { db, looking, authorizations, checkDays, graceDays } = deps
  const name = 'check-domain-proofs'

  const takeBack = (alias: { id: string; identity_id: string }, token: string | null): Promise<void> =>
    transact(deps, bySystem(name), async (trx, changeFor) => {
      const unproved = await unprove(trx, alias, token)
      if (unproved?.status !== 'registered') return
      const owner = { consumerId: unproved.consumer_id, livemode: unproved.livemode }
      changeFor(owner).emit('alias.unverified', aliasPayload(unproved.identity_id, unproved))
    })

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

  /** Proofs that can't be withdrawn now stay for the next run, and stop no others. */
  async function endExpired(): Promise<void> {
    const failures: unknown[] = []
    await drain(proofBatchSize, async (limit) => {
      const expired = await findExpired(db, { offset: failures.length, limit })
      for (const alias of expired) await takeBack(alias, null).catch((error) => failures.push(error))
      return expired.length
    })
    if (failures.length > 0) throw failures[0]
  }

  return {
    name,
    intervalMs: 60_000,
    async run() {
      await drain(proofBatchSize, (limit) => dropReleased(db, limit))
      await drain(proofBatchSize, checkDue)
      await endExpired()
    },
  }
}
