import { sql } from 'kysely'
import type { Database, RowOf } from '../../database/orm.ts'
import type { Listing } from '../../database/pages.ts'
import { turnToShare, turnToWrite } from '../../database/turns.ts'
import type { Owner } from '../../kernel/call.ts'

export type SealingKeyRow = RowOf<'sealing_key'> & { is_usable: boolean }

/** The database's clock alone decides, here and at a release. */
const isUsable = sql`usable_at <= clock_timestamp() as is_usable`

/** The live keys of the caller. */
export const sealingKeysOf = ({ livemode }: Owner): Listing => ({
  table: 'sealing_key',
  kind: 'sealingKey',
  belongs: sql<boolean>`t.consumer_id = q.id and t.livemode = ${livemode}`,
  shown: sql<boolean>`t.removed_at is null`,
  adds: isUsable,
})

/** Returns those of these ids that are live keys of the owner's. */
export async function findSealingKeys(db: Database, owner: Owner, ids: readonly string[]): Promise<SealingKeyRow[]> {
  const { rows } = await sql<SealingKeyRow>`
    select *, ${isUsable} from sealing_key where id = any(${ids}::uuid[]) and removed_at is null
      and consumer_id = ${owner.consumerId} and livemode = ${owner.livemode}`.execute(db)
  return rows
}

/** Locks the consumer's keys against another insert, and counts them: a removed one keeps its place for 24 hours. */
export async function countSealingKeys(db: Database, { consumerId, livemode }: Owner): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sealing keys ${consumerId} ${livemode}`}, 0))`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sealing_key where consumer_id = ${consumerId} and livemode = ${livemode}
      and (removed_at is null or removed_at > now() - interval '24 hours')`.execute(db)
  return rows[0]!.count
}

export type NewSealingKey = { id: string; livemode: boolean; consumerId: string; x: string; delaySeconds: number }

/** @returns undefined if any consumer has registered the key already */
export async function insertSealingKey(db: Database, key: NewSealingKey): Promise<SealingKeyRow | undefined> {
  const { rows } = await sql<SealingKeyRow>`
    insert into sealing_key (id, livemode, consumer_id, x, usable_at)
    values (${key.id}, ${key.livemode}, ${key.consumerId}, ${key.x}, now() + ${key.delaySeconds} * interval '1 second')
    on conflict (livemode, x) do nothing returning *, ${isUsable}`.execute(db)
  return rows[0]
}

/** Marks a live key of the owner's as removed. */
export async function removeSealingKey(db: Database, owner: Owner, id: string): Promise<SealingKeyRow | undefined> {
  const { rows } = await sql<SealingKeyRow>`
    update sealing_key set removed_at = now(), updated_at = now()
    where id = (
      select k.id from sealing_key k, ${turnToWrite('sealing_key', 'k.id')}
      where k.id = ${id} and k.consumer_id = ${owner.consumerId} and k.livemode = ${owner.livemode}
      for no key update of k) and removed_at is null
    returning *, ${isUsable}`.execute(db)
  return rows[0]
}

/** Ends a key's delay, for the operator. @returns undefined if no such key is delayed */
export async function activateSealingKey(db: Database, id: string): Promise<SealingKeyRow | undefined> {
  const { rows } = await sql<SealingKeyRow>`
    update sealing_key set usable_at = now(), updated_at = now()
    where id = ${id} and removed_at is null and usable_at > clock_timestamp() returning *, ${isUsable}`.execute(db)
  return rows[0]
}

/** A live key of any owner: for the operator alone. */
export async function findAnySealingKey(db: Database, id: string): Promise<SealingKeyRow | undefined> {
  const { rows } = await sql<SealingKeyRow>`
    select *, ${isUsable} from sealing_key where id = ${id} and removed_at is null`.execute(db)
  return rows[0]
}

/** A locked key, unchanged until the commit. `usableAt` is null for a removed one. */
export type LockedKey = { id: string; x: string; isUsable: boolean; usableAt: Date | null }

/** A key of the owner's, removed ones included. */
export async function lockSealingKey(db: Database, owner: Owner, id: string): Promise<LockedKey | undefined> {
  const own = sql`id = ${id} and consumer_id = ${owner.consumerId} and livemode = ${owner.livemode}`
  await sql`select from sealing_key k, ${turnToShare('sealing_key', 'k.id')} where ${own} for share of k`.execute(db)
  const { rows } = await sql<LockedKey>`
    select id, x, removed_at is null and usable_at <= clock_timestamp() as "isUsable",
      case when removed_at is null then usable_at end as "usableAt" from sealing_key where ${own}`.execute(db)
  return rows[0]
}
