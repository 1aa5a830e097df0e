import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import { retried } from '../../database/retry.ts'
import type { Owner } from '../../kernel/call.ts'
import type { KeyUse } from '../key-usage.ts'
import type { HourOfUsage, UsageCounts } from './counter.ts'
import type { UsageSpan } from './service.ts'

/** Adds to the stored counts. Rows are locked in one order, so that two processes never deadlock. */
export async function addUsage(db: Database, hours: readonly HourOfUsage[]): Promise<void> {
  const column = (name: keyof UsageCounts) => sql`${hours.map(({ counts }) => counts[name])}::bigint[]`
  await retried(() =>
    sql`
    insert into usage_hour as u
      (consumer_id, livemode, hour, resolves, misses, consent_pending, deliveries, delivery_errors)
    select f.consumer_id, f.livemode, to_timestamp(f.hour / 1000), f.resolves, f.misses, f.consent_pending, f.deliveries,
      f.delivery_errors
    from unnest(
      ${hours.map(({ consumerId }) => consumerId)}::uuid[], ${hours.map(({ livemode }) => livemode)}::bool[],
      ${hours.map(({ hour }) => hour)}::float8[], ${column('resolves')}, ${column('misses')}, ${column('consentPending')},
      ${column('deliveries')}, ${column('deliveryErrors')}
    ) as f (consumer_id, livemode, hour, resolves, misses, consent_pending, deliveries, delivery_errors)
    order by f.consumer_id, f.livemode, f.hour
    on conflict (consumer_id, livemode, hour) do update set
      resolves = u.resolves + excluded.resolves, misses = u.misses + excluded.misses,
      consent_pending = u.consent_pending + excluded.consent_pending, deliveries = u.deliveries + excluded.deliveries,
      delivery_errors = u.delivery_errors + excluded.delivery_errors`.execute(db),
  )
}

/** `start` is Unix seconds. */
type UsageRow = UsageCounts & { start: number }

/** The range of PostgreSQL's timestamps: other years have no counts. */
const latest = 100_000_000_000

/** Returns the owner's stored intervals; intervals without counts are absent. */
export async function findUsage(db: Database, owner: Owner, span: UsageSpan): Promise<UsageRow[]> {
  const from = Math.max(span.from, 0)
  const to = Math.min(span.to, latest)
  if (from >= to) return []
  const { rows } = await sql<UsageRow>`
    select (floor(extract(epoch from hour) / ${span.seconds}::int) * ${span.seconds}::int)::float8 as start,
      sum(resolves)::float8 as resolves, sum(misses)::float8 as misses, sum(consent_pending)::float8 as "consentPending",
      sum(deliveries)::float8 as deliveries, sum(delivery_errors)::float8 as "deliveryErrors"
    from usage_hour
    where consumer_id = ${owner.consumerId} and livemode = ${owner.livemode}
      and hour >= to_timestamp(${from}::float8) and hour < to_timestamp(${to}::float8)
    group by 1`.execute(db)
  return rows
}

/** Adds the requests with each key to the day of its last one. Rows are locked in one order. */
export async function addKeyUsage(db: Database, uses: readonly KeyUse[]): Promise<void> {
  await retried(() =>
    sql`
    insert into usage_key_day as u (consumer_id, livemode, key_id, day, requests)
    select f.consumer_id, f.livemode, f.key_id, date_trunc('day', now() - f.ago * interval '1 millisecond', 'UTC'), f.requests
    from unnest(
      ${uses.map(({ consumerId }) => consumerId)}::uuid[], ${uses.map(({ livemode }) => livemode)}::bool[],
      ${uses.map(({ keyId }) => keyId)}::uuid[], ${uses.map(({ agoMs }) => agoMs)}::float8[],
      ${uses.map(({ requests }) => requests)}::bigint[]
    ) as f (consumer_id, livemode, key_id, ago, requests)
    order by f.consumer_id, f.livemode, f.key_id
    on conflict (consumer_id, livemode, key_id, day) do update set requests = u.requests + excluded.requests`.execute(
      db,
    ),
  )
}

/** The requests with one key: `days` are Unix seconds with their counts; days without requests are absent. */
type KeyUsageRow = { key_id: string; requests: number; days: { start: number; requests: number }[] }

/** Returns the `limit` most used keys of the owner from `from` (Unix seconds) on. */
export async function findKeyUsage(
  db: Database,
  { consumerId, livemode }: Owner,
  { from, keyId, limit }: { from: number; keyId: string | null; limit: number },
): Promise<KeyUsageRow[]> {
  const { rows } = await sql<KeyUsageRow>`
    select key_id, sum(requests)::float8 as requests,
      jsonb_agg(jsonb_build_object('start', extract(epoch from day)::bigint, 'requests', requests) order by day) as days
    from usage_key_day
    where consumer_id = ${consumerId} and livemode = ${livemode} and day >= to_timestamp(${from}::float8)
      and (${keyId}::uuid is null or key_id = ${keyId}::uuid)
    group by key_id order by 2 desc, key_id limit ${limit}`.execute(db)
  return rows
}
