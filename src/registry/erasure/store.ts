import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import { noId } from '../../kernel/id.ts'
import type { ClaimRow } from '../../ownership/claims/store.ts'
import { type IdentityRow, identityColumns } from '../identities/store.ts'
import { rowsAs } from '../record-store.ts'
import { type ErasureTarget, type Is, isLeft } from './catalogue-store.ts'

/** An identity whose erasure is pending. `id` is a uuid. */
export type ErasingRow = { id: string; livemode: boolean; consumer_id: string; type: string }

export const anyOf =
  (ids: readonly string[]): Is =>
  (column) =>
    sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`

/** The next identities with a pending erasure, by id. */
export async function findErasing(db: Database, after: string, limit: number): Promise<ErasingRow[]> {
  const { rows } = await sql<ErasingRow>`
    select id, livemode, consumer_id, type from identity
    where erasing_at is not null and erased_at is null and id > ${after}::uuid
    order by id limit ${limit}`.execute(db)
  return rows
}

/** Locks identities before their records, in one order. */
export async function lockErasing(db: Database, ids: readonly string[]): Promise<void> {
  await sql`select from identity where id = any(${ids}::uuid[]) order by id for no key update`.execute(db)
}

/** Erases up to `limit` rows of one table, whose identities the caller has locked. @returns the number of rows */
export async function eraseRows(
  db: Database,
  holder: ErasureTarget,
  ids: readonly string[],
  limit: number,
): Promise<number> {
  const { table, key, of, blanks, also } = holder
  const at = sql.table(table)
  const found = sql`array(
    select ${sql.ref(`t.${key}`)} from ${at} t where ${of(anyOf(ids))} and ${isLeft(holder)} limit ${limit})`
  const row = sql`${sql.ref(`t.${key}`)} = any(${found})`
  if (blanks === null) {
    const { numAffectedRows } = await sql`delete from ${at} t where ${row}`.execute(db)
    return Number(numAffectedRows ?? 0)
  }
  const set = Object.entries(blanks).map(([column, { to }]) => sql`${sql.id(column)} = ${to}`)
  const { numAffectedRows } = await sql`
    update ${at} t set ${sql.join(also ? [...set, also] : set)} where ${row}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export type ErasingAlias = { id: string; livemode: boolean; type: string; skeleton: string }

/**
 * Locks up to `limit` aliases that still have data. One whose reservation a claim has waits until the claim has ended.
 */
export async function lockAliases(
  db: Database,
  holder: ErasureTarget,
  ids: readonly string[],
  limit: number,
): Promise<ErasingAlias[]> {
  const { rows } = await sql<ErasingAlias>`
    select id, livemode, type, skeleton from alias t
    where ${holder.of(anyOf(ids))} and ${isLeft(holder)} and not exists (
      select from alias_reservation s where s.livemode = t.livemode and s.type = t.type and s.skeleton = t.skeleton
        and s.alias_id = t.id and s.claim_id is not null)
    order by id limit ${limit} for no key update`.execute(db)
  return rows
}

/**
 * Removes the skeletons of aliases from their reservations. A reservation in its cooldown continues under the keyed
 * hash; the others are freed.
 *
 * INVARIANT (cooldown): one statement replaces the skeleton by the hash.
 */
export async function eraseReservations(
  db: Database,
  aliases: readonly (ErasingAlias & { erased: string })[],
): Promise<void> {
  await sql`
    with freed as (
      delete from alias_reservation s
      using ${rowsAs(['id', 'livemode', 'type', 'skeleton', 'erased'], aliases)}
      where s.livemode = q.livemode and s.type = q.type and s.skeleton = q.skeleton and s.alias_id = q.id
        and s.claim_id is null
      returning s.livemode, s.type, q.erased, s.alias_id, s.consumer_id, s.available_at, s.by_reset
    )
    insert into alias_reservation as held (livemode, type, skeleton, alias_id, consumer_id, available_at, by_reset)
    select livemode, type, erased, alias_id, consumer_id, available_at, by_reset from freed where available_at > now()
    on conflict (livemode, type, skeleton) do update
      set alias_id = excluded.alias_id, consumer_id = excluded.consumer_id, by_reset = excluded.by_reset,
        available_at = greatest(held.available_at, excluded.available_at)`.execute(db)
}

/**
 * Checks whether data is left of any of these identities. They are bound as a list, not joined, so that the index of
 * each table finds their rows, however many others there are.
 */
async function isAnythingLeft(
  db: Database,
  holders: readonly ErasureTarget[],
  ids: readonly string[],
): Promise<boolean> {
  const some = holders.map(
    (holder) =>
      sql`exists (select from ${sql.table(holder.table)} t where ${holder.of(anyOf(ids))} and ${isLeft(holder)})`,
  )
  const { rows } = await sql<{ left: boolean }>`select ${sql.join(some, sql` or `)} as left`.execute(db)
  return rows[0]!.left
}

/** Returns those without remaining data: it checks all at once, and each half if the check fails. */
async function findFinished(
  db: Database,
  holders: readonly ErasureTarget[],
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  if (!(await isAnythingLeft(db, holders, ids))) return [...ids]
  if (ids.length === 1) return []
  const half = Math.ceil(ids.length / 2)
  return [
    ...(await findFinished(db, holders, ids.slice(0, half))),
    ...(await findFinished(db, holders, ids.slice(half))),
  ]
}

/** Ends the erasure of identities without remaining data. The caller has locked them. @returns those that ended now */
export async function endErasure(
  db: Database,
  holders: readonly ErasureTarget[],
  ids: readonly string[],
): Promise<ErasingRow[]> {
  const finished = await findFinished(db, holders, ids)
  if (finished.length === 0) return []
  const { rows } = await sql<ErasingRow>`
    update identity i set erased_at = now(), updated_at = now()
    where i.id = any(${finished}::uuid[]) and i.erasing_at is not null and i.erased_at is null
    returning i.id, i.livemode, i.consumer_id, i.type`.execute(db)
  return rows
}

/** Removes up to `limit` reservations of erased aliases whose cooldown is over. @returns the number removed */
export async function purgeErasedReservations(db: Database, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from alias_reservation where (livemode, type, skeleton) in (
      select livemode, type, skeleton from alias_reservation where skeleton like '=%' and available_at <= now() and claim_id is null
      limit ${limit} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Deletes the data of released aliases after their cooldown: their value, its derived columns, the owner's metadata,
 * and the reservation, which is free by then. The row keeps its ids, the owner's reference among them, and its times.
 * An alias that is being claimed waits for its claim.
 *
 * INVARIANT (cooldown): a reservation that another alias has taken meanwhile stays. @returns the number of aliases
 */
export async function forgetReleased(db: Database, limit: number): Promise<number> {
  const { rows } = await sql`
    with over as (
      select a.id, a.identity_id, a.livemode, a.type, a.skeleton from alias a
      where a.status = 'released' and a.value <> '' and a.available_at <= now()
        and not exists (select from alias_reservation s where s.livemode = a.livemode and s.type = a.type
          and s.skeleton = a.skeleton and s.alias_id = a.id and s.claim_id is not null)
      order by a.available_at limit ${limit} for no key update skip locked
    ), freed as (
      delete from alias_reservation s using over o
      where s.livemode = o.livemode and s.type = o.type and s.skeleton = o.skeleton and s.alias_id = o.id
        and s.available_at <= now() and s.claim_id is null
    )
    update alias a set value = '', skeleton = a.id::text, mark = null, verification = 'none', verified_at = null, verified_method = null,
      proof_expires_at = null, metadata = null, updated_at = now()
    from over o where a.identity_id = o.identity_id and a.id = o.id returning 1`.execute(db)
  return rows.length
}

/** Locks up to `limit` claims that still have data: a claim is locked before identities, as by every change of it. */
export async function lockErasingClaims(
  db: Database,
  holder: ErasureTarget,
  ids: readonly string[],
  limit: number,
): Promise<ClaimRow[]> {
  const { rows } = await sql<ClaimRow>`
    select * from claim t
    where ${holder.of(anyOf(ids))} and ${isLeft(holder)}
    order by id limit ${limit} for update`.execute(db)
  return rows
}

/** Erases the values of claims. The keyed hash stays, so that a lost one is recognized, and so does the time of the end. */
export async function blankClaims(db: Database, claims: readonly { id: string; erased: string }[]): Promise<void> {
  await sql`
    update claim t set value = '', skeleton = q.erased, proof_token = null
    from ${rowsAs(['id', 'erased'], claims)} where t.id = q.id`.execute(db)
}

/**
 * Identities whose erasure was requested since a time, ended or not, in the order of the requests. `id`, `after`:
 * uuids.
 */
export async function findAsked(
  db: Database,
  since: Date | null,
  after: string,
  limit: number,
): Promise<{ id: string }[]> {
  const isSince = since === null ? sql`` : sql`and erasing_at >= ${since}`
  const isBehind =
    after === noId
      ? sql``
      : sql`and (erasing_at, id) > (select last.erasing_at, last.id from identity as last where last.id = ${after})`
  const { rows } = await sql<{ id: string }>`
    select id from identity where erasing_at is not null ${isSince} ${isBehind}
    order by erasing_at, id limit ${limit}`.execute(db)
  return rows
}

export type Standing = { id: string; isAsked: boolean; isErased: boolean }

/** Reads the erasure status of identities. Absent ones are left out. */
export async function findStandings(db: Database, ids: readonly string[]): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select id, erasing_at is not null as "isAsked", erased_at is not null as "isErased" from identity
    where id = any(${ids}::uuid[])`.execute(db)
  return rows
}

/** Locks an identity of any owner: the operator replays the owners' requests. */
export function lockForReplay(db: Database, id: string): Promise<IdentityRow | undefined> {
  return db.selectFrom('identity').select(identityColumns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}
