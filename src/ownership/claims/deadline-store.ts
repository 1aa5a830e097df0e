import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'

/** The state of a claim's clock. */
export type Standing = {
  /** The donor is suspended, and still holds the alias. */
  is_still: boolean
  is_over: boolean
}

/**
 * Computes the effect of the donor's suspensions on the deadline of claim `c`, as `s`:
 * - `since`: the start of the donor's running suspension; null without one. After the donor's release the alias is no
 * longer its own: a suspension no longer delays the claimer.
 * - `paused`: seconds that the deadline moves for past suspensions. A release doesn't shorten the time that a claimer
 * has gained: there the running suspension counts too.
 * - Once the donor's release has cooled down, its suspensions no longer count.
 *
 * INVARIANT (no stalling): a deadline moves by exactly the time for which the donor was suspended, however often it
 * was. Whole seconds count.
 */
const suspensions = sql`
  left join identity i on i.id = c.donor_identity_id
  left join consumer k on k.id = i.consumer_id
  left join alias a on a.id = c.donor_alias_id
  cross join lateral (select
    case when c.has_cooled then null when i.status = 'suspended' then coalesce(i.suspended_at, i.created_at)
      else k.suspended_at end as began,
    case when c.has_cooled then c.donor_suspended_seconds else coalesce(i.suspended_seconds, 0)
      + case when i.status = 'suspended' then 0 else coalesce(k.suspended_seconds, 0) end end as before) d
  cross join lateral (select case when a.status = 'registered' then d.began end as since,
    greatest(0, trunc(d.before - c.donor_suspended_seconds + case when c.status = 'awaiting_second_proof'
      and a.status is distinct from 'registered' then coalesce(seconds_since(d.began), 0) else 0 end)) as paused) s`

/**
 * Reads whether the claim is paused, and whether its time is over: the time before a suspension counts, and none passes
 * during one. Exact while the donor's identity is locked.
 */
export async function standingOf(db: Database, id: string): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select s.since is not null as is_still,
      c.deadline + s.paused * interval '1 second' <= coalesce(s.since, clock_timestamp()) as is_over
    from claim c ${suspensions} where c.id = ${id}`.execute(db)
  return rows[0]!
}

/** The current deadlines of claims: the stored ones, moved by their donors' suspensions. */
export async function deadlinesOf(db: Database, ids: readonly string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ id: string; deadline: Date }>`
    select c.id, c.deadline + greatest(s.paused, trunc(d.before - c.donor_suspended_seconds
      + coalesce(seconds_since(s.since), 0))) * interval '1 second' as deadline
    from claim c ${suspensions} where c.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, deadline }) => [id, deadline]))
}

/** The total time of suspensions of claim `c`'s donor until now: the baseline of a state that begins. */
export const suspendedUntilNow = sql`coalesce((
  select i.suspended_seconds + case when i.status = 'suspended' then seconds_since(coalesce(i.suspended_at, i.created_at))
    else k.suspended_seconds + coalesce(seconds_since(k.suspended_at), 0) end
  from identity i join consumer k on k.id = i.consumer_id where i.id = c.donor_identity_id), 0)`

/** Moves the deadline by the past suspensions, and schedules the worker's next check then. */
export async function moveDeadline(db: Database, id: string): Promise<void> {
  await sql`
    update claim set stands_still = false, deadline = moved.deadline, next_at = moved.deadline,
      donor_suspended_seconds = donor_suspended_seconds + moved.paused
    from (select s.paused, c.deadline + s.paused * interval '1 second' as deadline
      from claim c ${suspensions} where c.id = ${id}) moved
    where id = ${id}`.execute(db)
}

/** Postpones the claim until the donor's release has cooled down. */
export async function restUntil(db: Database, id: string, availableAt: Date): Promise<void> {
  await sql`
    update claim c set deadline = ${availableAt}, next_at = ${availableAt}, stands_still = false,
      donor_suspended_seconds = ${suspendedUntilNow}
    where id = ${id}`.execute(db)
}

const hasCooled = sql`alias_reservation s join claim c on c.id = s.claim_id
    and s.livemode = c.livemode and s.type = c.type and s.skeleton = c.skeleton
  where s.claim_id is not null and s.available_at <= now() and not c.has_cooled
    and c.status in ('open', 'awaiting_second_proof') and c.next_at > now() and not c.stands_still`

export const cooledDue = sql<boolean>`exists (select from ${hasCooled})`

/** Makes claims due whose donor's release has cooled down. Locked rows are left to the next run. */
export async function wakeCooled(db: Database): Promise<void> {
  await sql`
    update claim set next_at = now() where id in (
      select c.id from ${hasCooled}
      order by c.id for update of c skip locked)`.execute(db)
}

const lookAgainSeconds = 3_600

/** Postpones the claim until neither side is suspended. */
export async function pauseClaim(db: Database, id: string): Promise<void> {
  await sql`update claim set stands_still = true, next_at = now() + ${lookAgainSeconds}::float8 * interval '1 second'
    where id = ${id}`.execute(db)
}

const goesOn = sql`claim c ${suspensions}
  where c.stands_still and c.next_at > now() and s.since is null
    and not exists (select from consumer own where own.id = c.consumer_id and own.suspended_at is not null)`

export const stillDue = sql<boolean>`exists (select from ${goesOn})`

/** Makes paused claims due whose suspension has ended. Locked rows are left to the next run, as in `wakeQueued`. */
export async function resumePaused(db: Database): Promise<void> {
  await sql`
    update claim set next_at = now(), stands_still = false where id in (
      select c.id from ${goesOn}
      order by c.id for update of c skip locked)`.execute(db)
}
