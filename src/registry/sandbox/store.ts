import { sql } from 'kysely'
import { readTime } from '../../database/clock.ts'
import type { Database, RowOf } from '../../database/orm.ts'
import { type IdentityRow, identityColumns, shownStatus } from '../identities/store.ts'
import { columnNames } from '../record-store.ts'

/*
 * INVARIANT (own test records): every statement names the consumer and test mode, so that a reset touches nothing else.
 */

/** Takes the consumer's reset lock until the commit. @returns false while another reset has it */
export async function takeTurn(db: Database, key: Buffer): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${key.readBigInt64BE().toString()}::bigint) as taken`.execute(db)
  return rows[0]!.taken
}

/** Locks the test webhooks of the consumer. @returns their ids */
export async function lockTestWebhooks(db: Database, consumerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from webhook where consumer_id = ${consumerId} and not livemode and removed_at is null
    order by id for no key update`.execute(db)
  return rows.map(({ id }) => id)
}

/** `identity_status` is that for the grantee. */
export type ReceivedGrant = Pick<RowOf<'consent_grant'>, 'id' | 'identity_id' | 'consumer_id'> & {
  owner_id: string
  identity_status: string
}

/**
 * Ends up to `limit` grants that others made to the consumer in test mode: their identities are locked first, in one
 * order. An expired one is left to its job.
 */
export async function endReceivedGrants(db: Database, consumerId: string, limit: number): Promise<ReceivedGrant[]> {
  const { rows: found } = await sql<{ id: string; identity_id: string }>`
    select id, identity_id from consent_grant
    where consumer_id = ${consumerId} and not livemode and status = 'active' and coalesce(expires_at > now(), true)
    order by id limit ${limit}`.execute(db)
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const identities = [...new Set(found.map(({ identity_id }) => identity_id))]
  await sql`select from identity where id = any(${identities}::uuid[]) order by id for no key update`.execute(db)
  await sql`select from consent_grant where id = any(${ids}::uuid[]) order by id for update`.execute(db)
  const at = await readTime(db)
  const { rows } = await sql<ReceivedGrant>`
    update consent_grant g set status = 'revoked', revoked_at = coalesce(g.revoked_at, now()), updated_at = now()
    from identity i join consumer o on o.id = i.consumer_id
    where g.id = any(${ids}::uuid[]) and not g.livemode and g.status = 'active'
      and coalesce(g.expires_at > ${at}::timestamptz, true) and i.id = g.identity_id
    returning g.id, g.identity_id, g.consumer_id, i.consumer_id as owner_id,
      ${shownStatus('i', 'o')} as identity_status`.execute(db)
  return rows
}

/** Locks up to `limit` test identities of the consumer without a pending erasure, in the common order of locks. */
export async function lockUnerased(db: Database, consumerId: string, limit: number): Promise<IdentityRow[]> {
  const { rows } = await sql<IdentityRow>`
    select ${columnNames(identityColumns)} from identity
    where consumer_id = ${consumerId} and not livemode and erasing_at is null
    order by id limit ${limit} for no key update`.execute(db)
  return rows
}
