import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'

/** An alias of an older normalization. One whose value is forgotten, or went to a claimer, has none to spell. `id` is a uuid. */
export type OutdatedAlias = {
  id: string
  livemode: boolean
  type: string
  value: string
  skeleton: string
  normVersion: number
}

export type Respelling = { value: string; skeleton: string }

type Row = { id: string; livemode: boolean; type: string; value: string; skeleton: string; norm_version: number }

const outdated = ({ norm_version, ...row }: Row): OutdatedAlias => ({ ...row, normVersion: norm_version })

export async function countOutdated(db: Database, version: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from alias where norm_version < ${version} and value <> ''`.execute(db)
  return rows[0]!.count
}

/** The next ones by id, after a uuid; `lock` keeps them from being released meanwhile. */
export async function readOutdated(
  db: Database,
  version: number,
  { after, limit, lock }: { after: string | null; limit: number; lock: boolean },
): Promise<OutdatedAlias[]> {
  const { rows } = await sql<Row>`
    select id, livemode, type, value, skeleton, norm_version from alias
    where norm_version < ${version} and value <> '' and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit} ${lock ? sql`for no key update` : sql``}`.execute(db)
  return rows.map(outdated)
}

/** The alias that registers, or cools down on, a skeleton; undefined when anyone may take it. */
export async function holderOf(
  db: Database,
  { livemode, type }: OutdatedAlias,
  skeleton: string,
): Promise<OutdatedAlias | undefined> {
  const { rows } = await sql<Row>`
    select a.id, a.livemode, a.type, a.value, a.skeleton, a.norm_version
    from alias_slot s join alias a on a.id = s.alias_id
    where s.livemode = ${livemode} and s.type = ${type} and s.skeleton = ${skeleton}
      and (s.available_at is null or s.available_at > now())`.execute(db)
  return rows[0] && outdated(rows[0])
}

/** Whether the alias still holds the reservation of its skeleton: registered, or cooling down. */
export async function holdsReservation(db: Database, alias: OutdatedAlias): Promise<boolean> {
  return (await holderOf(db, alias, alias.skeleton))?.id === alias.id
}

export async function keepSpelling(db: Database, ids: readonly string[], version: number): Promise<void> {
  await sql`update alias set norm_version = ${version} where id = any(${ids}::uuid[])`.execute(db)
}

/**
 * Gives an alias its new spelling, and its reservation, cooldown included, the new skeleton.
 *
 * INVARIANT (one reservation): the new one is taken by the same conditional upsert as on create, and the old one is given up
 * in the same transaction. @returns false, nothing changed, when another alias holds the new skeleton
 */
export async function respell(
  db: Database,
  alias: OutdatedAlias,
  { value, skeleton }: Respelling,
  version: number,
): Promise<boolean> {
  if (skeleton !== alias.skeleton && (await holdsReservation(db, alias))) {
    const { rows } = await sql`
      insert into alias_slot as held (livemode, type, skeleton, alias_id, consumer_id, available_at)
      select livemode, type, ${skeleton}, alias_id, consumer_id, available_at from alias_slot
      where livemode = ${alias.livemode} and type = ${alias.type} and skeleton = ${alias.skeleton}
      on conflict (livemode, type, skeleton) do update
        set alias_id = excluded.alias_id, consumer_id = excluded.consumer_id, available_at = excluded.available_at
        where held.available_at <= now() and held.claim_id is null
      returning 1`.execute(db)
    if (rows.length === 0) return false
    await sql`
      delete from alias_slot where livemode = ${alias.livemode} and type = ${alias.type}
        and skeleton = ${alias.skeleton} and alias_id = ${alias.id}`.execute(db)
  }
  await sql`
    update alias set value = ${value}, skeleton = ${skeleton}, norm_version = ${version}, updated_at = now()
    where id = ${alias.id}`.execute(db)
  return true
}
