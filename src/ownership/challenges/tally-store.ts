import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import type { Cap } from './rules.ts'

/**
 * Notes one more of what the tally counts, unless a cap is reached.
 *
 * INVARIANT (caps hold): one statement counts and notes, and holds the row to the end of the transaction, so that what
 * comes at once is counted one after the other. The moments slide: no two caps fit into one time.
 */
export async function note(
  db: Database,
  key: Buffer,
  caps: readonly Cap[],
  sharedKey: Buffer | null = null,
): Promise<boolean> {
  if (caps.some(({ most }) => most < 1)) return false
  const keep = Math.max(...caps.map(({ seconds }) => seconds))
  const isBelow = sql.join(
    caps.map(
      ({ seconds, most }) => sql<boolean>`(select count(*) from unnest(held.times) t
        where t > clock_timestamp() - ${seconds}::float8 * interval '1 second') < ${most}`,
    ),
    sql` and `,
  )
  const { rows } = await sql`
    insert into challenge_tally as held (key, shared_key, times, expires_at)
    values (${key}, ${sharedKey}, array[clock_timestamp()], clock_timestamp() + ${keep}::float8 * interval '1 second')
    on conflict (key) do update
      set times = array(select t from unnest(held.times) t
            where t > clock_timestamp() - ${keep}::float8 * interval '1 second' order by t) || clock_timestamp(),
          expires_at = excluded.expires_at
      where ${isBelow}
    returning 1`.execute(db)
  return rows.length === 1
}

/** What several tallies come to together, and one of them by itself. */
export type SharedCount = { total: number; parties: number; own: number }

/** Counts the tallies under `sharedKey`, one such count after the other until the end of the transaction. */
export async function countShared(db: Database, sharedKey: Buffer, key: Buffer, seconds: number): Promise<SharedCount> {
  await sql`select pg_advisory_xact_lock(${sharedKey.readBigInt64BE().toString()}::bigint)`.execute(db)
  const { rows } = await sql<SharedCount>`
    select count(*)::int as total, count(distinct key)::int as parties, count(*) filter (where key = ${key})::int as own
    from challenge_tally, unnest(times) t
    where shared_key = ${sharedKey} and t > clock_timestamp() - ${seconds}::float8 * interval '1 second'`.execute(db)
  return rows[0]!
}

/** Takes back what was noted last. */
export async function unnote(db: Database, key: Buffer): Promise<void> {
  await sql`update challenge_tally set times = times[1:cardinality(times) - 1] where key = ${key}`.execute(db)
}

/** Removes up to `limit` tallies that count nothing any more. @returns how many */
export async function purgeTallies(db: Database, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from challenge_tally where key in (
      select key from challenge_tally where expires_at <= now() order by expires_at limit ${limit} for update skip locked)`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
