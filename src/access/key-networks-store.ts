import { sql } from 'kysely'
import type { Database } from '../database/orm.ts'

/** Networks of a key that are remembered, the latest. */
const most = 64

/**
 * Notes that a key was used from a network, of which the keyed hash alone is stored. Uses of one key are noted one after the
 * other. @returns true where it was used before, and from no such network
 */
export async function noteNetwork(db: Database, keyId: string, network: Buffer): Promise<boolean> {
  await sql`select from api_key where id = ${keyId} for no key update`.execute(db)
  const { rows } = await sql<{ is_new: boolean }>`
    with known as (select count(*) as n, bool_or(network = ${network}) as is_known from api_key_network where key_id = ${keyId}),
    noted as (
      insert into api_key_network (key_id, network) values (${keyId}, ${network})
      on conflict (key_id, network) do update set seen_at = now()
    )
    select n > 0 and not is_known as is_new from known`.execute(db)
  await sql`
    delete from api_key_network where key_id = ${keyId} and network in (
      select network from api_key_network where key_id = ${keyId} order by seen_at desc, network offset ${most})`.execute(
    db,
  )
  return rows[0]!.is_new === true
}

/** Removes up to `limit` networks that no key was used from for so many days. */
export async function purgeKeyNetworks(db: Database, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from api_key_network n using (
      select key_id, network from api_key_network where seen_at < now() - ${days} * interval '1 day'
      limit ${limit} for update skip locked) o
    where n.key_id = o.key_id and n.network = o.network`.execute(db)
  return Number(numAffectedRows ?? 0)
}
