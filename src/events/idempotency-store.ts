import { sql } from 'kysely'
import type { Database } from '../database/orm.ts'

export type IdempotencyScope = {
  consumerId: string
  livemode: boolean
  /** The keyed hash of the caller's key: the table never holds the key itself. */
  key: string
  /** The number of the lock, out of a keyed hash too: nobody can choose a key whose lock is that of another's. */
  lock: bigint
}
type StoredOutcome = { id: string; fingerprint: Buffer; outcome: Buffer }

/** Takes the key for this transaction, without waiting. @returns false when a twin holds it */
export async function takeKey(db: Database, { lock }: IdempotencyScope): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${lock.toString()}::bigint) as taken`.execute(db)
  return rows[0]!.taken
}

export async function findOutcome(db: Database, scope: IdempotencyScope): Promise<StoredOutcome | undefined> {
  const row = await db
    .selectFrom('idempotency_record')
    .select(['id', 'fingerprint', 'outcome'])
    .where('consumer_id', '=', scope.consumerId)
    .where('livemode', '=', scope.livemode)
    .where('key', '=', scope.key)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row && { id: row.id, fingerprint: Buffer.from(row.fingerprint), outcome: Buffer.from(row.outcome) }
}

/** Keeps the outcome, in the place of one that ran out, or of a request that has only begun. */
export async function storeOutcome(
  db: Database,
  scope: IdempotencyScope,
  stored: StoredOutcome,
  seconds: number,
): Promise<void> {
  await sql`
    insert into idempotency_record (id, consumer_id, livemode, key, fingerprint, outcome, expires_at)
    values (${stored.id}, ${scope.consumerId}, ${scope.livemode}, ${scope.key}, ${stored.fingerprint}, ${stored.outcome},
      now() + ${seconds}::float8 * interval '1 second')
    on conflict (consumer_id, livemode, key) do update
      set id = excluded.id, fingerprint = excluded.fingerprint, outcome = excluded.outcome,
          created_at = now(), expires_at = excluded.expires_at`.execute(db)
}

export async function removeOutcome(db: Database, { consumerId }: IdempotencyScope, id: string): Promise<void> {
  await db.deleteFrom('idempotency_record').where('consumer_id', '=', consumerId).where('id', '=', id).execute()
}

/** Marks the point of the transaction to which `undoWork` goes back. */
export async function markWork(db: Database): Promise<void> {
  await sql`savepoint work`.execute(db)
}

export async function undoWork(db: Database): Promise<void> {
  await sql`rollback to savepoint work`.execute(db)
}
