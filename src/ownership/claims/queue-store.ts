import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import type { ClaimRow } from './store.ts'

const isFree = sql<boolean>`q.status = 'queued' and q.next_at > now() and not q.stands_still
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
