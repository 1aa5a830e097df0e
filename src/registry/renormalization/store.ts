import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import { NORM_VERSION } from '../aliases/normalization/alias-types.ts'
import type { AliasPlace } from '../binding.ts'

/**
 * An alias of an older normalization. One whose value is erased, or went to a claimer, has nothing to normalize. `id`
 * is a uuid.
 */
export type OutdatedAlias = AliasPlace & {
  mark: Uint8Array | null
  skeleton: string
  normVersion: number
  /** A claim has its reservation, and finds it by its skeleton. */
  isClaimed: boolean
}

/** The columns of an alias `a` and its identity `i`. */
const columns = sql`a.id, a.identity_id as "identityId", i.consumer_id as "consumerId", a.mark, a.livemode, a.type, a.value,
  a.skeleton, a.norm_version as "normVersion", exists (select from alias_reservation r where r.livemode = a.livemode
    and r.type = a.type and r.skeleton = a.skeleton and r.alias_id = a.id and r.claim_id is not null) as "isClaimed"`

export async function countOutdated(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from alias where norm_version < ${NORM_VERSION} and value <> ''`.execute(db)
  return rows[0]!.count
}

/** The next aliases by id, after a uuid; `lock` prevents their release meanwhile. */
export async function readOutdated(
  db: Database,
  { after, limit, lock }: { after: string; limit: number; lock: boolean },
): Promise<OutdatedAlias[]> {
  const { rows } = await sql<OutdatedAlias>`
    select ${columns} from alias a join identity i on i.id = a.identity_id
    where a.norm_version < ${NORM_VERSION} and a.value <> '' and a.id > ${after}::uuid
    order by a.id limit ${limit} ${lock ? sql`for no key update of a` : sql``}`.execute(db)
  return rows
}

/** A skeleton, and the keyed hash under which an erased alias with it cools down. */
export type Place = { skeleton: string; erased: string }

/** The alias that registers, or cools down on, a skeleton, an erased one included; undefined if it is free. */
export async function holderOf(
  db: Database,
  { livemode, type }: OutdatedAlias,
  { skeleton, erased }: Place,
): Promise<OutdatedAlias | undefined> {
  const { rows } = await sql<OutdatedAlias>`
    select ${columns}
    from alias_reservation s join alias a on a.id = s.alias_id join identity i on i.id = a.identity_id
    where s.livemode = ${livemode} and s.type = ${type} and s.skeleton in (${skeleton}, ${erased})
      and (s.available_at is null or s.available_at > now())
    order by s.skeleton = ${skeleton} desc limit 1`.execute(db)
  return rows[0]
}

/** Checks that the alias still holds the reservation of its skeleton: registered, or cooling down. */
export async function holdsReservation(
  db: Database,
  { id, livemode, type, skeleton }: OutdatedAlias,
): Promise<boolean> {
  const { rows } = await sql`
    select from alias_reservation s where s.livemode = ${livemode} and s.type = ${type} and s.skeleton = ${skeleton}
      and s.alias_id = ${id} and (s.available_at is null or s.available_at > now())`.execute(db)
  return rows.length > 0
}

export async function keepSpelling(db: Database, ids: readonly string[]): Promise<void> {
  await sql`update alias set norm_version = ${NORM_VERSION} where id = any(${ids}::uuid[])`.execute(db)
}

const coolsErased = ({ livemode, type }: OutdatedAlias, { erased }: Place) => sql<boolean>`exists (
  select from alias_reservation e where e.livemode = ${livemode} and e.type = ${type} and e.skeleton = ${erased}
    and (e.available_at > now() or e.claim_id is not null))`

/** Frees a reservation of the alias. */
async function giveUp(db: Database, { id, livemode, type }: OutdatedAlias, skeleton: string): Promise<void> {
  await sql`
    delete from alias_reservation
    where livemode = ${livemode} and type = ${type} and skeleton = ${skeleton} and alias_id = ${id}`.execute(db)
}

/**
 * Takes a new reservation for an alias, with its cooldown.
 *
 * INVARIANT (cooldown): a second check after the reservation finds an alias that was erased at that moment: an erasure
 * writes its keyed hash before it frees the skeleton, so the second statement sees it.
 */
async function takePlace(db: Database, alias: OutdatedAlias, place: Place): Promise<boolean> {
  const { rows } = await sql`
    insert into alias_reservation as held (livemode, type, skeleton, alias_id, consumer_id, available_at, by_reset)
    select livemode, type, ${place.skeleton}, alias_id, consumer_id, available_at, by_reset from alias_reservation
    where livemode = ${alias.livemode} and type = ${alias.type} and skeleton = ${alias.skeleton}
      and claim_id is null and not ${coolsErased(alias, place)}
    for update
    on conflict (livemode, type, skeleton) do update
      set alias_id = excluded.alias_id, consumer_id = excluded.consumer_id, available_at = excluded.available_at,
        by_reset = excluded.by_reset
      where held.available_at <= now() and held.claim_id is null
    returning 1`.execute(db)
  if (rows.length === 0) return false
  const { rows: cooling } = await sql`select where ${coolsErased(alias, place)}`.execute(db)
  if (cooling.length === 0) return true
  await giveUp(db, alias, place.skeleton)
  return false
}

/**
 * Gives an alias its new spelling, and its reservation, cooldown included, the new skeleton.
 *
 * INVARIANT (one reservation): the new one is taken by the same conditional upsert as on create, and the old one is
 * freed in the same transaction. @returns false, nothing changed, if another alias holds the new skeleton, an erased
 * one cools down on it, or a claim has taken the old one meanwhile
 */
export async function respell(
  db: Database,
  alias: OutdatedAlias,
  { value, skeleton, erased, mark }: Place & { value: string; mark: Buffer },
): Promise<boolean> {
  if (skeleton !== alias.skeleton && (await holdsReservation(db, alias))) {
    if (!(await takePlace(db, alias, { skeleton, erased }))) return false
    await giveUp(db, alias, alias.skeleton)
  }
  await sql`
    update alias set value = ${value}, skeleton = ${skeleton}, mark = ${mark}, norm_version = ${NORM_VERSION}, updated_at = now()
    where id = ${alias.id}`.execute(db)
  return true
}
