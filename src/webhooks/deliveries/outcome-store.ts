import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import { autoDisable, breaker } from '../backoff.ts'
import type { AttemptError } from '../rules.ts'
import type { Claimed, QueueClock } from './queue-store.ts'

/** Logged outcome of one attempt. */
export type AttemptLog = {
  startedAt: Date
  ms: number
  status: number | null
  error: AttemptError | null
  /** At most 1 KiB of the answer. */
  answer: string | null
}

export type Delivered = { delivery: Claimed; log: AttemptLog }

type Failed = Delivered & {
  /** Milliseconds to the next attempt; null when there is none left. */
  delayMs: number | null
  /** Milliseconds that the webhook's other deliveries wait too. */
  pauseMs: number
}

/**
 * Ends deliveries that succeeded, all in one statement. Any success ends the webhook's pause, that of a test too; the
 * breaker is closed by a delivery alone, so after a test one goes out as the probe.
 *
 * INVARIANT (fencing): a row is touched, and its attempt logged, only while it carries the lease's token: a worker that
 * was too slow finds its delivery in other hands and changes nothing.
 *
 * INVARIANT (its own health): an attempt that began before the webhook was enabled again, or got another URL, says nothing
 * about the webhook as it is now: neither a success nor a failure moves its counters, breaker or pause.
 */
export async function finishDelivered(
  db: Database,
  done: readonly Delivered[],
  clock: QueueClock = () => null,
): Promise<void> {
  const at = sql`coalesce(${clock()}::timestamptz, now())`
  const statement = sql<object>`
    /* delivery-success */ with done as (
      select * from unnest(
        ${done.map(({ delivery }) => delivery.id)}::uuid[], ${done.map(({ delivery }) => delivery.token)}::uuid[],
        ${done.map(({ log }) => log.startedAt)}::timestamptz[], ${done.map(({ log }) => log.ms)}::int[],
        ${done.map(({ log }) => log.status)}::int[], ${done.map(({ log }) => log.answer)}::text[],
        ${done.map(({ delivery }) => delivery.healthEpoch)}::int[],
        ${done.map(({ delivery }) => delivery.eventCreatedAt)}::timestamptz[]
      ) as f (id, token, started_at, ms, status, answer, epoch, event_created_at)
    ), ended as (
      update webhook_delivery d
      set state = 'delivered', attempts = d.attempts + 1, lease_token = null, next_at = ${at}, updated_at = ${at}
      from done where d.id = done.id and d.event_created_at = done.event_created_at and d.lease_token = done.token and d.state = 'pending'
      returning d.id, d.webhook_id, d.kind, d.attempts, done.epoch
    ), well as (
      update webhook w
      set breaker_level = case when s.is_real then 0 else w.breaker_level end, paused_until = null,
        consecutive_failures = case when s.is_automatic then 0 else w.consecutive_failures end,
        failing_since = case when s.is_automatic then null else w.failing_since end
      from (
        select webhook_id, epoch, bool_or(kind = 'automatic') as is_automatic, bool_or(kind <> 'test') as is_real
        from ended group by 1, 2
      ) s
      where w.id = s.webhook_id and w.health_epoch = s.epoch
        and (w.consecutive_failures > 0 or w.breaker_level > 0 or w.paused_until is not null or w.failing_since is not null)
    )
    insert into webhook_attempt (id, event_created_at, delivery_id, n, started_at, ms, status, answer)
    select gen_random_uuid(), done.event_created_at, ended.id, ended.attempts, done.started_at, done.ms, done.status, done.answer
    from ended join done using (id)`
  await statement.execute(db)
}

/**
 * Ends an attempt that failed: the delivery waits for the next one or is exhausted, and the webhook's counters, breaker
 * and pause move. Tests and redeliveries touch no counter, but a probe of any kind decides the breaker.
 *
 * @returns whether the webhook has failed for so long, and so often, that it should be switched off
 */
export async function finishFailed(
  db: Database,
  { delivery, log, delayMs, pauseMs }: Failed,
  clock: QueueClock = () => null,
): Promise<{ matched: boolean; isHopeless: boolean }> {
  const at = sql`coalesce(${clock()}::timestamptz, now())`
  const isAutomatic = delivery.kind === 'automatic'
  const { isProbe } = delivery
  const { rows } = await sql<{ matched: boolean; is_hopeless: boolean }>`
    /* delivery-failure */ with ended as (
      update webhook_delivery d
      set state = ${delayMs === null ? 'exhausted' : 'pending'}, attempts = d.attempts + 1, lease_token = null, asked = false,
        next_at = ${at} + ${delayMs ?? 0} * interval '1 millisecond', updated_at = ${at}
      where d.id = ${delivery.id} and d.event_created_at = ${delivery.eventCreatedAt}::timestamptz
        and d.lease_token = ${delivery.token} and d.state = 'pending'
      returning d.id, d.event_created_at, d.webhook_id, d.attempts
    ), logged as (
      insert into webhook_attempt (id, event_created_at, delivery_id, n, started_at, ms, status, error, answer)
      select gen_random_uuid(), event_created_at, id, attempts, ${log.startedAt}, ${log.ms}, ${log.status}::int, ${log.error}::text, ${log.answer}::text
      from ended
    ), next as (
      select w.id, w.consecutive_failures + ${isAutomatic ? 1 : 0}::int as failures,
        case
          when ${isProbe} then w.breaker_level + 1
          when ${isAutomatic} and w.breaker_level = 0 and w.consecutive_failures + 1 >= ${breaker.failures}::int then 1
          else w.breaker_level
        end as level
      from webhook w join ended on ended.webhook_id = w.id
      where ${delivery.kind} <> 'test' and w.health_epoch = ${delivery.healthEpoch}::int
      for no key update of w
    ), health as (
      update webhook w
      set consecutive_failures = n.failures, breaker_level = n.level,
        failing_since = case when ${isAutomatic} then coalesce(w.failing_since, ${at}) else w.failing_since end,
        paused_until = greatest(
          case when not ${isProbe} then w.paused_until end,
          case when ${pauseMs}::int > 0 then ${at} + ${pauseMs}::int * interval '1 millisecond' end,
          case when n.level > w.breaker_level then ${at} + interval '1 millisecond' * least(
            ${breaker.firstPauseMs}::int * power(2, least(n.level - 1, 20)), ${breaker.longestPauseMs}::int) end
        )
      from next n where w.id = n.id
      returning ${isAutomatic} and w.status = 'enabled' and w.consecutive_failures >= ${autoDisable.failures}::int
        and w.failing_since <= ${at} - ${autoDisable.afterMs} * interval '1 millisecond' as is_hopeless
    )
    select exists (select 1 from ended) as matched, coalesce((select is_hopeless from health), false) as is_hopeless`.execute(
    db,
  )
  return { matched: rows[0]!.matched, isHopeless: rows[0]!.is_hopeless }
}

/**
 * Gives a lease back without using up an attempt: our own fault, or a shutdown. A probe gives its turn back too.
 */
export async function releaseDelivery(
  db: Database,
  { id, eventCreatedAt, token, webhookId, isProbe, healthEpoch }: Claimed,
  delayMs: number,
  clock: QueueClock = () => null,
): Promise<void> {
  const at = sql`coalesce(${clock()}::timestamptz, now())`
  await sql`
    with released as (
      update webhook_delivery d
      set lease_token = null, next_at = ${at} + ${delayMs} * interval '1 millisecond'
      where d.id = ${id} and d.event_created_at = ${eventCreatedAt}::timestamptz and d.lease_token = ${token} and d.state = 'pending'
      returning d.id
    )
    update webhook w set paused_until = null
    from released where ${isProbe} and w.id = ${webhookId} and w.health_epoch = ${healthEpoch}::int`.execute(db)
}
