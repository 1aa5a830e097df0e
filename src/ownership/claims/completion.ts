import type { Database } from '../../database/orm.ts'
import type { EntryKind } from '../../events/kinds.ts'
import { aliasPayload, identityPayload } from '../../events/payload.ts'
import type { Change } from '../../events/write.ts'
import { SignpostError } from '../../kernel/errors.ts'
import type { ErasedSkeleton } from '../../registry/aliases/reservation.ts'
import { countAliases, insertAlias } from '../../registry/aliases/reservation-store.ts'
import { markAlias } from '../../registry/binding.ts'
import { recordLimits } from '../../registry/identities/rules.ts'
import type { Keyring } from '../../vault/keyring.ts'
import { type DomainProofDays, noteProved } from '../proofs/proving.ts'
import { pauseClaim, restUntil, standingOf } from './deadline-store.ts'
import { claimPayload } from './record.ts'
import { type ClaimReason, isFreshEnough } from './rules.ts'
import { type ClaimRow, endChallenges, endClaim, moveClaim, proofAge } from './store.ts'
import {
  consumerSuspended,
  cooldownOf,
  findQueued,
  freeLeftover,
  lockDonorAlias,
  lockIdentities,
  markClaimed,
  moveReservation,
  transferAlias,
} from './transfer-store.ts'

/** Duration of each state of a claim, and the maximum age of its proofs. */
type ClaimTimes = {
  proofHours: number
  days: number
  daysTest: number
  secondProofDays: number
  freshDays: number
  contestDays: number
}

const daySeconds = 86_400

/** The time that a claim's donor has. */
export const openSeconds = (times: ClaimTimes, { livemode }: Pick<ClaimRow, 'livemode'>): number =>
  (livemode ? times.days : times.daysTest) * daySeconds

/** Dependencies of changes of claims. */
export type ClaimDeps = {
  newId: () => string
  times: ClaimTimes
  proofs: DomainProofDays
  erasedSkeleton: ErasedSkeleton
  keyring: Keyring
}

/** A transaction that changes claims. Each event names the consumer that is told. */
export type Work = Change & ClaimDeps

/** The entry of the donor names the alias that is claimed, with its identity; webhooks hear of the claim alone. */
const donorPayload = (claim: ClaimRow) => ({
  ...claimPayload(claim),
  ...(claim.donor_alias_id === null
    ? {}
    : aliasPayload(claim.donor_identity_id!, { id: claim.donor_alias_id, type: claim.type })),
})

/** Tells the sides that know of the claim. */
export function notifyBoth({ emit }: Change, type: EntryKind, claim: ClaimRow): void {
  const { consumer_id: consumerId, donor_id: donorId } = claim
  emit(type, donorId === consumerId ? donorPayload(claim) : claimPayload(claim), { consumerId })
  if (donorId !== null && donorId !== consumerId) emit(type, donorPayload(claim), { consumerId: donorId })
}

export async function cancelClaim(change: Change, claim: ClaimRow, reason: ClaimReason): Promise<ClaimRow> {
  const ended = await endClaim(change.db, claim.id, 'cancelled', reason)
  notifyBoth(change, 'claim.cancelled', ended)
  return ended
}

/** Returns why the claimer's identity can't take the alias; null if it can. The caller has locked it. */
export async function blockingReason(
  db: Database,
  claim: ClaimRow,
  status: string | undefined,
): Promise<ClaimReason | null> {
  if (status !== 'active') return 'identity_not_active'
  return (await countAliases(db, claim.identity_id)) >= recordLimits.aliases ? 'limit_reached' : null
}

/** Asks the claimer for a new proof, by a challenge that is issued from now on. */
export async function awaitProof(
  { db, times }: Work,
  claim: ClaimRow,
  hasCooled = claim.has_cooled,
): Promise<ClaimRow> {
  await endChallenges(db, claim.id)
  return moveClaim(db, claim.id, 'awaiting_second_proof', times.secondProofDays * daySeconds, hasCooled)
}

/** Checks that the claim's last proof is fresh enough to complete it now. */
export async function mayComplete({ db, times }: Work, claim: ClaimRow, by: 'worker' | 'donor'): Promise<boolean> {
  const ages = { fresh: times.freshDays * daySeconds, confirmed: openSeconds(times, claim) }
  return isFreshEnough(await proofAge(db, claim.id), by, ages)
}

/**
 * Makes the claimer's alias: a record of its own, proved when the proof was met, unlisted, not primary. The claim
 * already has the reservation.
 */
export async function giveAlias(work: Work, claim: ClaimRow, id: string): Promise<ClaimRow> {
  const { db, emit, proofs, erasedSkeleton, keyring } = work
  const { livemode, type, value, skeleton, identity_id: identityId, norm_version: normVersion, method } = claim
  const consumerId = claim.consumer_id
  const erased = erasedSkeleton(claim)
  const mark = markAlias(keyring, { id, livemode, type, value, identityId, consumerId })
  const place = { id, livemode, type, value, skeleton, erased, identityId, consumerId }
  const alias = { ...place, normVersion, level: 'unlisted', mark }
  // An alias that was erased meanwhile cools down: the transaction fails, and the claim waits.
  if (!(await insertAlias(db, alias))) throw new SignpostError('alias_in_cooldown')
  const at = (claim.second_proved_at ?? claim.proved_at)!
  const met = { method: method!, token: claim.proof_token, subjectId: claim.id, at }
  await noteProved(db, { id, identity_id: identityId, livemode }, met, proofs)
  emit('alias.created', aliasPayload(identityId, { id, type }), { consumerId })
  const ended = await endClaim(db, claim.id, 'completed', null)
  notifyBoth(work, 'claim.completed', ended)
  return ended
}

const isDonorStill = async (
  db: Database,
  claim: ClaimRow,
  statuses: ReadonlyMap<string, string>,
  by: 'worker' | 'donor',
): Promise<boolean> =>
  by === 'worker'
    ? (await standingOf(db, claim.id)).is_still
    : statuses.get(claim.donor_identity_id ?? '') === consumerSuspended

/**
 * Moves the alias from the donor to the claimer, in one transaction: at each moment it has exactly one holder.
 *
 * INVARIANT (no shorter cooldown): an alias that the donor released moves only after its cooldown.
 * INVARIANT (fresh proofs): an old proof completes nothing; the claim waits for a new one.
 * INVARIANT (suspended donor): no alias is taken from an identity that can't answer, nor given to one whose consumer
 * can't. A donor that confirms has answered, even if it has suspended its identity.
 * INVARIANT (no stalling): a confirmation that moves nothing changes nothing, least of all the time of the worker's
 * next check.
 */
export async function complete(work: Work, claim: ClaimRow, by: 'worker' | 'donor'): Promise<ClaimRow> {
  const { db, emit, newId } = work
  const statuses = await lockIdentities(db, [claim.identity_id, claim.donor_identity_id])
  if (statuses.get(claim.identity_id) === consumerSuspended || (await isDonorStill(db, claim, statuses, by))) {
    if (by === 'worker') await pauseClaim(db, claim.id)
    return claim
  }
  const reason = await blockingReason(db, claim, statuses.get(claim.identity_id))
  if (reason) return cancelClaim(work, claim, reason)
  const id = newId()
  await lockDonorAlias(db, claim)
  const cooldown = await cooldownOf(db, claim)
  if (cooldown && !cooldown.isExpired) {
    if (by === 'worker') await restUntil(db, claim.id, cooldown.until)
    return claim
  }
  if (!(await mayComplete(work, claim, by)))
    return by === 'worker' || claim.status === 'open' ? awaitProof(work, claim, cooldown !== null) : claim
  if (!(await moveReservation(db, claim, id))) throw new SignpostError('service_unavailable')
  await freeLeftover(db, claim, work.erasedSkeleton(claim))
  const moved = claim.donor_alias_id === null ? undefined : await transferAlias(db, claim)
  if (moved?.wasPrimary)
    emit('identity.updated', identityPayload({ id: moved.identity_id, type: moved.type }), {
      consumerId: claim.donor_id,
      changed: ['primary_alias'],
    })
  const ended = await giveAlias(work, claim, id)
  if (moved) await markClaimed(db, { id, identity_id: claim.identity_id })
  for (const queued of await findQueued(db, claim)) await cancelClaim(work, queued, 'superseded')
  return ended
}
