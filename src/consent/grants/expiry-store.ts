import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import { shownStatus } from '../../registry/identities/store.ts'

export type ExpiredGrant = {
  id: string
  livemode: boolean
  identity_id: string
  consumer_id: string
  owner_id: string
  identity_status: string
}

export const grantsDue = sql<boolean>`exists (select from consent_grant where status = 'active' and expires_at <= now())`

/** Marks up to `limit` expired grants. Those that another worker holds are skipped: it marks them. */
export async function expireOnce(db: Database, limit: number): Promise<ExpiredGrant[]> {
  const { rows } = await sql<ExpiredGrant>`
    with due as (
      select id from consent_grant where status = 'active' and expires_at <= now()
      order by expires_at limit ${limit} for update skip locked
    )
    update consent_grant g
    set status = case when g.revoked_at is null then 'expired' else 'revoked' end, updated_at = now()
    from due, identity i join consumer o on o.id = i.consumer_id
    where g.id = due.id and i.id = g.identity_id
    returning g.id, g.livemode, g.identity_id, g.consumer_id, i.consumer_id as owner_id,
      ${shownStatus('i', 'o')} as identity_status`.execute(db)
  return rows
}
