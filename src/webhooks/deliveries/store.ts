import { type RawBuilder, sql } from 'kysely'
import { lockConsumer } from '../../access/consumers/store.ts'
import type { Database, RowOf } from '../../database/orm.ts'
import { eachOf, type Listing } from '../../database/pages.ts'
import { inPartitionsOf, timedUuid } from '../../database/partitions/store.ts'
import { inTransaction } from '../../database/retry.ts'
import { type NewEvent, recordNotices } from '../../events/store.ts'
import type { Owner } from '../../kernel/call.ts'
import { encodeId, noId } from '../../kernel/id.ts'
import { drain } from '../../kernel/job.ts'
import { deliveryStates } from '../rules.ts'

export type DeliveryRow = RowOf<'webhook_delivery'> & {
  event_type: string
  webhook_status: string
  paused_until: Date | null
}

/** The deliveries of a webhook, which the caller has found to be its own; of one state, or of any. */
export const deliveriesOf = (state: string | null | undefined): Listing => ({
  table: 'webhook_delivery',
  kind: 'delivery',
  belongs: sql<boolean>`t.webhook_id = q.id`,
  anyOf: eachOf('t.state', deliveryStates, state),
  // Joined below the limit, they would be read for every row of the webhook.
  adds: sql`
    (select e.type from event_body e where e.id = p.event_id and e.created_at = p.event_created_at) as event_type,
    (select w.status from webhook w where w.id = p.webhook_id) as webhook_status,
    (select w.paused_until from webhook w where w.id = p.webhook_id) as paused_until`,
  timed: 't.event_created_at',
})

/** Those of these deliveries (uuids) that are of the owner's webhooks. */
export async function findDeliveries(db: Database, owner: Owner, ids: readonly string[]): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select d.* from webhook_delivery_record d
    join webhook w on w.id = d.webhook_id
    where d.id = any(${ids}::uuid[]) and ${inPartitionsOf('d.event_created_at', ids)}
      and w.consumer_id = ${owner.consumerId} and w.livemode = ${owner.livemode} and w.removed_at is null`.execute(db)
  return rows
}

/** A delivery of this webhook of the owner's (uuids); undefined for any other. */
export async function findDelivery(
  db: Database,
  owner: Owner,
  webhookId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  const [row] = await findDeliveries(db, owner, [id])
  return row?.webhook_id === webhookId ? row : undefined
}

/** Another delivery of the same event, so of the same bytes, due at once. It is asked for by name, so it waits for no pause. */
export async function addRedelivery(db: Database, id: string, earlier: string): Promise<void> {
  await sql`
    insert into webhook_delivery (id, livemode, event_id, event_created_at, webhook_id, kind, asked)
    select ${id}, livemode, event_id, event_created_at, webhook_id, 'redelivery', true from webhook_delivery
    where id = ${earlier} and ${inPartitionsOf('event_created_at', [earlier])}`.execute(db)
}

/**
 * Counts the tests of the consumer that are under way in all processes. Its row is locked, so that two can't both be the last.
 */
export async function countTests(db: Database, consumerId: string): Promise<number> {
  await lockConsumer(db, consumerId)
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
  const { id, livemode, createdAt } = event
  await recordNotices(db, [event])
  await db
    .insertInto('webhook_delivery')
    .values({
      id: delivery.id,
      livemode,
      event_id: id,
      event_created_at: createdAt,
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
  await sql`
    update webhook set recover_since = least(recover_since, ${since}),
      recover_after = case when recover_since < ${since} then recover_after end
    where id = ${webhookId}`.execute(db)
}

const isRecovering = sql<boolean>`w.recover_since is not null and w.removed_at is null`

export const recoveriesDue = sql<boolean>`exists (select from webhook w where ${isRecovering})`

/** The webhook whose turn it is, locked; undefined when none waits. */
async function nextRecovering(trx: Database): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select w.id from webhook w where ${isRecovering}
    order by (select max(o.recover_turn) from webhook o where o.consumer_id = w.consumer_id) nulls first,
      w.recover_turn nulls first, w.id
    limit 1 for no key update of w skip locked`.execute(trx)
  return rows[0]?.id
}

/**
 * Looks at some more events of one webhook that is marked for recovery, and queues again those that it subscribes to and has
 * neither received nor waits for: exhausted and cancelled ones, and those that came while it was disabled. A notice is left
 * out where the database cancels its delivery: its grant or identity is not active, or no longer covers what it names.
 *
 * INVARIANT (one consumer's share): the consumer that waited longest is next, however much another has to recover. Each event
 * is looked at once: where it stopped is written in the same transaction.
 *
 * @returns how many were queued; null when no webhook waits
 */
export async function recoverSome(db: Database, limit: number): Promise<number | null> {
  return inTransaction(db, async (trx) => {
    const id = await nextRecovering(trx)
    return id === undefined ? null : recoverPage(trx, id, limit)
  })
}

async function recoverPage(trx: Database, id: string, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with hook as (
      select id, consumer_id, livemode, enabled_events, greatest(recover_since, created_at) as since,
        coalesce(case when recover_since >= created_at then recover_after end, ${noId}::uuid) as after
      from webhook where id = ${id}
    ), page as (
      select e.* from hook w cross join lateral (
        select a.id, a.livemode, a.type, a.created_at,
          a.type = 'webhook.disabled' and exists (
            select from event_body b where b.id = a.id and b.created_at = a.created_at
              and b.body like ${`%${encodeId('webhook', id)}%`}) as is_own
        from event_audience a
        where a.audience_id = w.consumer_id and a.livemode = w.livemode and (a.created_at, a.id) > (w.since, w.after)
        order by a.created_at, a.id limit ${limit}::int
      ) e
    ), queued as (
      insert into webhook_delivery (id, livemode, event_id, event_created_at, webhook_id, kind)
      select ${timedUuid('e.created_at')}, e.livemode, e.id, e.created_at, w.id, 'redelivery'
      from hook w cross join (select distinct id, created_at, livemode, type, is_own from page) e
      where not e.is_own
        and w.enabled_events && array['*', split_part(e.type, '.', 1) || '.*', e.type]
        and not exists (
          select 1 from webhook_delivery d
          where d.event_id = e.id and d.event_created_at = e.created_at
            and d.webhook_id = w.id and d.state in ('pending', 'delivered'))
        and (e.type <> 'disclosed_endpoints.changed' or exists (
          select from event_notice n join consent_grant g on g.id = n.grant_id join identity i on i.id = g.identity_id
          where n.id = e.id and n.created_at = e.created_at and i.status = 'active' and g.status = 'active'
            and g.revoked_at is null and (g.covers_all or n.endpoints <@ g.covers_endpoints)))
      returning 1
    ), reached as (
      select created_at, id from page where (select count(*) from page) >= ${limit}::int
      order by created_at desc, id desc limit 1
    ), moved as (
      update webhook set recover_since = (select created_at from reached), recover_after = (select id from reached),
        recover_turn = clock_timestamp()
      where id = ${id}
    )
    select count(*)::int as count from queued`.execute(trx)
  return rows[0]!.count
}

const endedAtOnce = 10_000

/** Ends the pending deliveries (`d`) that a condition selects: any number of them, each batch far below the time limit of a statement. */
async function endPending(db: Database, state: 'exhausted' | 'cancelled', which: RawBuilder<boolean>): Promise<void> {
  await drain(endedAtOnce, async (limit) => {
    const { numAffectedRows } = await sql`
      update webhook_delivery set state = ${state}, lease_token = null, updated_at = now()
      where state = 'pending'
        and id = any(array(select d.id from webhook_delivery d where d.state = 'pending' and ${which} limit ${limit}))`.execute(
      db,
    )
    return Number(numAffectedRows ?? 0)
  })
}

/** Ends what still waits for an attempt at an event older than `days`: its week is about to go. */
export const exhaustOld = (db: Database, days: number): Promise<void> =>
  endPending(db, 'exhausted', sql<boolean>`d.event_created_at < now() - ${days} * interval '1 day'`)

/** Ends what waits longer than `days` for a webhook of the owner to be enabled again; younger deliveries resume then. */
export const exhaustStale = (db: Database, owner: Owner, webhookId: string, days: number): Promise<void> =>
  endPending(
    db,
    'exhausted',
    sql<boolean>`d.webhook_id = ${webhookId} and d.created_at < now() - ${days} * interval '1 day'
      and exists (select from webhook where id = ${webhookId} and consumer_id = ${owner.consumerId}
        and livemode = ${owner.livemode} and status <> 'enabled' and removed_at is null)`,
  )

/** Cancels what waits for a webhook that is removed, and removes secrets whose overlap is over. */
export async function removeStrays(db: Database): Promise<void> {
  const isGone = sql<boolean>`exists (select from webhook w where w.id = d.webhook_id and w.removed_at is not null)`
  await endPending(db, 'cancelled', isGone)
  await sql`delete from webhook_secret where expires_at <= now()`.execute(db)
}
