import { sql } from 'kysely'
import type { Database } from '../database/orm.ts'

/** What is due for delivery and not under way. */
export type Backlog = { due: number; oldestSeconds: number }

const countedAtMost = 100_000

/** Deliveries that are due, of webhooks that take any now. Counting stops at 100,000, so that a long queue costs no more. */
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

/** When the data keys that seal now were made, in Unix seconds, and how many values each has sealed. */
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
