import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import { type Prepared, prepared, required, runPrepared, runTogether } from '../../database/prepared.ts'
import type { Owner } from '../../kernel/call.ts'
import { lockingIdentity } from '../identities/store.ts'
import type { NoteColumns } from '../notes/sealing.ts'
import { refusingTaken } from '../notes/taken.ts'
import type { findAliases } from './store.ts'

/** `erased` is the skeleton under which an erased alias cools down. */
export type Reservation = { livemode: boolean; type: string; skeleton: string; erased: string }

/** Whether the alias cools down although it was erased, or is being claimed since. */
const coolsErased = ({ livemode, type, erased }: Reservation): RawBuilder<boolean> => sql<boolean>`exists (
  select from alias_slot e where e.livemode = ${livemode} and e.type = ${type} and e.skeleton = ${erased}
    and (e.available_at > now() or e.claim_id is not null))`

/**
 * Takes the reservation for a new alias, when it is free or has cooled down: one row, or none.
 *
 * INVARIANT (claims): what is being claimed goes to the claim, also when it has cooled down.
 * INVARIANT (cooldown): the database's clock decides, in the one statement that takes the reservation: no read comes before it.
 * It asks for the reservation of an erased alias too; one that is erased while it runs is met by `insertingAlias`.
 */
export const takingReservation = (reservation: Reservation, aliasId: string, consumerId: string) => ({
  name: 'take-reservation',
  statement: sql<{ taken: number }>`
    insert into alias_slot as held (livemode, type, skeleton, alias_id, consumer_id)
    select ${reservation.livemode}, ${reservation.type}, ${reservation.skeleton}, ${aliasId}::uuid, ${consumerId}::uuid
    where not ${coolsErased(reservation)}
    on conflict (livemode, type, skeleton) do update
      set alias_id = excluded.alias_id, consumer_id = excluded.consumer_id, available_at = null
      where held.available_at <= now() and held.claim_id is null
    returning 1 as taken`,
})

/** @returns whether it was to be had */
export async function takeReservation(
  db: Database,
  reservation: Reservation,
  aliasId: string,
  consumerId: string,
): Promise<boolean> {
  const [rows] = await runTogether(db, [takingReservation(reservation, aliasId, consumerId)])
  return rows.length === 1
}

type AliasTuple = Omit<Awaited<ReturnType<typeof findAliases>>[number], 'primary_alias_id' | 'mark'>

export type NewAlias = Reservation & {
  id: string
  identityId: string
  value: string
  normVersion: number
  level: string
  consumerId: string
  mark: Buffer
} & Partial<NoteColumns>

/** How many registered aliases the identity holds. Where the caller has locked it, the count is true until the commit. */
export async function countAliases(db: Database, identityId: string): Promise<number> {
  const rows = await runPrepared(
    db,
    'count-aliases',
    sql<{ held: number }>`
    select count(*)::int as held from alias where identity_id = ${identityId} and status = 'registered'`,
  )
  return rows[0]!.held
}

/**
 * Inserts the alias that took the reservation: one row, or none when it cools down.
 *
 * INVARIANT (cooldown): one that was erased while the reservation was taken cools down all the same. The reservation of an
 * erased alias is there before the skeleton is free, and this statement comes after: it sees it.
 */
export const insertingAlias = (alias: NewAlias) => ({
  name: 'insert-alias',
  statement: sql<AliasTuple>`
    insert into alias (id, livemode, identity_id, consumer_id, type, value, skeleton, norm_version, privacy_level,
      mark, external_reference, reference_hash, metadata)
    select ${alias.id}::uuid, ${alias.livemode}, ${alias.identityId}::uuid, ${alias.consumerId}::uuid, ${alias.type},
      ${alias.value}, ${alias.skeleton}, ${alias.normVersion}::int, ${alias.level}, ${alias.mark}::bytea, ${alias.external_reference ?? null}::bytea,
      ${alias.reference_hash ?? null}::bytea, ${alias.metadata ?? null}::bytea
    where not ${coolsErased(alias)}
    returning id, livemode, identity_id, consumer_id, type, value, skeleton, norm_version, privacy_level, status, verified_at,
      verified_method, verification, proof_expires_at, claimed_at, released_at, available_at, external_reference, reference_hash,
      metadata, created_at, updated_at`,
})

/** @returns undefined, nothing inserted, when it cools down */
export async function insertAlias(db: Database, alias: NewAlias): Promise<AliasTuple | undefined> {
  const [rows] = await refusingTaken(runTogether(db, [insertingAlias(alias)]))
  return rows[0]
}

/**
 * The statements that register an alias. Whoever gets no reservation lost it to another transaction, and is run again: then
 * `lockForAlias` finds who holds it.
 */
export const registeringAlias = (alias: NewAlias) =>
  [required(takingReservation(alias, alias.id, alias.consumerId)), required(insertingAlias(alias))] as const

/** What the consumer is told of a reservation that it did not get: its own alias, or that its own cools down. */
export type Held = { cooling: boolean; own: string | null }

/** Of the reservation `s`: what the consumer is told. Of another's reservation both say nothing. */
const heldFor = (consumer: RawBuilder<unknown>): RawBuilder<Held> => sql<Held>`
  coalesce(s.consumer_id = ${consumer} and s.available_at > transaction_timestamp(), false) as cooling,
  case when s.consumer_id = ${consumer} and s.available_at is null then s.alias_id end as own`

/**
 * Whether an alias is held at this moment, as an active identity of the owner's with room for another one meets it: no row
 * without such an identity. Only `takingReservation` gives an alias away; what that would refuse is refused here.
 *
 * It goes out with the beginning of its transaction, whose time it asks for itself.
 *
 * INVARIANT (refusals before the reservation): the reservation is read for the row of a fitting identity alone, so that
 * what is refused for its identity's sake is the same work whether the alias exists or not.
 */
const findingHeld = (
  owner: Owner,
  identityId: string,
  { type, skeleton, erased }: Reservation,
  limit: number,
): Prepared<{ cooling: boolean | null; own: string | null }> =>
  prepared(
    'find-held',
    sql`
    select h.cooling, h.own
    from (
      select i.livemode, i.consumer_id from identity i
      where i.id = ${identityId} and i.consumer_id = ${owner.consumerId} and i.livemode = ${owner.livemode}
        and i.status = 'active'
        and (select count(*) from alias a where a.identity_id = i.id and a.status = 'registered') < ${limit}
      offset 0
    ) f
    left join lateral (
      select ${heldFor(sql`f.consumer_id`)} from alias_slot s
      where s.livemode = f.livemode and s.type = ${type} and s.skeleton in (${skeleton}, ${erased})
        and (s.available_at is null or s.available_at > transaction_timestamp() or s.claim_id is not null)
      order by s.available_at desc nulls first limit 1
    ) h on true`,
  )

/**
 * Locks the identity that is to have an alias, and says, once it is locked, whether it has room for one, and who holds
 * that. The two are statements of their own: what one counts before it has the lock may not be so any more.
 */
export async function lockForAlias(
  db: Database,
  owner: Owner,
  identityId: string,
  reservation: Reservation,
  limit: number,
) {
  const [[identity], [found]] = await runTogether(db, [
    lockingIdentity(db, owner, identityId),
    findingHeld(owner, identityId, reservation, limit),
  ])
  const held: Held | null = found && found.cooling !== null ? { cooling: found.cooling, own: found.own } : null
  return { identity, hasRoom: found !== undefined, held }
}

/**
 * Releases registered aliases of one identity into their cooldown, and clears the identity's primary mark when it goes
 * with them. The identity is locked by the caller.
 * @returns the released rows' ids and types, and whether the primary was among them
 */
export async function releaseAliases(
  db: Database,
  identityId: string,
  aliasIds: readonly string[],
  days: readonly number[],
): Promise<{ id: string; type: string; wasPrimary: boolean }[]> {
  const { rows } = await sql<{ id: string; type: string; was_primary: boolean }>`
    with released as (
      update alias a
      set status = 'released', released_at = now(), updated_at = now(), available_at = now() + q.days * interval '1 day'
      from unnest(${aliasIds}::uuid[], ${days}::float8[]) as q (id, days)
      where a.id = q.id and a.identity_id = ${identityId} and a.status = 'registered'
      returning a.id, a.livemode, a.type, a.skeleton, a.available_at
    ), cooling as (
      update alias_slot s set available_at = r.available_at
      from released r
      where s.livemode = r.livemode and s.type = r.type and s.skeleton = r.skeleton and s.alias_id = r.id
    ), cleared as (
      update identity i set primary_alias_id = null, updated_at = now()
      from released r
      where i.id = ${identityId} and i.primary_alias_id = r.id
      returning r.id
    )
    select r.id, r.type, c.id is not null as was_primary from released r left join cleared c on c.id = r.id
    order by r.id`.execute(db)
  return rows.map(({ id, type, was_primary }) => ({ id, type, wasPrimary: was_primary }))
}
