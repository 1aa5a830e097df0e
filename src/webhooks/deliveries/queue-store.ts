import { sql } from 'kysely'
import type { Pool } from 'pg'
import { channels } from '../../database/listener.ts'
import type { Database } from '../../database/orm.ts'
import { inPartitionsOf } from '../../database/partitions/store.ts'
import type { DeliveryKind } from '../rules.ts'

/** A delivery that this process holds under a lease, with all that an attempt needs. Ids are uuids. */
export type Claimed = {
  id: string
  token: string
  webhookId: string
  consumerId: string
  livemode: boolean
  eventId: string
  /** Time that identifies its partition, at full precision. */
  eventCreatedAt: string
  kind: DeliveryKind
  /** Attempts that were used up before. */
  attempts: number
  /** The one delivery that is tried while the breaker is open. */
  isProbe: boolean
  /** Of the webhook, when the URL was read. */
  healthEpoch: number
  url: string
  body: string
  /** Newest first. */
  secrets: { id: string; sealed: Buffer; expiresAt: Date | null }[]
}

/** Deliveries in flight, and the limits for more. */
export type Room = {
  limit: number
  perWebhook: number
  perHost: number
  perConsumer: number
  webhooks: ReadonlyMap<string, number>
  consumers: ReadonlyMap<string, number>
  hosts: ReadonlyMap<string, number>
}

/** The queue's clock: the database's, unless a test has its own. */
export type QueueClock = () => Date | null

type ClaimedRow = Omit<Claimed, 'secrets'> & { secret_ids: string[]; secrets: Buffer[]; secret_ends: (string | null)[] }

const hostOf = sql.raw(`substring(w.url from '^https?://([^/?#]+)')`)

/** The columns and joins of a leased delivery (`d`), with the secrets of its webhook, the newest first. */
const leased = {
  columns: sql.raw(`d.id, d.lease_token as token, d.webhook_id as "webhookId", d.livemode, d.event_id as "eventId",
      d.event_created_at::text as "eventCreatedAt", d.kind, d.attempts, w.consumer_id as "consumerId",
      w.health_epoch as "healthEpoch", w.url, e.body, s.*`),
  joins: sql.raw(`join webhook w on w.id = d.webhook_id
    join event_body e on e.id = d.event_id and e.created_at = d.event_created_at
    cross join lateral (
      select coalesce(array_agg(id order by expires_at nulls first), '{}') as secret_ids,
        coalesce(array_agg(sealed order by expires_at nulls first), '{}') as secrets,
        coalesce(array_agg(expires_at::text order by expires_at nulls first), '{}') as secret_ends
      from webhook_secret where webhook_id = d.webhook_id
    ) s`),
}

const counted = (name: string, counts: ReadonlyMap<string, number>, type: 'uuid' | 'text') => sql`
  ${sql.raw(name)} as (
    select * from unnest(${[...counts.keys()]}::${sql.raw(type)}[], ${[...counts.values()]}::int[]) as b (id, n)
  )`

/**
 * Leases due deliveries.
 *
 * A webhook is a lane, and so are its redeliveries that somebody asked for, which wait for no pause. A loose index scan
 * steps from one lane with pending rows to the next, and each lane gives a few rows at most, so a receiver that hangs
 * holds up nobody else however much is queued for it. SKIP LOCKED lets any number of workers claim at once. The commit
 * isn't waited for: a claim that a crash of the database undoes is only made again. An open breaker lets one delivery
 * through: whoever moves `paused_until` ahead has the probe.
 *
 * INVARIANT (one consumer's share): places are given in rounds, one to each consumer, those with the fewest first. A
 * consumer never holds more than `perConsumer`, nor more than what it leaves free: however many consumers have receivers
 * that hang, there is a place left for the next.
 */
export async function claimDeliveries(
  db: Database,
  room: Room,
  leaseMs: number,
  clock: QueueClock = () => null,
): Promise<Claimed[]> {
  const at = sql`coalesce(${clock()}::timestamptz, now())`
  const statement = sql<ClaimedRow>`
    /* delivery-claim */ with recursive hurry as (
      select set_config('synchronous_commit', 'off', true) as value
    ), lane as (
      (select d.webhook_id, d.asked, d.next_at from webhook_delivery d
        where d.state = 'pending' order by d.webhook_id, d.asked, d.next_at limit 1)
      union all
      select f.webhook_id, f.asked, f.next_at from lane cross join lateral (
        select d.webhook_id, d.asked, d.next_at from webhook_delivery d
        where d.state = 'pending' and (d.webhook_id, d.asked) > (lane.webhook_id, lane.asked)
        order by d.webhook_id, d.asked, d.next_at limit 1
      ) f
    ), ${counted('busy', room.webhooks, 'uuid')}, ${counted('busy_host', room.hosts, 'text')},
    ${counted('busy_consumer', room.consumers, 'uuid')}, due_lane as (
      select w.id, w.consumer_id, w.url, ${hostOf} as host, lane.asked, lane.next_at,
        w.breaker_level > 0 and not lane.asked as is_probe, coalesce(b.n, 0) as held,
        coalesce(h.n, 0) as host_held, coalesce(c.n, 0) as consumer_held,
        coalesce(c.n, 0) + row_number() over (partition by w.consumer_id order by lane.asked desc, lane.next_at) as turn
      from lane
      join webhook w on w.id = lane.webhook_id
      left join busy b on b.id = w.id
      left join busy_host h on h.id = ${hostOf}
      left join busy_consumer c on c.id = w.consumer_id
      where lane.next_at <= ${at} and w.status = 'enabled' and w.removed_at is null
        and (lane.asked or w.paused_until is null or w.paused_until <= ${at})
        and coalesce(b.n, 0) < ${room.perWebhook}::int and coalesce(h.n, 0) < ${room.perHost}::int
    ), open_lane as (
      select * from due_lane where turn <= ${room.perConsumer}::int order by turn, next_at limit ${room.limit}::int
    ), candidate as (
      select d.id, d.event_created_at, d.next_at, l.id as webhook_id, l.asked, l.is_probe, l.host, l.host_held, l.consumer_id, l.consumer_held,
        l.held + row_number() over (partition by l.id order by l.asked desc, d.next_at) as turn
      from open_lane l cross join lateral (
        select d.id, d.event_created_at, d.next_at from webhook_delivery d
        where d.webhook_id = l.id and d.asked = l.asked and d.state = 'pending' and d.next_at <= ${at}
        order by d.next_at limit case when l.is_probe then 1 else ${room.perWebhook}::int - l.held end
        for update skip locked
      ) d
    ), of_consumer as (
      select *, consumer_held + row_number() over (partition by consumer_id order by asked desc, turn, next_at) as share
      from candidate where turn <= ${room.perWebhook}::int
    ), of_host as (
      select *, host_held + row_number() over (partition by host order by share, next_at) as host_turn
      from of_consumer where share <= ${room.perConsumer}::int
    ), placed as (
      select *, row_number() over (order by share, next_at) as place from of_host where host_turn <= ${room.perHost}::int
    ), chosen as (
      select id, event_created_at, webhook_id, is_probe from placed where share <= ${room.limit}::int - place + 1
    ), probe as (
      update webhook w set paused_until = ${at} + ${leaseMs} * interval '1 millisecond'
      where w.id in (select webhook_id from chosen where is_probe)
        and (w.paused_until is null or w.paused_until <= ${at})
      returning w.id
    ), claimed as (
      update webhook_delivery d
      set lease_token = gen_random_uuid(), next_at = ${at} + ${leaseMs} * interval '1 millisecond'
      from chosen c
      where d.id = c.id and d.event_created_at = c.event_created_at and (not c.is_probe or c.webhook_id in (select id from probe))
      returning d.id, d.lease_token, d.webhook_id, d.livemode, d.event_id, d.event_created_at, d.kind, d.attempts,
        c.is_probe
    )
    select ${leased.columns}, d.is_probe as "isProbe" from hurry cross join claimed d ${leased.joins}`
  return (await statement.execute(db)).rows.map(claimedOf)
}

/** Leases one delivery that is known, whatever its webhook's state: a test send. Undefined when one of the two is gone. */
export async function findLeased(db: Database, deliveryId: string, token: string): Promise<Claimed | undefined> {
  const { rows } = await sql<ClaimedRow>`
    select ${leased.columns}, false as "isProbe" from webhook_delivery d ${leased.joins}
    where d.id = ${deliveryId} and ${inPartitionsOf('d.event_created_at', [deliveryId])} and d.lease_token = ${token}
      and w.removed_at is null`.execute(db)
  return rows.map(claimedOf)[0]
}

const claimedOf = ({ secret_ids: ids, secrets, secret_ends: ends, ...delivery }: ClaimedRow): Claimed => ({
  ...delivery,
  secrets: ids.map((id, at) => ({ id, sealed: secrets[at]!, expiresAt: ends[at] ? new Date(ends[at]) : null })),
})

const pauseMs = 20

/**
 * Tells every worker that deliveries are due. Called after the commit: a NOTIFY inside a transaction serializes commits.
 * Many calls in a moment become one or two notifications, and one that is lost costs no more than the workers' poll.
 */
export function createWakeUp(pool: Pool): () => void {
  let isResting = false
  let isCalled = false
  const send = () => {
    isResting = true
    isCalled = false
    pool.query(`notify ${channels.deliveries}`).catch(() => undefined)
    setTimeout(() => {
      isResting = false
      if (isCalled) send()
    }, pauseMs).unref()
  }
  return () => {
    isCalled = true
    if (!isResting) send()
  }
}
