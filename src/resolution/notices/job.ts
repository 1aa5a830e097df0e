import type { DueLook } from '../../database/conditions.ts'
import { inTransaction } from '../../database/retry.ts'
import { bySystem } from '../../events/actor.ts'
import { disclosedEndpointsPayload, type EndpointChange } from '../../events/payload.ts'
import { deliverNotices, recordNotices } from '../../events/store.ts'
import { newEvent, type StepDeps } from '../../events/write.ts'
import type { Job } from '../../kernel/job.ts'
import { isEndpointMarked } from '../../registry/binding.ts'
import { readSnapshot, type SnapshotCapability, type SnapshotEntry } from '../../registry/endpoints/snapshot-store.ts'
import type { Keyring } from '../../vault/keyring.ts'
import { readEntry } from '../endpoints.ts'
import { covers, disclosedOf, type GrantFacts } from '../policy.ts'
import {
  type Before,
  type DueIdentity,
  dropDue,
  type GranteeNotice,
  keepDespiteNarrowing,
  lockDueIdentity,
  lockGrants,
  lockOwner,
  markNoticed,
  type NoticedGrant,
  noticesDue,
  postpone,
  readBefore,
  settleDue,
} from './store.ts'

/** Entries of one notice, at most. Source: docs/rules.md#events. */
const mostChanges = 50

type Seen = { readonly type: string; readonly capabilities: string }

/** Names of capabilities: amounts and the order of records are no part of a notice. */
const named = (capabilities: readonly SnapshotCapability[]): string =>
  JSON.stringify(capabilities.map(([asset, rail, network]) => [asset, rail, network]).sort())

/** The endpoints that the grant covers and the policy discloses. */
function seenBy(grant: GrantFacts, livemode: boolean, entries: readonly SnapshotEntry[]): Map<string, Seen> {
  const endpoints = entries.map((entry) => readEntry(entry, livemode))
  const { disclosed } = disclosedOf({ caller: { livemode, scopes: [] }, grant, endpoints })
  const capabilitiesOf = new Map(entries.map((entry) => [entry[0], named(entry[6])]))
  return new Map(
    disclosed
      .filter(({ id }) => covers(grant, 'endpoints', id))
      .map(({ id, type }) => [id, { type, capabilities: capabilitiesOf.get(id)! }]),
  )
}

/** The difference that a grantee sees between two states of an identity's endpoints, by the terms of its grant now. */
function changesFor(
  grant: GrantFacts,
  livemode: boolean,
  before: readonly SnapshotEntry[],
  now: readonly SnapshotEntry[],
): EndpointChange[] {
  const [was, is] = [seenBy(grant, livemode, before), seenBy(grant, livemode, now)]
  const changes: EndpointChange[] = []
  for (const [id, { type, capabilities }] of is) {
    const old = was.get(id)
    if (!old) changes.push({ id, type, change: 'added' })
    else if (old.type !== type || old.capabilities !== capabilities) changes.push({ id, type, change: 'updated' })
  }
  for (const [id, { type }] of was) if (!is.has(id)) changes.push({ id, type, change: 'removed' })
  return changes.slice(0, mostChanges)
}

type Deps = StepDeps & { keyring: Keyring; askDue: DueLook }

const name = 'notify-grantees'
/** Grants of one transaction. */
const pageSize = 500
/** Seconds until an identity is due again: its grantees were told too often, it is not active, or it can't be read. */
const againAfter = { told: 10, inactive: 60, unreadable: 60 } as const
/** Seconds between two identities of one owner that are due again, so that they leave time to other owners. */
const apart = 0.05
/** Pages of one run: a stop waits for no more. */
const mostPages = 500

/** Reads the endpoints that are bound to the identity: resolve leaves out the others. */
const boundEntries = (keyring: Keyring, { id, owner_id, livemode, snapshot }: DueIdentity) =>
  keyring.opening(() =>
    readSnapshot(snapshot).filter((entry) => {
      const { id: endpoint, type, capabilities, mark } = readEntry(entry, livemode)
      const place = { id: endpoint, livemode, identityId: id, consumerId: owner_id, type }
      return isEndpointMarked(keyring, place, capabilities, mark === null ? null : Buffer.from(mark, 'base64'))
    }),
  )

/** The notice of one grantee: its difference between the first state that it has not been told of, and now. */
function noticeFor(
  { newId, clock }: Deps,
  { id: identityId, livemode }: DueIdentity,
  grant: NoticedGrant,
  before: readonly Before[],
  now: readonly SnapshotEntry[],
): GranteeNotice[] {
  const first = before.find(({ number }) => number > grant.noticed)
  if (!first) return []
  const facts = { active: true, livemode, all: grant.covers_all, aliases: [], endpoints: grant.covers_endpoints }
  const changes = changesFor(facts, livemode, first.before, now)
  if (changes.length === 0) return []
  const data = disclosedEndpointsPayload(identityId, grant.id, changes)
  const to = { consumerId: grant.consumer_id, livemode }
  const event = newEvent(newId(), 'disclosed_endpoints.changed', data, to, clock(), bySystem(name))
  const named = (isRemoved: boolean) =>
    changes.filter(({ change }) => (change === 'removed') === isRemoved).map(({ id }) => id)
  return [{ ...event, grantId: grant.id, endpoints: named(false), removed: named(true) }]
}

/**
 * Compares a page of an identity's grants. @returns the number of deliveries, or null if no identity is due. An identity that
 * can't be read is reported to `onUnreadable` and waits, so that the others go on. `lastAgain` has the second at which the
 * last identity of an owner is due again.
 *
 * INVARIANT (obeyed at once): the identity and the grants are locked as a revoke locks them, so no notice is recorded after one.
 */
const notifyPage = (
  deps: Deps,
  lastAgain: Map<string, number>,
  onUnreadable: (error: unknown) => void,
): Promise<number | null> =>
  inTransaction(deps.db, async (db) => {
    const identity = await lockDueIdentity(db)
    if (!identity) return null
    if (identity.isClosed) await dropDue(db, identity)
    else if (!identity.isActive) await settleDue(db, identity, againAfter.inactive)
    if (!identity.isActive) return 0
    await lockOwner(db, identity)
    const before = await readBefore(db, identity)
    const grants = await lockGrants(db, identity, pageSize)
    let notices: GranteeNotice[]
    try {
      const now = await boundEntries(deps.keyring, identity)
      notices = grants.flatMap((grant) => noticeFor(deps, identity, grant, before, now))
    } catch (error) {
      onUnreadable(error)
      await postpone(db, identity, againAfter.unreadable)
      return 0
    }
    await recordNotices(db, notices)
    await keepDespiteNarrowing(db, notices)
    await markNoticed(db, identity, grants)
    if (grants.length < pageSize) {
      const now = performance.now() / 1_000
      const again = Math.max(now + againAfter.told, (lastAgain.get(identity.owner_id) ?? 0) + apart)
      if (await settleDue(db, identity, again - now)) lastAgain.set(identity.owner_id, again)
    }
    return deliverNotices(db, notices)
  })

/** Tells grantees when an endpoint that their grant covers and shows has changed. */
export function notifyGrantees(deps: Deps): Job {
  const lastAgain = new Map<string, number>()
  const run = async () => {
    const failures: unknown[] = []
    for (let pages = 0; pages < mostPages; pages++) {
      const due = await notifyPage(deps, lastAgain, (error) => failures.push(error))
      if (due === null) break
      if (due > 0) deps.wakeDeliveries()
    }
    if (failures.length > 0) throw failures[0]
  }
  return { name, intervalMs: 1_000, isDue: deps.askDue(noticesDue), run }
}
