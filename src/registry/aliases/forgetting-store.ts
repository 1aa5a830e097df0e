import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'

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
