import { sql } from 'kysely'
import type { Database, RowOf } from '../../database/orm.ts'
import type { Listing } from '../../database/pages.ts'
import type { Owner } from '../../kernel/call.ts'
import { standingOf, suspendedUntilNow } from './deadline-store.ts'
import type { ClaimDirection, ClaimReason, ClaimStatus } from './rules.ts'

export type ClaimRow = RowOf<'claim'>

/** `is_over`: its deadline has passed. */
export type LockedClaim = ClaimRow & { is_over: boolean }

export type NewClaim = Pick<
  ClaimRow,
  'id' | 'livemode' | 'consumer_id' | 'identity_id' | 'kind' | 'type' | 'value' | 'skeleton' | 'norm_version'
> & { seconds: number }

/** Counts the consumer's open claims, under a lock: claims of one consumer are made one after the other. */
export async function countOpen(
  db: Database,
  { consumerId, livemode }: Owner,
  key: Buffer,
  but: { type: string; skeleton: string },
): Promise<number> {
  await sql`select pg_advisory_xact_lock(${key.readBigInt64BE().toString()}::bigint)`.execute(db)
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from claim where consumer_id = ${consumerId} and livemode = ${livemode}
      and status in ('pending_proof', 'queued', 'open', 'awaiting_second_proof')
      and (type, skeleton) <> (${but.type}, ${but.skeleton})`.execute(db)
  return rows[0]!.open
}

/**
 * Returns the consumer's open claim of this alias: an existing one, or a new one.
 *
 * INVARIANT (same work): the same statement for every alias; it touches only claims of this consumer.
 * INVARIANT (order of locks): it locks no existing claim: the identity is locked already, and the worker locks the
 * claim first. Claims of one consumer are made one after the other, so a conflicting one is committed.
 */
export async function claimOnce(db: Database, claim: NewClaim): Promise<ClaimRow> {
  const { rows } = await sql<ClaimRow>`
    with made as (
    insert into claim (id, livemode, consumer_id, identity_id, kind, type, value, skeleton, norm_version, deadline, next_at)
    values (${claim.id}, ${claim.livemode}, ${claim.consumer_id}, ${claim.identity_id}, ${claim.kind}, ${claim.type},
      ${claim.value}, ${claim.skeleton}, ${claim.norm_version},
      now() + ${claim.seconds}::float8 * interval '1 second', now() + ${claim.seconds}::float8 * interval '1 second')
    on conflict (consumer_id, livemode, type, skeleton)
      where status in ('pending_proof', 'queued', 'open', 'awaiting_second_proof')
      do nothing
    returning *)
    select * from made union all
    select * from claim c where c.consumer_id = ${claim.consumer_id} and c.livemode = ${claim.livemode} and c.type = ${claim.type}
      and c.skeleton = ${claim.skeleton} and c.status in ('pending_proof', 'queued', 'open', 'awaiting_second_proof')
      and not exists (select from made)`.execute(db)
  return rows[0]!
}

/** Claims that the consumer made, or that are for an alias of its own. */
export async function findClaims(
  db: Database,
  { consumerId, livemode }: Owner,
  ids: readonly string[],
): Promise<ClaimRow[]> {
  const { rows } = await sql<ClaimRow>`
    select * from claim where id = any(${ids}::uuid[]) and livemode = ${livemode}
      and (consumer_id = ${consumerId} or donor_id = ${consumerId})`.execute(db)
  return rows
}

/** Locks the claim: the first lock of every change to it. */
export async function lockClaim(
  db: Database,
  { consumerId, livemode }: Owner,
  id: string,
): Promise<LockedClaim | undefined> {
  const own = sql`claim where id = ${id} and livemode = ${livemode} and (consumer_id = ${consumerId} or donor_id = ${consumerId})`
  await sql`select from ${own} for update`.execute(db)
  const { rows } = await sql<LockedClaim>`
    select *, deadline <= clock_timestamp() as is_over from ${own}`.execute(db)
  const [claim] = rows
  return claim?.donor_identity_id ? { ...claim, is_over: (await standingOf(db, claim.id)).is_over } : claim
}

/** The latest challenge of each claim that the consumer made. */
export async function latestChallenges(
  db: Database,
  consumerId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ claim_id: string; id: string }>`
    select distinct on (claim_id) claim_id, id from challenge
    where claim_id = any(${ids}::uuid[]) and consumer_id = ${consumerId} order by claim_id, created_at desc, id`.execute(
    db,
  )
  return new Map(rows.map(({ claim_id, id }) => [claim_id, id]))
}

export const claimsOf = ({ livemode }: Owner, direction: ClaimDirection): Listing => ({
  table: 'claim',
  kind: 'claim',
  belongs: sql<boolean>`${sql.ref(direction === 'incoming' ? 't.donor_id' : 't.consumer_id')} = q.id and t.livemode = ${livemode}`,
})

/** The claims by an identity of the caller's, or of its aliases. */
export const claimsOn = ({ consumerId, livemode }: Owner, direction: ClaimDirection): Listing => ({
  table: 'claim',
  kind: 'claim',
  belongs:
    direction === 'incoming'
      ? sql<boolean>`t.donor_identity_id = q.id and t.donor_id = ${consumerId} and t.livemode = ${livemode}`
      : sql<boolean>`t.identity_id = q.id and t.consumer_id = ${consumerId} and t.livemode = ${livemode}`,
})

export const claimsDue = sql<boolean>`exists (select from claim where next_at <= now())`

/** Locks one due claim; claims that another worker or a request holds are skipped. */
export async function takeDue(db: Database): Promise<LockedClaim | undefined> {
  const { rows } = await sql<LockedClaim>`
    select *, deadline <= now() as is_over from claim where next_at <= now()
    order by next_at limit 1 for update skip locked`.execute(db)
  return rows[0]
}

/** Ends a claim, and returns its reservation. */
export async function endClaim(
  db: Database,
  id: string,
  status: Extract<ClaimStatus, 'completed' | 'cancelled' | 'expired'>,
  reason: ClaimReason | null,
): Promise<ClaimRow> {
  await sql`update alias_reservation set claim_id = null where claim_id = ${id}`.execute(db)
  await endChallenges(db, id)
  const { rows } = await sql<ClaimRow>`
    update claim set status = ${status}, reason = ${reason}, next_at = null, stands_still = false, updated_at = now()
    where id = ${id} returning *`.execute(db)
  return rows[0]!
}

/** A challenge of a claim is valid in the state in which it was issued. */
export async function endChallenges(db: Database, claimId: string): Promise<void> {
  await sql`update challenge set status = 'expired', code_hash = null, updated_at = now()
    where claim_id = ${claimId} and status = 'pending'`.execute(db)
}

/** Seconds since the claim's last proof was met, read after all locks. */
export async function proofAge(db: Database, id: string): Promise<number> {
  const { rows } = await sql<{ age: number }>`
    select extract(epoch from clock_timestamp() - coalesce(second_proved_at, proved_at))::float8 as age
    from claim where id = ${id}`.execute(db)
  return rows[0]!.age
}

/**
 * Moves a claim to a state with a separate deadline, at which the worker checks it. The state's first proof is the
 * claim's last one.
 */
export async function moveClaim(
  db: Database,
  id: string,
  status: Extract<ClaimStatus, 'queued' | 'open' | 'awaiting_second_proof'>,
  seconds: number,
  hasCooled = false,
): Promise<ClaimRow> {
  const { rows } = await sql<ClaimRow>`
    update claim c set status = ${status}, deadline = now() + ${seconds}::float8 * interval '1 second',
      next_at = now() + ${seconds}::float8 * interval '1 second', updated_at = now(),
      donor_suspended_seconds = ${suspendedUntilNow}, stands_still = false, has_cooled = ${hasCooled},
      proved_at = coalesce(second_proved_at, proved_at), second_proved_at = null
    where id = ${id} returning *`.execute(db)
  return rows[0]!
}

/** Postpones the claim, its state unchanged. One that has ended meanwhile stays so. */
export async function postpone(db: Database, id: string, seconds: number): Promise<void> {
  await sql`update claim set next_at = now() + ${seconds}::float8 * interval '1 second', stands_still = false
    where id = ${id} and next_at is not null`.execute(db)
}

/** Records a proof, and makes the claim due at once. */
export async function noteProof(
  db: Database,
  id: string,
  { method, token }: { method: string; token: string | null },
  isSecond: boolean,
): Promise<void> {
  await sql`
    update claim set method = ${method}, proof_token = ${token}, next_at = now(), updated_at = now(),
      proved_at = case when ${isSecond} then proved_at else now() end,
      second_proved_at = case when ${isSecond} then now() else second_proved_at end
    where id = ${id}`.execute(db)
}

/**
 * True if the consumer lost a contest of this alias recently. A claim without a donor was refused for an earlier contest.
 * `erased` replaces its skeleton if the identity was erased.
 */
export async function isBarred(db: Database, claim: ClaimRow, erased: string, days: number): Promise<boolean> {
  const { rows } = await sql`
    select from claim where consumer_id = ${claim.consumer_id} and livemode = ${claim.livemode} and type = ${claim.type}
      and skeleton in (${claim.skeleton}, ${erased}) and reason = 'contested'
      and donor_id is not null and updated_at > now() - ${days}::float8 * interval '1 day'
    limit 1`.execute(db)
  return rows.length > 0
}
