import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'

/** Deliveries that are due and not in progress. */
export type Backlog = { due: number; oldestSeconds: number }

const countedAtMost = 100_000

/** Due deliveries of webhooks that accept any now. The count stops at 100,000, so that a long queue costs no more. */
export async function readBacklog(db: Database): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select count(*)::int as due, coalesce(extract(epoch from now() - min(next_at)), 0)::float8 as "oldestSeconds"
    from (
      select d.next_at from webhook w
      join webhook_delivery d on d.webhook_id = w.id and d.state = 'pending' and d.next_at <= now()
      where w.status = 'enabled' and w.removed_at is null and (w.paused_until is null or w.paused_until <= now())
      limit ${countedAtMost}
    ) due`.execute(db)
  return rows[0]!
}

/** Open claims by status, and the delay of the one that has waited longest for the worker. */
export type ClaimFacts = { open: { status: string; count: number }[]; overdueSeconds: number }

export async function readClaimFacts(db: Database): Promise<ClaimFacts> {
  const { rows } = await sql<{ status: string; count: number; overdue: number }>`
    select status, count(*)::int as count, coalesce(extract(epoch from now() - min(next_at)), 0)::float8 as overdue
    from (select status, next_at from claim where next_at is not null order by next_at limit ${countedAtMost}) c
    group by status`.execute(db)
  return { open: rows, overdueSeconds: Math.max(0, ...rows.map(({ overdue }) => overdue)) }
}

/** The age of the primary data keys, in Unix seconds, and the number of values that each has sealed. */
export async function readDataKeyFacts(
  db: Database,
): Promise<{ purpose: string; livemode: boolean; createdAt: number; seals: number }[]> {
  return await db
    .selectFrom('data_key')
    .select([
      'purpose',
      'livemode',
      sql<number>`extract(epoch from created_at)::float8`.as('createdAt'),
      sql<number>`seals::float8`.as('seals'),
    ])
    .where('status', '=', 'primary')
    .execute()
}
