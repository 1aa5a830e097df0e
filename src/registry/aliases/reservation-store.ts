import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import type { Owner } from '../../kernel/call.ts'
import { recordLimits } from '../identities/rules.ts'
import { lockIdentity } from '../identities/store.ts'
import type { NoteColumns } from '../notes/sealing.ts'
import { type IdentityOwned, refusingTaken, rowsAs } from '../record-store.ts'
import type { findAliases } from './store.ts'

/** `erased` is the skeleton of an erased alias during its cooldown. */
export type Reservation = { livemode: boolean; type: string; skeleton: string; erased: string }

/**
 * Condition that a reservation (`row`) cools down after a reset of the consumer's own sandbox: this consumer alone may
 * have it again at once. docs/tutorial/test-mode.md#start-again
 */
export const isOwnReset = (row: string, consumer: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  (${sql.ref(`${row}.by_reset`)} and ${sql.ref(`${row}.available_at`)} is not null and ${sql.ref(`${row}.claim_id`)} is null
    and ${sql.ref(`${row}.consumer_id`)} = ${consumer})`

/** Condition that an erased alias still cools down for the consumer, or is being claimed. */
const coolsErased = (
  { livemode, type, erased }: Reservation,
  consumerId: string,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from alias_reservation e where e.livemode = ${livemode} and e.type = ${type} and e.skeleton = ${erased}
    and (e.available_at > clock_timestamp() or e.claim_id is not null) and not ${isOwnReset('e', sql`${consumerId}::uuid`)})`

/**
 * Takes the reservation for a new alias, if it is free or has cooled down.
 *
 * INVARIANT (claims): an alias that is being claimed goes to the claim, also after its cooldown.
 * INVARIANT (cooldown): the database's clock decides, in the one statement that takes the reservation, once its row is
 * locked: no read comes before it. The statement checks the reservation of an erased alias too; `insertAlias` catches
 * one that is erased while it runs. @returns true if it was taken
 */
export async function takeReservation(
  db: Database,
  reservation: Reservation,
  aliasId: string,
  consumerId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    /* alias-reservation */ insert into alias_reservation as held (livemode, type, skeleton, alias_id, consumer_id)
    select ${reservation.livemode}, ${reservation.type}, ${reservation.skeleton}, ${aliasId}::uuid, ${consumerId}::uuid
    where not ${coolsErased(reservation, consumerId)}
    on conflict (livemode, type, skeleton) do update
      set alias_id = excluded.alias_id, consumer_id = excluded.consumer_id, available_at = null, by_reset = false
      where (held.available_at <= clock_timestamp() and held.claim_id is null) or ${isOwnReset('held', sql`excluded.consumer_id`)}`.execute(
    db,
  )
  return numAffectedRows === 1n
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

/** Counts the registered aliases of the identity. If the caller has locked it, the count holds until the commit. */
export async function countAliases(db: Database, identityId: string): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select count(*)::int as held from alias where identity_id = ${identityId} and status = 'registered'`.execute(db)
  return rows[0]!.held
}

/**
 * Inserts the alias that took the reservation. Its time is that of the reservation, so after a cooldown.
 *
 * INVARIANT (cooldown): an alias that was erased while the reservation was taken cools down all the same. An erasure
 * writes its reservation before it frees the skeleton, and this statement comes later: it sees it. @returns undefined,
 * nothing inserted, if it cools down
 */
export async function insertAlias(db: Database, alias: NewAlias): Promise<AliasTuple | undefined> {
  const inserting = sql<AliasTuple>`
    /* alias-insert */ insert into alias (id, livemode, identity_id, consumer_id, type, value, skeleton, norm_version, privacy_level,
      mark, external_reference, reference_hash, metadata, created_at, updated_at)
    select ${alias.id}::uuid, ${alias.livemode}, ${alias.identityId}::uuid, ${alias.consumerId}::uuid, ${alias.type},
      ${alias.value}, ${alias.skeleton}, ${alias.normVersion}::int, ${alias.level}, ${alias.mark}::bytea, ${alias.external_reference ?? null}::bytea,
      ${alias.reference_hash ?? null}::bytea, ${alias.metadata ?? null}::bytea, t.at, t.at
    from (select clock_timestamp() as at offset 0) t
    where not ${coolsErased(alias, alias.consumerId)}
    returning id, livemode, identity_id, consumer_id, type, value, skeleton, norm_version, privacy_level, status, verified_at,
      verified_method, verification, proof_expires_at, claimed_at, released_at, available_at, external_reference, reference_hash,
      metadata, created_at, updated_at`
  const { rows } = await refusingTaken(inserting.execute(db))
  return rows[0]
}

/**
 * The conflict, for a consumer that did not get a reservation: its own alias, or its own cooldown. Neither field reveals
 * another's reservation.
 */
export type Held = { cooling: boolean; own: string | null }

/**
 * Returns the holder of an alias now, for an active identity of the owner's with room for another alias: no row without
 * such an identity. Only `takeReservation` grants an alias; this refuses what that would refuse.
 *
 * INVARIANT (refusals before the reservation): the reservation is read for the row of a fitting identity alone, so that
 * a refusal because of the identity takes the same work with or without the alias.
 */
async function findHeld(db: Database, owner: Owner, identityId: string, { type, skeleton, erased }: Reservation) {
  const { rows } = await sql<{ cooling: boolean | null; own: string | null }>`
    /* alias-holder */ select h.cooling, h.own
    from (
      select i.livemode, i.consumer_id, clock_timestamp() as at from identity i
      where i.id = ${identityId} and i.consumer_id = ${owner.consumerId} and i.livemode = ${owner.livemode}
        and i.status = 'active'
        and (select count(*) from alias a where a.identity_id = i.id and a.status = 'registered')
          < ${recordLimits.aliases}
      offset 0
    ) f
    left join lateral (
      select coalesce(s.consumer_id = f.consumer_id and s.available_at > f.at, false) as cooling,
        case when s.consumer_id = f.consumer_id and s.available_at is null then s.alias_id end as own
      from alias_reservation s
      where s.livemode = f.livemode and s.type = ${type} and s.skeleton in (${skeleton}, ${erased})
        and (s.available_at is null or s.available_at > f.at or s.claim_id is not null)
        and not ${isOwnReset('s', sql`f.consumer_id`)}
      order by s.available_at desc nulls first limit 1
    ) h on true`.execute(db)
  return rows[0]
}

/**
 * Locks the identity for a new alias, and then reads whether it has room for one, and its holder. The two are separate
 * statements, because a count before the lock may be outdated after it.
 */
export async function lockForAlias(db: Database, owner: Owner, identityId: string, reservation: Reservation) {
  const identity = await lockIdentity(db, owner, identityId)
  const found = await findHeld(db, owner, identityId, reservation)
  const held: Held | null = found && found.cooling !== null ? { cooling: found.cooling, own: found.own } : null
  return { identity, hasRoom: found !== undefined, held }
}

/**
 * Releases registered aliases into their cooldown, and clears the primary mark of an identity whose primary alias is
 * among them. The caller has locked the identities. @returns the released rows' ids and types, and whether each was the
 * primary
 */
export async function releaseAliases(
  db: Database,
  aliases: readonly (IdentityOwned & { days: number })[],
): Promise<{ id: string; type: string; wasPrimary: boolean }[]> {
  if (aliases.length === 0) return []
  const { rows } = await sql<{ id: string; type: string; wasPrimary: boolean }>`
    with released as (
      update alias a
      set status = 'released', released_at = now(), updated_at = now(), available_at = now() + q.days * interval '1 day'
      from ${rowsAs(['id', 'identity_id', 'days'], aliases)}
      where a.identity_id = q.identity_id and a.id = q.id and a.status = 'registered'
      returning a.id, a.identity_id, a.livemode, a.type, a.skeleton, a.available_at
    ), cooling as (
      update alias_reservation s set available_at = r.available_at, by_reset = false
      from released r
      where s.livemode = r.livemode and s.type = r.type and s.skeleton = r.skeleton and s.alias_id = r.id
    ), cleared as (
      update identity i set primary_alias_id = null, updated_at = now()
      from released r
      where i.id = r.identity_id and i.primary_alias_id = r.id
      returning r.id
    )
    select r.id, r.type, c.id is not null as "wasPrimary" from released r left join cleared c on c.id = r.id
    order by r.id`.execute(db)
  return rows
}

/**
 * Marks the aliases of these identities that this transaction has released: their consumer may have them again during
 * the cooldown.
 */
export async function markReset(db: Database, identityIds: readonly string[]): Promise<void> {
  await sql`
    update alias_reservation s set by_reset = true from alias a
    where a.identity_id = any(${identityIds}::uuid[]) and a.status = 'released' and a.released_at = now() and not a.livemode
      and s.livemode = a.livemode and s.type = a.type and s.skeleton = a.skeleton and s.alias_id = a.id`.execute(db)
}
