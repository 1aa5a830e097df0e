import { sql } from 'kysely'
import type { Database } from '../database/orm.ts'

export type WebhookHealth = {
  enabled: number
  /** Switched off by us. */
  disabled: number
  paused: number
  /** Due deliveries that a pause holds up. */
  held: number
  /** The end of the longest pause. */
  pausedUntil: Date | null
  /** Due for more than five minutes, and held up by no pause. */
  overdue: number
  /** Deliveries that a worker has under a lease. */
  underWay: number
}

export async function readWebhookHealth(db: Database): Promise<WebhookHealth> {
  const { rows } = await sql<WebhookHealth>`
    with hook as (
      select id, status, paused_until, coalesce(status = 'enabled' and paused_until > now(), false) as is_paused
      from webhook where removed_at is null
    ), waiting as (
      select h.is_paused, d.next_at, d.lease_token is not null as is_leased, d.asked, d.kind
      from hook h join webhook_delivery d on d.webhook_id = h.id and d.state = 'pending'
      where h.status = 'enabled'
    )
    select
      (select count(*)::int from hook where status = 'enabled') as enabled,
      (select count(*)::int from hook where status = 'auto_disabled') as disabled,
      (select count(*)::int from hook where is_paused) as paused,
      (select max(paused_until) from hook where is_paused) as "pausedUntil",
      (select count(*)::int from waiting where is_paused and not asked and next_at <= now()) as held,
      (select count(*)::int from waiting where (asked or not is_paused) and next_at < now() - interval '5 minutes') as overdue,
      (select count(*)::int from waiting where is_leased and next_at > now() and kind <> 'test') as "underWay"`.execute(
    db,
  )
  return rows[0]!
}
