import { sql } from 'kysely'
import { readTime } from '../../database/clock.ts'
import { isExpired } from '../../database/conditions.ts'
import { channels } from '../../database/listener.ts'
import type { Database } from '../../database/orm.ts'
import type { Listing } from '../../database/pages.ts'
import type { Owner } from '../../kernel/call.ts'
import { findConsumerNamed, insertConsumer } from '../consumers/store.ts'

/** A key with its consumer, and what the database's clock says of it. */
const selectKeys = (db: Database) =>
  db
    .selectFrom('api_key')
    .innerJoin('consumer', 'consumer.id', 'api_key.consumer_id')
    .select([
      'api_key.id',
      'api_key.hash',
      'api_key.mark',
      'api_key.consumer_id',
      'consumer.name',
      'consumer.limits',
      'consumer.suspended_at',
      'api_key.livemode',
      'api_key.scopes',
      'api_key.router',
      'api_key.revoked_at',
      isExpired('api_key.expires_at').as('ran_out'),
      sql<number | null>`case when api_key.expires_at < '10000-01-01Z' and api_key.expires_at > now()
        then extract(epoch from api_key.expires_at - now())::float8 * 1000 end`.as('lives_ms'),
    ])

export const findKeyByHash = (db: Database, hash: Buffer) => selectKeys(db).where('hash', '=', hash).executeTakeFirst()

export type KeyRow = NonNullable<Awaited<ReturnType<typeof findKeyByHash>>>

/** Returns the hashes that belong to a key, in no order. */
export const findKeysByHash = (db: Database, hashes: Buffer[]): Promise<KeyRow[]> =>
  selectKeys(db).where(sql<boolean>`api_key.hash = any(${hashes}::bytea[])`).execute()

/** The consumer of that name, made when there is none. @returns its uuid */
export async function ensureConsumer(db: Database, name: string, newId: () => string): Promise<string> {
  await insertConsumer(db, { id: newId(), name, display_name: null })
  return (await findConsumerNamed(db, name))!.id
}

/** Notifies every node that a key has changed, when the caller's transaction commits. */
async function announceKey(db: Database, keyId: string): Promise<void> {
  await sql`select pg_notify(${channels.keys}, ${keyId})`.execute(db)
}

/** Locks rows in one order and skips locked ones: a key that is being changed shows its use the next time. */
export async function writeLastUse(db: Database, uses: readonly { keyId: string; agoMs: number }[]): Promise<void> {
  await sql`
    with used as (
      select k.id, now() - u.ago * interval '1 millisecond' as at
      from unnest(${uses.map(({ keyId }) => keyId)}::uuid[], ${uses.map(({ agoMs }) => agoMs)}::float8[]) as u (id, ago)
      join api_key k on k.id = u.id
      order by k.id
      for no key update of k skip locked
    )
    update api_key set last_used_at = greatest(api_key.last_used_at, used.at)
    from used where api_key.id = used.id`.execute(db)
}

const ownKey = (db: Database, owner: Owner, ids: readonly string[]) =>
  db
    .selectFrom('api_key')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('consumer_id', '=', owner.consumerId)
    .where('livemode', '=', owner.livemode)

export function findKey(db: Database, owner: Owner, id: string) {
  return ownKey(db, owner, [id]).executeTakeFirst()
}

/** Returns the owner's keys among these ids. */
export const findKeys = (db: Database, owner: Owner, ids: readonly string[]): Promise<ApiKeyRow[]> =>
  ownKey(db, owner, ids).execute()

/** The key, locked to the end of the transaction. */
export function lockKey(db: Database, owner: Owner, id: string) {
  return ownKey(db, owner, [id]).forUpdate().executeTakeFirst()
}

export type ApiKeyRow = NonNullable<Awaited<ReturnType<typeof findKey>>>

/** Locks a key of any owner: the command line acts for the operator. */
export function lockAnyKey(db: Database, id: string): Promise<ApiKeyRow | undefined> {
  return db.selectFrom('api_key').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** The keys of the owner. */
export const keysOf = ({ livemode }: Owner): Listing => ({
  table: 'api_key',
  kind: 'apiKey',
  belongs: sql<boolean>`t.consumer_id = q.id and t.livemode = ${livemode}`,
})

/** Every key with its consumer, or those of one consumer, oldest first. */
export function findAllKeys(db: Database, consumerId?: string) {
  const all = db
    .selectFrom('api_key')
    .innerJoin('consumer', 'consumer.id', 'api_key.consumer_id')
    .select(['api_key.id', 'api_key.consumer_id', 'consumer.name', 'api_key.name as label', 'livemode', 'scopes'])
    .select(['prefix', 'last4', 'revoked_at', 'expires_at'])
    .orderBy('api_key.created_at')
  return (consumerId === undefined ? all : all.where('consumer.id', '=', consumerId)).execute()
}

/** Returns some of a consumer's keys of both environments, newest first, after `after` (a uuid). */
export async function listKeysOf(
  db: Database,
  consumerId: string,
  after: string | null,
  limit: number,
): Promise<ApiKeyRow[]> {
  const { rows } = await sql<ApiKeyRow>`
    select * from api_key where consumer_id = ${consumerId} and (${after}::uuid is null
      or (created_at, id) < (select created_at, id from api_key where id = ${after} and consumer_id = ${consumerId}))
    order by created_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

/** True if the consumer has the key (a uuid), in either environment. */
export const hasKey = async (db: Database, consumerId: string, id: string): Promise<boolean> =>
  (await db.selectFrom('api_key').select('id').where('id', '=', id).where('consumer_id', '=', consumerId).execute())
    .length > 0

/** Counts the working keys, and those of them that end within a week. */
export async function countWorkingKeys(db: Database): Promise<{ active: number; expiring: number }> {
  const { rows } = await sql<{ active: number; expiring: number }>`
    select count(*)::int as active, count(*) filter (where expires_at < now() + interval '7 days')::int as expiring
    from api_key where revoked_at is null and (expires_at is null or expires_at > now())`.execute(db)
  return rows[0]!
}

/** Checks for consumers with other names. */
export async function hasConsumersBut(db: Database, names: readonly string[]): Promise<boolean> {
  const others = db.selectFrom('consumer').select('id').where(sql<boolean>`name <> all(${names}::text[])`)
  return (await others.limit(1).execute()).length > 0
}

/** Compares the end with the database's clock, as authentication does. The key is locked. */
export async function hasRunOut(db: Database, uuid: string): Promise<boolean> {
  const { rows } = await sql<{ ran_out: boolean | null }>`
    select ${isExpired('expires_at', await readTime(db))} as ran_out from api_key where id = ${uuid}`.execute(db)
  return rows[0]?.ran_out === true
}

type NewKeyRow = Pick<
  ApiKeyRow,
  'id' | 'consumer_id' | 'livemode' | 'name' | 'scopes' | 'hash' | 'mark' | 'prefix' | 'last4' | 'router' | 'expires_at'
>

export function insertKey(db: Database, key: NewKeyRow): Promise<ApiKeyRow> {
  return db.insertInto('api_key').values(key).returningAll().executeTakeFirstOrThrow()
}

/** Ends a key after `seconds`, records `newId` as its replacement, and notifies every node. */
export async function endRolled(db: Database, id: string, newId: string, seconds: number): Promise<void> {
  await sql`
    update api_key
    set rolled_to_id = ${newId}, updated_at = now(),
        expires_at = least(expires_at, now() + ${seconds} * interval '1 second')
    where id = ${id}`.execute(db)
  await announceKey(db, id)
}

/** Revokes a key once, and notifies every node each time. @returns true if this call revoked it */
export async function revokeApiKey(db: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_key')
    .set({ revoked_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  await announceKey(db, id)
  return numUpdatedRows > 0n
}

/** Networks of a key that are remembered, the latest. */
const most = 64

/**
 * Notes that a key was used from a network, of which the keyed hash alone is stored. Uses of one key are noted one after the
 * other. @returns true where it was used before, and from no such network
 */
export async function noteNetwork(db: Database, keyId: string, network: Buffer): Promise<boolean> {
  await sql`select from api_key where id = ${keyId} for no key update`.execute(db)
  const { rows } = await sql<{ is_new: boolean }>`
    with known as (select count(*) as n, bool_or(network = ${network}) as is_known from api_key_network where key_id = ${keyId}),
    noted as (
      insert into api_key_network (key_id, network) values (${keyId}, ${network})
      on conflict (key_id, network) do update set seen_at = now()
    )
    select n > 0 and not is_known as is_new from known`.execute(db)
  await sql`
    delete from api_key_network where key_id = ${keyId} and network in (
      select network from api_key_network where key_id = ${keyId} order by seen_at desc, network offset ${most})`.execute(
    db,
  )
  return rows[0]!.is_new === true
}
