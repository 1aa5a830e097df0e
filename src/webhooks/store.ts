import { sql } from 'kysely'
import { lockConsumer } from '../access/consumers/store.ts'
import type { Database } from '../database/orm.ts'
import type { Listing } from '../database/pages.ts'
import { inPartitionsOf } from '../database/partitions/store.ts'
import type { Owner } from '../kernel/call.ts'

/** The webhooks of the owner that are not removed. */
const ownWebhooks = (db: Database, owner: Owner) =>
  db
    .selectFrom('webhook')
    .where('consumer_id', '=', owner.consumerId)
    .where('livemode', '=', owner.livemode)
    .where('removed_at', 'is', null)

/** Webhooks of one owner by id, in no order; what isn't the owner's, or is removed, is left out. */
export const findWebhooks = (db: Database, owner: Owner, ids: readonly string[]) =>
  ownWebhooks(db, owner).selectAll().where(sql<boolean>`id = any(${ids}::uuid[])`).execute()

export type WebhookRow = Awaited<ReturnType<typeof findWebhooks>>[number]

/** The webhooks of the owner. */
export const webhooksOf = ({ livemode }: Owner): Listing => ({
  table: 'webhook',
  kind: 'webhook',
  belongs: sql<boolean>`t.consumer_id = q.id and t.livemode = ${livemode}`,
  shown: sql<boolean>`t.removed_at is null`,
})

export function insertWebhook(
  db: Database,
  webhook: Pick<WebhookRow, 'id' | 'livemode' | 'consumer_id' | 'url' | 'description' | 'enabled_events'>,
): Promise<WebhookRow> {
  return db.insertInto('webhook').values(webhook).returningAll().executeTakeFirstOrThrow()
}

const healthy = {
  failing_since: null,
  consecutive_failures: 0,
  breaker_level: 0,
  paused_until: null,
  health_epoch: sql<number>`health_epoch + 1`,
}

/** Changes a webhook that is locked. One that starts afresh has no failures behind it, breaker or pause. */
export function updateWebhook(
  db: Database,
  id: string,
  change: Partial<Pick<WebhookRow, 'url' | 'description' | 'enabled_events' | 'status' | 'disabled_reason'>>,
  { startsAfresh }: { startsAfresh: boolean },
): Promise<WebhookRow> {
  return db
    .updateTable('webhook')
    .set({ ...change, ...(startsAfresh ? healthy : {}), updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Switches a webhook off for its failures. @returns whether it did: not when the owner enabled it again, or gave it another
 * URL, since `healthEpoch`
 */
export async function disableFailing(
  db: Database,
  { webhookId, healthEpoch }: { webhookId: string; healthEpoch: number },
  reason: 'failing' | 'gone',
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook')
    .set({ status: 'auto_disabled', disabled_reason: reason, updated_at: sql<Date>`now()` })
    .where('id', '=', webhookId)
    .where('status', '=', 'enabled')
    .where('health_epoch', '=', healthEpoch)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The webhook, locked to the end of the transaction. Fan-out doesn't wait for it. */
export const lockWebhook = (db: Database, owner: Owner, id: string) =>
  ownWebhooks(db, owner).selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Counts the webhooks of the owner. The consumer's row is locked, so that two creations can't both be the last one. */
export async function countWebhooks(db: Database, owner: Owner): Promise<number> {
  await lockConsumer(db, owner.consumerId)
  const counted = ownWebhooks(db, owner).select(sql<number>`count(*)::int`.as('count'))
  return (await counted.executeTakeFirstOrThrow()).count
}

/**
 * Makes `sealed` the current secret; the one before goes on signing for `overlapSeconds`.
 * INVARIANT (two secrets): whatever was already on its way out ends now, so at most two are live.
 */
export async function replaceSecret(
  db: Database,
  webhookId: string,
  secret: { id: string; sealed: Buffer },
  overlapSeconds: number,
): Promise<void> {
  await sql`delete from webhook_secret where webhook_id = ${webhookId} and expires_at is not null`.execute(db)
  await sql`
    update webhook_secret set expires_at = now() + ${overlapSeconds} * interval '1 second'
    where webhook_id = ${webhookId}`.execute(db)
  if (overlapSeconds === 0) await db.deleteFrom('webhook_secret').where('webhook_id', '=', webhookId).execute()
  await db
    .insertInto('webhook_secret')
    .values({ ...secret, webhook_id: webhookId })
    .execute()
}

/** Removes a webhook; it does not come back: nothing more of it is sent, its secrets are erased, and a job cancels what is pending. */
export async function removeWebhook(db: Database, webhookId: string): Promise<void> {
  await sql`update webhook set removed_at = now(), updated_at = now(), recover_since = null where id = ${webhookId}`.execute(
    db,
  )
  await db.deleteFrom('webhook_secret').where('webhook_id', '=', webhookId).execute()
}

/** The attempts of deliveries (uuids), oldest first. */
export const findAttempts = (db: Database, deliveries: readonly string[]) =>
  db
    .selectFrom('webhook_attempt')
    .select(['delivery_id', 'n', 'started_at', 'ms', 'status', 'error', 'answer'])
    .where(sql<boolean>`delivery_id = any(${deliveries}::uuid[])`)
    .where(inPartitionsOf('event_created_at', deliveries))
    .orderBy('n')
    .orderBy('started_at')
    .execute()

export type AttemptRow = Awaited<ReturnType<typeof findAttempts>>[number]

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
