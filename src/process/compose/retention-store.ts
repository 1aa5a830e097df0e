import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/orm.ts'

type Expiring = { table: string; key: readonly string[]; isOver: RawBuilder<boolean> }

/** Rows that are removed when their time is over, by the name of the job. */
export const expiring: Readonly<Record<string, Expiring>> = {
  /** Outcomes whose Idempotency-Key has expired. */
  'purge-idempotency-records': { table: 'idempotency_record', key: ['id'], isOver: sql`expires_at <= now()` },
  /** As long as events and deliveries. */
  'purge-consent-requests': {
    table: 'consent_request',
    key: ['id'],
    isOver: sql`expires_at < now() - interval '30 days'`,
  },
  'purge-challenges': { table: 'challenge', key: ['id'], isOver: sql`expires_at < now() - interval '30 days'` },
  'purge-challenge-tallies': { table: 'challenge_tally', key: ['key'], isOver: sql`expires_at <= now()` },
  /** Longer than the wait after a lost contest. */
  'purge-claims': {
    table: 'claim',
    key: ['id'],
    isOver: sql`next_at is null and updated_at < now() - interval '400 days'`,
  },
  /** Checkpoints of imports that were never resumed. */
  'purge-import-checkpoints': {
    table: 'import_checkpoint',
    key: ['id'],
    isOver: sql`updated_at < now() - interval '30 days'`,
  },
  /** Budgets whose values have all expired. */
  'purge-value-budgets': { table: 'value_budget', key: ['subject', 'target'], isOver: sql`expires_at <= now()` },
  /** Openers that ended without a report. */
  'purge-openers': { table: 'opener', key: ['id'], isOver: sql`seen_at < now() - interval '1 day'` },
  /** A day more than answers show. */
  'purge-usage': {
    table: 'usage_hour',
    key: ['consumer_id', 'livemode', 'hour'],
    isOver: sql`hour < now() - interval '31 days'`,
  },
  'purge-key-usage': {
    table: 'usage_key_day',
    key: ['consumer_id', 'livemode', 'key_id', 'day'],
    isOver: sql`day < now() - interval '31 days'`,
  },
  /** Networks that a key was not used from since. */
  'purge-key-networks': {
    table: 'api_key_network',
    key: ['key_id', 'network'],
    isOver: sql`seen_at < now() - interval '30 days'`,
  },
  /** DECISION: without an index, which each draw would have to update. */
  'purge-rate-buckets': {
    table: 'rate_bucket',
    key: ['key'],
    isOver: sql`updated_at < now() - interval '2 days'`,
  },
  /** Processes that ended without a report. One that was only silent reports itself again. */
  'purge-nodes': { table: 'node', key: ['id'], isOver: sql`seen_at < now() - interval '1 day'` },
}

/** Removes up to `limit` of these rows, but for those that another transaction holds. @returns the number removed */
export async function removeSome(db: Database, { table, key, isOver }: Expiring, limit: number): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where (${columns}) in (
      select ${columns} from ${sql.table(table)} where ${isOver} limit ${limit} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
