import type { DueLook } from '../../database/conditions.ts'
import type { Database } from '../../database/orm.ts'
import { bySystem } from '../../events/actor.ts'
import { type StepDeps, transact } from '../../events/write.ts'
import type { Job } from '../../kernel/job.ts'
import { takeReservation } from '../../registry/aliases/reservation-store.ts'
import {
  awaitProof,
  blockingReason,
  type ClaimDeps,
  cancelClaim,
  complete,
  giveAlias,
  mayComplete,
  notifyBoth,
  openSeconds,
  type Work,
} from './completion.ts'
import {
  cooledDue,
  moveDeadline,
  pauseClaim,
  restUntil,
  resumePaused,
  standingOf,
  stillDue,
  wakeCooled,
} from './deadline-store.ts'
import { opening, readClaimStatus } from './rules.ts'
import {
  type ClaimRow,
  claimsDue,
  endClaim,
  isBarred,
  type LockedClaim,
  moveClaim,
  postpone,
  takeDue,
} from './store.ts'
import {
  consumerSuspended,
  cooldownOf,
  type ErasedReservation,
  findHolder,
  freeErased,
  type HolderRow,
  holdErased,
  holdReservation,
  lockHolder,
  lockIdentities,
  queuedDue,
  wakeQueued,
} from './transfer-store.ts'

const cause = bySystem('advance-claims')

const queueSeconds = 3_600
const retrySeconds = 1
const failedSeconds = 60
/** Claims of one run; the rest is left to the next. */
const mostPerRun = 500

type Deps = StepDeps & ClaimDeps & { askDue: DueLook }

/**
 * INVARIANT (proof first): nothing reads whether the alias exists before control of it was proved.
 * INVARIANT (fresh proofs): an alias without a holder goes to a fresh proof alone. An old one opens a claim against a
 * holder, who is notified, and otherwise waits for another proof.
 */
async function look(work: Work, claim: ClaimRow): Promise<void> {
  const { db } = work
  const erased = work.erasedSkeleton(claim)
  if (await isBarred(db, claim, erased, work.times.contestDays))
    return void (await cancelClaim(work, claim, 'contested'))
  const seen = await findHolder(db, claim)
  const statuses = await lockIdentities(db, [claim.identity_id, seen?.identity_id ?? null])
  if (statuses.get(claim.identity_id) === consumerSuspended) return pauseClaim(db, claim.id)
  const reason = await blockingReason(db, claim, statuses.get(claim.identity_id))
  if (reason) return void (await cancelClaim(work, claim, reason))
  const holder = await lockHolder(db, claim)
  // An erased alias that came before this holder no longer counts: its reservation may be left all the same.
  if (holder && !isForTaking(holder)) {
    if (holder.alias_id !== seen?.alias_id) return postpone(db, claim.id, retrySeconds)
    return open(work, claim, holder)
  }
  const cooling = await holdErased(db, claim, erased)
  if (cooling && (cooling.is_others || cooling.seconds > 0)) return waitForErased(db, claim, cooling)
  if (!(await mayComplete(work, claim, 'worker'))) return void (await awaitProof(work, claim, cooling !== undefined))
  await freeErased(db, claim, erased)
  const id = work.newId()
  if (await takeReservation(db, { ...claim, erased }, id, claim.consumer_id))
    return void (await giveAlias(work, claim, id))
  await postpone(db, claim.id, retrySeconds)
}

/** Checks that the reservation is free: it has cooled down, and no claim has it. */
const isForTaking = ({ has_cooled: hasCooled, claim_id: claimId }: HolderRow): boolean => hasCooled && claimId === null

/** An erased alias has no holder, and cools down all the same: for the claim that came first. */
const waitForErased = (db: Database, claim: ClaimRow, { seconds, is_others: isOthers }: ErasedReservation) =>
  postpone(db, claim.id, isOthers ? queueSeconds : Math.min(Math.max(seconds, 1), queueSeconds))

async function open(work: Work, claim: ClaimRow, holder: HolderRow): Promise<void> {
  const { db, times } = work
  const verdict = opening(claim, holder)
  if (verdict === 'queue') return void (await moveClaim(db, claim.id, 'queued', queueSeconds))
  if (verdict !== 'open') return void (await cancelClaim(work, claim, verdict))
  await holdReservation(db, claim, holder)
  notifyBoth(work, 'claim.opened', await moveClaim(db, claim.id, 'open', openSeconds(times, claim)))
}

async function meetDeadline(work: Work, claim: ClaimRow): Promise<void> {
  if (claim.status === 'awaiting_second_proof') return void (await cancelClaim(work, claim, 'second_proof_missing'))
  if (claim.kind !== 'ownership') return void (await cancelClaim(work, claim, 'donor_silent'))
  await awaitProof(work, claim)
}

/** A claim of an alias that had no holder when it was checked: its second proof is processed like the first. */
async function advanceFree(work: Work, claim: LockedClaim): Promise<void> {
  if (claim.second_proved_at !== null) return look(work, claim)
  return claim.is_over ? meetDeadline(work, claim) : postpone(work.db, claim.id, retrySeconds)
}

/** Processes a claim that has a donor's reservation: it waits, is paused, resumes or expires. */
async function advanceHeld(work: Work, claim: ClaimRow): Promise<void> {
  const { db } = work
  if (claim.second_proved_at !== null) return void (await complete(work, claim, 'worker'))
  await lockIdentities(db, [claim.donor_identity_id])
  const cooldown = await cooldownOf(db, claim)
  if (cooldown && !cooldown.isExpired) return restUntil(db, claim.id, cooldown.until)
  if (cooldown && !claim.has_cooled) return void (await awaitProof(work, claim, true))
  const { is_still: isStill, is_over: isExpired } = await standingOf(db, claim.id)
  if (isStill) return pauseClaim(db, claim.id)
  return isExpired ? meetDeadline(work, claim) : moveDeadline(db, claim.id)
}

async function advance(work: Work, claim: LockedClaim): Promise<void> {
  switch (readClaimStatus(claim.status)) {
    case 'pending_proof':
      if (claim.proved_at !== null) return look(work, claim)
      if (claim.is_over) return void (await endClaim(work.db, claim.id, 'expired', null))
      break
    case 'queued':
      return look(work, claim)
    case 'open':
    case 'awaiting_second_proof':
      return claim.donor_id === null ? advanceFree(work, claim) : advanceHeld(work, claim)
  }
  await postpone(work.db, claim.id, retrySeconds)
}

/** Processes one claim in one transaction, with its events. @returns true if there was one */
async function advanceOne(deps: Deps): Promise<boolean> {
  const taken: { id: string | null } = { id: null }
  const work = transact(deps, cause, async (trx, changeFor) => {
    const claim = await takeDue(trx)
    if (!claim) return false
    taken.id = claim.id
    const { consumer_id: consumerId, livemode } = claim
    await advance({ ...deps, ...changeFor({ consumerId, livemode }) }, claim)
    return true
  })
  return work.catch(async (error) => {
    // A claim that fails is postponed, so that the claims behind it are processed.
    if (taken.id !== null) await postpone(deps.db, taken.id, failedSeconds)
    throw error
  })
}

async function run(deps: Deps): Promise<void> {
  await resumePaused(deps.db)
  await wakeCooled(deps.db)
  for (let done = 0; done < mostPerRun; done++) {
    // The claim that was proved first is next, even before one that was proved while the last claim ended.
    await wakeQueued(deps.db)
    if (!(await advanceOne(deps))) return
  }
}

/** Processes proved claims, and claims whose time has come. */
export function advanceClaims(deps: Deps): Job {
  return {
    name: 'advance-claims',
    intervalMs: 1_000,
    isDue: deps.askDue(claimsDue, queuedDue, stillDue, cooledDue),
    run: () => run(deps),
  }
}
