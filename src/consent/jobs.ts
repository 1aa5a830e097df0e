import type { DueLook } from '../database/conditions.ts'
import type { Database } from '../database/orm.ts'
import { inTransaction } from '../database/retry.ts'
import { bySystem } from '../events/actor.ts'
import { consentRequestPayload } from '../events/payload.ts'
import { type NewEvent, recordEvents } from '../events/store.ts'
import { type Change, changeOf } from '../events/write.ts'
import { drain, type Job } from '../kernel/job.ts'
import { emitGrant } from './grants/change.ts'
import { expireOnce, grantsDue } from './grants/expiry-store.ts'
import { matchOnce, purgeConsentRequests, requestsDue } from './requests/store.ts'

type Deps = { db: Database; newId: () => string; clock: () => number; wakeDeliveries: () => void; askDue: DueLook }

const batchSize = 500
/** Retention of a request after it expired: as long as events and deliveries. */
const retentionDays = 30

/** One batch in one transaction with the events of its rows. `changes` is the number of rows. */
async function transact(
  { db, newId, clock, wakeDeliveries }: Deps,
  job: string,
  work: (db: Database, changeFor: (owner: { consumerId: string; livemode: boolean }) => Change) => Promise<number>,
): Promise<number> {
  const { changed, due } = await inTransaction(db, async (trx) => {
    const events: NewEvent[] = []
    const changed = await work(trx, (owner) => changeOf(trx, owner, events, newId, clock, bySystem(job)))
    return { changed, due: await recordEvents(trx, events) }
  })
  if (due > 0) wakeDeliveries()
  return changed
}

/** Matches requests to aliases, and notifies the owners of new and extended ones. A declined one is not announced again. */
export function matchConsentRequests(deps: Deps): Job {
  const batch = (limit: number) =>
    transact(deps, 'match-consent-requests', async (db, changeFor) => {
      const matched = await matchOnce(db, limit)
      for (const { id, livemode, status, consumer_id, owner_id, identity_id } of matched) {
        if (owner_id === null || identity_id === null || status !== 'pending') continue
        changeFor({ consumerId: owner_id, livemode }).emit(
          'consent.requested',
          consentRequestPayload(identity_id, { id, consumer_id }),
        )
      }
      return matched.length
    })
  return {
    name: 'match-consent-requests',
    intervalMs: 1_000,
    isDue: deps.askDue(requestsDue),
    run: () => drain(batchSize, batch),
  }
}

/** Marks expired grants. Resolve never waits for it: it compares each grant's end with the database clock. */
export function expireGrants(deps: Deps): Job {
  const batch = (limit: number) =>
    transact(deps, 'expire-grants', async (db, changeFor) => {
      const expired = await expireOnce(db, limit)
      for (const grant of expired) {
        const { owner_id: consumer_id, identity_status: status, livemode } = grant
        emitGrant(changeFor({ consumerId: consumer_id, livemode }), 'consent.expired', grant, { status, consumer_id })
      }
      return expired.length
    })
  return {
    name: 'expire-grants',
    intervalMs: 1_000,
    isDue: deps.askDue(grantsDue),
    run: () => drain(batchSize, batch),
  }
}

/** Removes requests that expired long ago. */
export function purgeRequests({ db }: Pick<Deps, 'db'>): Job {
  const batch = (limit: number) => purgeConsentRequests(db, retentionDays, limit)
  return { name: 'purge-consent-requests', intervalMs: 3_600_000, run: () => drain(batchSize, batch) }
}
