import { sql } from 'kysely'
import type { Database, RowOf } from '../../database/orm.ts'
import { inTurns, turnToWrite } from '../../database/turns.ts'
import type { IdentityOwned } from '../../registry/record-store.ts'
import type { ClaimRow } from './store.ts'

export type HolderRow = Pick<RowOf<'alias_reservation'>, 'alias_id' | 'consumer_id' | 'claim_id'> & {
  identity_id: string | null
  verification: string | null
  has_cooled: boolean
}

/** The holder of the claimed alias's reservation. */
export async function findHolder(db: Database, { livemode, type, skeleton }: ClaimRow): Promise<HolderRow | undefined> {
  const { rows } = await sql<HolderRow>`
    select s.alias_id, s.consumer_id, s.claim_id, a.identity_id, a.verification,
      coalesce(s.available_at <= clock_timestamp(), false) as has_cooled
    from alias_reservation s left join alias a on a.id = s.alias_id
    where s.livemode = ${livemode} and s.type = ${type} and s.skeleton = ${skeleton}`.execute(db)
  return rows[0]
}

/** Reads the holder with its row locked: it can't be taken, released or claimed meanwhile. */
export async function lockHolder(db: Database, claim: ClaimRow): Promise<HolderRow | undefined> {
  const { livemode, type, skeleton } = claim
  await sql`select from alias_reservation where livemode = ${livemode} and type = ${type} and skeleton = ${skeleton} for update`.execute(
    db,
  )
  return findHolder(db, claim)
}

/** The status that is returned for an active identity whose consumer is suspended. */
export const consumerSuspended = 'consumer_suspended'

/** Locks identities before their records, in one order. @returns the status of each */
export async function lockIdentities(db: Database, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const known = [...new Set(ids.filter((id) => id !== null))]
  const { rows } = await sql<{ id: string; status: string }>`
    select i.id, case when c.suspended_at is not null and i.status = 'active' then ${consumerSuspended} else i.status end as status
    from ${inTurns(turnToWrite, 'identity', known)} as q join identity i on i.id = q.id join consumer c on c.id = i.consumer_id
    order by i.id for no key update of i`.execute(db)
  return new Map(rows.map(({ id, status }) => [id, status]))
}

/** Locks an alias before its reservation, as every change of both does. */
export async function lockDonorAlias(
  db: Database,
  { donor_alias_id: id, donor_identity_id: identity }: ClaimRow,
): Promise<void> {
  await sql`select from alias where id = ${id} and identity_id = ${identity} for no key update`.execute(db)
}

/** Gives the claim the reservation. */
export async function holdReservation(db: Database, claim: ClaimRow, holder: HolderRow): Promise<void> {
  await sql`update alias_reservation set claim_id = ${claim.id} where livemode = ${claim.livemode} and type = ${claim.type}
    and skeleton = ${claim.skeleton} and claim_id is null`.execute(db)
  await sql`update claim set donor_id = ${holder.consumer_id}, donor_identity_id = ${holder.identity_id},
    donor_alias_id = ${holder.identity_id === null ? null : holder.alias_id} where id = ${claim.id}`.execute(db)
}

/**
 * Moves the reservation to the claimer.
 *
 * INVARIANT (cooldown): the same conditional statement that decides between creates: it takes an alias that the donor
 * still holds, or that has cooled down, never an earlier one.
 */
export async function moveReservation(db: Database, claim: ClaimRow, aliasId: string): Promise<boolean> {
  const { rows } = await sql`
    update alias_reservation set alias_id = ${aliasId}, consumer_id = ${claim.consumer_id}, available_at = null, claim_id = null,
      by_reset = false
    where livemode = ${claim.livemode} and type = ${claim.type} and skeleton = ${claim.skeleton} and claim_id = ${claim.id}
      and (available_at is null or available_at <= clock_timestamp())
    returning 1`.execute(db)
  return rows.length === 1
}

/**
 * The end of the cooldown of the donor's reservation, also when past; null while the donor holds it. It stays locked.
 * The claim may have the reservation of an erased alias too, under another skeleton.
 */
export async function cooldownOf(
  db: Database,
  { id, livemode, type, skeleton }: ClaimRow,
): Promise<{ until: Date; isExpired: boolean } | null> {
  const { rows } = await sql<{ available_at: Date | null }>`
    select available_at from alias_reservation where livemode = ${livemode} and type = ${type} and skeleton = ${skeleton}
      and claim_id = ${id} for update`.execute(db)
  const until = rows[0]?.available_at ?? null
  if (until === null) return null
  const { rows: asked } = await sql<{ is_over: boolean }>`select ${until} <= clock_timestamp() as is_over`.execute(db)
  return { until, isExpired: asked[0]!.is_over }
}

/** The other claims and the cooldown of an alias without holder: `seconds` is the rest of an erased one's cooldown. */
export type ErasedReservation = { seconds: number; is_others: boolean }

/**
 * Takes the reservation of an erased alias for the claim, unless another claim has it, so that it goes to nobody else
 * while it cools down. `erased` is its skeleton. Undefined if there is none.
 */
export async function holdErased(
  db: Database,
  { id, livemode, type }: ClaimRow,
  erased: string,
): Promise<ErasedReservation | undefined> {
  const { rows } = await sql<ErasedReservation>`
    update alias_reservation set claim_id = coalesce(claim_id, ${id})
    where livemode = ${livemode} and type = ${type} and skeleton = ${erased}
    returning extract(epoch from available_at - clock_timestamp())::float8 as seconds, claim_id <> ${id} as is_others`.execute(
    db,
  )
  return rows[0]
}

/** Frees the reservation of an erased alias that has cooled down, for the claim that has it. */
export async function freeErased(db: Database, { id, livemode, type }: ClaimRow, erased: string): Promise<void> {
  await sql`delete from alias_reservation where livemode = ${livemode} and type = ${type} and skeleton = ${erased}
    and claim_id = ${id} and available_at <= clock_timestamp()`.execute(db)
}

/**
 * Frees the reservation of an alias that was erased before the donor registered it: its cooldown was over by then, or
 * was of the donor's own reset. Another cooldown continues.
 */
export async function freeLeftover(
  db: Database,
  { donor_id: donor, livemode, type }: ClaimRow,
  erased: string,
): Promise<void> {
  await sql`delete from alias_reservation where livemode = ${livemode} and type = ${type} and skeleton = ${erased}
    and (available_at <= clock_timestamp() or (by_reset and consumer_id = ${donor}))`.execute(db)
}

/** Ends the donor's alias: it keeps its id and its type, and loses its value. */
export async function transferAlias(
  db: Database,
  { donor_alias_id: aliasId, donor_identity_id: identity }: ClaimRow,
): Promise<{ identity_id: string; type: string; wasPrimary: boolean } | undefined> {
  const { rows } = await sql<{ identity_id: string; type: string; wasPrimary: boolean }>`
    with moved as (
      update alias set status = 'transferred', value = '', skeleton = id::text, mark = null, verification = 'none', verified_at = null,
        verified_method = null, proof_expires_at = null, updated_at = now()
      where id = ${aliasId} and identity_id = ${identity} and status = 'registered' returning id, identity_id
    ), unproved as (
      delete from domain_proof where alias_id = ${aliasId}
    ), cleared as (
      update identity i set primary_alias_id = null, updated_at = now() from moved m
      where i.id = m.identity_id and i.primary_alias_id = m.id returning i.id
    )
    select m.identity_id, i.type, c.id is not null as "wasPrimary"
    from moved m join identity i on i.id = m.identity_id left join cleared c on c.id = i.id`.execute(db)
  return rows[0]
}

/** Marks an alias as received by a claim. */
export async function markClaimed(db: Database, { id, identity_id }: IdentityOwned): Promise<void> {
  await sql`update alias set claimed_at = now() where id = ${id} and identity_id = ${identity_id}`.execute(db)
}

/** A claim that was postponed since it was queued isn't woken: its next check is no longer at its deadline. */
const isFree = sql<boolean>`q.status = 'queued' and q.next_at > now() and q.next_at = q.deadline and not q.stands_still
  and not exists (select from alias_reservation s where s.livemode = q.livemode and s.type = q.type
    and s.skeleton = q.skeleton and s.claim_id is not null)`

export const queuedDue = sql<boolean>`exists (select from claim q where ${isFree})`

/**
 * Makes queued claims due whose alias is no longer claimed: each in its place, by the time of its proof.
 *
 * INVARIANT (order of locks): the holder of a reservation never waits for another claim, whose holder may be waiting
 * for the reservation. So the end of a claim wakes no other; this separate step does, and leaves locked rows to the
 * next run.
 */
export async function wakeQueued(db: Database): Promise<void> {
  await sql`
    update claim set next_at = proved_at where id in (
      select q.id from claim q where ${isFree}
      order by q.id for update skip locked)`.execute(db)
}

/** Claims that wait for the end of this one. */
export async function findQueued(db: Database, { livemode, type, skeleton }: ClaimRow): Promise<ClaimRow[]> {
  const { rows } = await sql<ClaimRow>`
    select * from claim where livemode = ${livemode} and type = ${type} and skeleton = ${skeleton} and status = 'queued'
    order by id for update skip locked`.execute(db)
  return rows
}
