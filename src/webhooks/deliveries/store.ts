import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import type { NewEvent } from '../../events/store.ts'
import { encodeId } from '../../kernel/id.ts'
import type { Owner } from '../../registry/owned-store.ts'

export type DeliveryRow = {
  id: string
  livemode: boolean
  event_id: string
  webhook_id: string
  kind: string
  state: string
  attempts: number
  next_at: Date
  lease_token: string | null
  asked: boolean
  event_type: string
  webhook_status: string
  paused_until: Date | null
  created_at: Date
  updated_at: Date
}

/** A delivery of the owner's webhook (a uuid); undefined for any other. */
export async function findDelivery(
  db: Database,
  owner: Owner,
  webhookId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    select d.* from webhook_delivery_record d
    join webhook w on w.id = d.webhook_id
    where d.id = ${id} and d.webhook_id = ${webhookId}
      and w.consumer_id = ${owner.consumerId} and w.livemode = ${owner.livemode} and w.removed_at is null`.execute(db)
  return rows[0]
}

/** Another delivery of the same event, so of the same bytes, due at once. It is asked for by name, so it waits for no pause. */
export async function addRedelivery(
  db: Database,
  id: string,
  delivery: { event_id: string; webhook_id: string; livemode: boolean },
): Promise<void> {
  const { event_id, webhook_id, livemode } = delivery
  await db
    .insertInto('webhook_delivery')
    .values({ id, livemode, event_id, webhook_id, kind: 'redelivery', state: 'pending', asked: true })
    .execute()
}

/** How many tests of the consumer are under way, whoever sends them. Its row is locked, so that two can't both be the last. */
export async function countTests(db: Database, consumerId: string): Promise<number> {
  await db.selectFrom('consumer').select('id').where('id', '=', consumerId).forNoKeyUpdate().execute()
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook w join webhook_delivery d on d.webhook_id = w.id
    where w.consumer_id = ${consumerId} and w.removed_at is null
      and d.kind = 'test' and d.state = 'pending' and d.lease_token is not null and d.next_at > now()`.execute(db)
  return rows[0]!.count
}

/** A test event with its only delivery, leased from the start to whoever sends it now. */
export async function addTest(
  db: Database,
  event: NewEvent,
  delivery: { id: string; webhookId: string; token: string; leaseMs: number },
): Promise<void> {
  const { id, livemode, consumerId, granteeId, type, body } = event
  await db
    .insertInto('event')
    .values({ id, livemode, consumer_id: consumerId, grantee_id: granteeId, type, body })
    .execute()
  await db
    .insertInto('webhook_delivery')
    .values({
      id: delivery.id,
      livemode,
      event_id: id,
      webhook_id: delivery.webhookId,
      kind: 'test',
      state: 'pending',
      lease_token: delivery.token,
      next_at: sql<Date>`now() + ${delivery.leaseMs} * interval '1 millisecond'`,
    })
    .execute()
}

/** Marks a webhook for recovery; of two requests the one that reaches further back counts. */
export async function requestRecovery(db: Database, webhookId: string, since: Date): Promise<void> {
  await sql`update webhook set recover_since = least(recover_since, ${since}) where id = ${webhookId}`.execute(db)
}

/**
 * Queues anew, for one webhook marked for recovery, each event since then that it subscribes to and has neither received
 * nor waits for: exhausted and cancelled ones, and those that came while it was disabled. Some at a time.
 *
 * @returns how many were queued; null when no webhook waits
 */
export async function recoverSome(db: Database, limit: number): Promise<number | null> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string }>`
      select id from webhook where recover_since is not null and removed_at is null
      limit 1 for no key update skip locked`.execute(trx)
    const id = rows[0]?.id
    if (id === undefined) return null
    const { numAffectedRows = 0n } = await sql`
      insert into webhook_delivery (id, livemode, event_id, webhook_id, kind)
      select gen_random_uuid(), e.livemode, e.id, w.id, 'redelivery'
      from webhook w
      join event_audience e on e.audience_id = w.consumer_id and e.livemode = w.livemode
      where w.id = ${id} and e.created_at >= greatest(w.recover_since, w.created_at) and e.type <> 'webhook.test'
        and w.enabled_events && array['*', split_part(e.type, '.', 1) || '.*', e.type]
        and not (e.type = 'webhook.disabled' and e.body like ${`%${encodeId('webhook', id)}%`})
        and not exists (
          select 1 from webhook_delivery d
          where d.event_id = e.id and d.webhook_id = w.id and d.state in ('pending', 'delivered'))
      order by e.created_at, e.id limit ${limit}`.execute(trx)
    if (numAffectedRows < BigInt(limit))
      await sql`update webhook set recover_since = null where id = ${id}`.execute(trx)
    return Number(numAffectedRows)
  })
}

/**
 * Removes some of what is older than `days`. INVARIANT (nothing lost): a pending delivery is never removed, nor the event
 * behind it.
 *
 * @returns how many rows went
 */
export async function removeOld(db: Database, days: number, limit: number): Promise<number> {
  const old = sql`now() - ${days} * interval '1 day'`
  const deliveries = await sql`
    delete from webhook_delivery where id in (
      select id from webhook_delivery where created_at < ${old} and state <> 'pending'
      limit ${limit} for update skip locked)`.execute(db)
  const events = await sql`
    delete from event where id in (
      select e.id from event e
      where e.created_at < ${old} and not exists (select 1 from webhook_delivery d where d.event_id = e.id)
      limit ${limit} for update skip locked)`.execute(db)
  // A fan-out that raced the webhook's removal.
  await sql`
    update webhook_delivery d set state = 'cancelled', updated_at = now()
    from webhook w where w.id = d.webhook_id and w.removed_at is not null and d.state = 'pending'`.execute(db)
  const secrets = await sql`delete from webhook_secret where expires_at <= now()`.execute(db)
  return Number((deliveries.numAffectedRows ?? 0n) + (events.numAffectedRows ?? 0n) + (secrets.numAffectedRows ?? 0n))
}
