import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import type { Cap } from './rules.ts'

/**
 * Adds one to a tally, unless a cap is reached.
 *
 * INVARIANT (caps hold): one statement counts and adds, and holds the row until the commit, so that concurrent
 * additions are counted one after the other. The window slides: no window has more than the cap.
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

/** The sum of several tallies, and one of them. */
export type SharedCount = { total: number; parties: number; own: number }

/** Counts the tallies under `sharedKey`; a lock on the key lasts until the commit. */
export async function countShared(db: Database, sharedKey: Buffer, key: Buffer, seconds: number): Promise<SharedCount> {
  await sql`select pg_advisory_xact_lock(${sharedKey.readBigInt64BE().toString()}::bigint)`.execute(db)
  const { rows } = await sql<SharedCount>`
    select count(*)::int as total, count(distinct key)::int as parties, count(*) filter (where key = ${key})::int as own
    from challenge_tally, unnest(times) t
    where shared_key = ${sharedKey} and t > clock_timestamp() - ${seconds}::float8 * interval '1 second'`.execute(db)
  return rows[0]!
}

/** Undoes the last addition. */
export async function unnote(db: Database, key: Buffer): Promise<void> {
  await sql`update challenge_tally set times = times[1:cardinality(times) - 1] where key = ${key}`.execute(db)
}

/** Removes up to `limit` tallies with no entry in their window. @returns the number removed */
export async function purgeTallies(db: Database, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from challenge_tally where key in (
      select key from challenge_tally where expires_at <= now() order by expires_at limit ${limit} for update skip locked)`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
