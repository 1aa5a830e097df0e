import { sql } from 'kysely'
import { readTime } from '../../database/clock.ts'
import { isExpired } from '../../database/conditions.ts'
import type { Database, RowOf } from '../../database/orm.ts'
import type { Owner } from '../../kernel/call.ts'
import { columnNames } from '../../registry/record-store.ts'
import type { Cap, ChallengeStatus } from './rules.ts'

/** `ran_out`: `expires_at` has passed by the database's clock. */
export type ChallengeRow = RowOf<'challenge'> & { ran_out: boolean | null }

const newColumns = [
  'id',
  'livemode',
  'consumer_id',
  'identity_id',
  'alias_id',
  'claim_id',
  'method',
  'purpose',
  'code_hash',
  'send_state',
  'token',
  'link',
  'attempts_left',
] as const
export type NewChallenge = Pick<ChallengeRow, (typeof newColumns)[number]> & { seconds: number }

/** Ends the earlier challenges of the alias or claim for this purpose and method: only the newest code counts. */
export async function endEarlier(
  db: Database,
  { alias_id, claim_id, purpose, method }: Pick<NewChallenge, 'alias_id' | 'claim_id' | 'purpose' | 'method'>,
): Promise<void> {
  await sql`
    update challenge set status = 'expired', code_hash = null, updated_at = now()
    where (alias_id = ${alias_id} or claim_id = ${claim_id}) and purpose = ${purpose} and method = ${method} and status = 'pending'`.execute(
    db,
  )
}

export async function insertChallenge(db: Database, challenge: NewChallenge): Promise<ChallengeRow> {
  const { rows } = await sql<ChallengeRow>`
    insert into challenge (${columnNames(newColumns)}, expires_at)
    values (${sql.join(newColumns.map((name) => challenge[name]))},
      now() + ${challenge.seconds}::float8 * interval '1 second')
    returning *, ${isExpired('expires_at')} as ran_out`.execute(db)
  return rows[0]!
}

/**
 * Reads challenges of one consumer by id, in no order; those of others are left out. Their ends are evaluated at `at`.
 */
export async function findChallenges(
  db: Database,
  { consumerId, livemode }: Owner,
  ids: readonly string[],
  at: string | null = null,
): Promise<ChallengeRow[]> {
  const { rows } = await sql<ChallengeRow>`
    select *, ${isExpired('expires_at', at)} as ran_out from challenge
    where id = any(${ids}::uuid[]) and consumer_id = ${consumerId} and livemode = ${livemode}`.execute(db)
  return rows
}

/** Locks the challenge: answers to one challenge are evaluated one after the other. */
export async function lockChallenge(db: Database, owner: Owner, id: string): Promise<ChallengeRow | undefined> {
  await sql`
    select from challenge
    where id = ${id} and consumer_id = ${owner.consumerId} and livemode = ${owner.livemode} for update`.execute(db)
  const [row] = await findChallenges(db, owner, [id], await readTime(db))
  return row
}

/** Changes a challenge. One that is no longer pending loses its code's hash. */
export async function settleChallenge(
  db: Database,
  id: string,
  { status, attemptsLeft }: { status: ChallengeStatus; attemptsLeft: number },
): Promise<ChallengeRow> {
  const { rows } = await sql<ChallengeRow>`
    update challenge set status = ${status}, attempts_left = ${attemptsLeft}, updated_at = now(),
      code_hash = case when ${status === 'pending'} then code_hash end, met_at = case when ${status === 'met'} then now() end
    where id = ${id} returning *, ${isExpired('expires_at')} as ran_out`.execute(db)
  return rows[0]!
}

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
