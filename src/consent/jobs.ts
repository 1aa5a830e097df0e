import type { DueLook } from '../database/conditions.ts'
import { bySystem } from '../events/actor.ts'
import { consentRequestPayload } from '../events/payload.ts'
import { type StepDeps, transact } from '../events/write.ts'
import { drain, type Job } from '../kernel/job.ts'
import { emitGrant } from './grants/change.ts'
import { expireOnce, grantsDue } from './grants/store.ts'
import { matchOnce, requestsDue } from './requests/store.ts'

type Deps = StepDeps & { askDue: DueLook }

const batchSize = 500

/** Matches requests to aliases, and notifies the owners of new and extended ones. A declined one is not announced again. */
export function matchConsentRequests(deps: Deps): Job {
  const name = 'match-consent-requests'
  const batch = (limit: number) =>
    transact(deps, bySystem(name), async (trx, changeFor) => {
      const matched = await matchOnce(trx, limit)
      for (const { id, livemode, status, consumer_id, owner_id, identity_id } of matched) {
        if (owner_id === null || identity_id === null || status !== 'pending') continue
        changeFor({ consumerId: owner_id, livemode }).emit(
          'consent.requested',
          consentRequestPayload(identity_id, { id, consumer_id }),
        )
      }
      return matched.length
    })
  return { name, intervalMs: 1_000, isDue: deps.askDue(requestsDue), run: () => drain(batchSize, batch) }
}

/** Marks expired grants. Resolve never waits for it: it compares each grant's end with the database clock. */
export function expireGrants(deps: Deps): Job {
  const name = 'expire-grants'
  const batch = (limit: number) =>
    transact(deps, bySystem(name), async (trx, changeFor) => {
      const expired = await expireOnce(trx, limit)
      for (const grant of expired) {
        const { owner_id: consumer_id, identity_status: status, livemode } = grant
        emitGrant(changeFor({ consumerId: consumer_id, livemode }), 'consent.expired', grant, { status, consumer_id })
      }
      return expired.length
    })
  return { name, intervalMs: 1_000, isDue: deps.askDue(grantsDue), run: () => drain(batchSize, batch) }
}
