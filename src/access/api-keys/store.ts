import { sql } from 'kysely'
import { channels } from '../../database/listener.ts'
import type { Database } from '../../database/orm.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { isFreeText } from '../../kernel/free-text.ts'

/** A key with its consumer, and what the database's clock says of it. */
const selectKeys = (db: Database) =>
  db
    .selectFrom('api_key')
    .innerJoin('consumer', 'consumer.id', 'api_key.consumer_id')
    .select([
      'api_key.id',
      'api_key.hash',
      'api_key.consumer_id',
      'consumer.name',
      'consumer.limits',
      'api_key.livemode',
      'api_key.scopes',
      'api_key.router',
      'api_key.revoked_at',
      sql<boolean>`api_key.expires_at <= now()`.as('ran_out'),
      sql<number | null>`extract(epoch from api_key.expires_at - now())::float8 * 1000`.as('lives_ms'),
    ])

export const findKeyByHash = (db: Database, hash: Buffer) => selectKeys(db).where('hash', '=', hash).executeTakeFirst()

export type KeyRow = NonNullable<Awaited<ReturnType<typeof findKeyByHash>>>

/** Those of the hashes that are a key's, in no order. */
export const findKeysByHash = (db: Database, hashes: Buffer[]): Promise<KeyRow[]> =>
  selectKeys(db).where(sql<boolean>`api_key.hash = any(${hashes}::bytea[])`).execute()

const nameLimit = 200

/** The consumer of that name, made when there is none. @returns its uuid @throws SignpostError parameter_invalid */
export async function ensureConsumer(db: Database, name: string, newId: () => string): Promise<string> {
  if (!isFreeText(name, nameLimit) || name.trim() === '') {
    throw new SignpostError('parameter_invalid', { param: 'consumer' })
  }
  await db
    .insertInto('consumer')
    .values({ id: newId(), name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { id } = await db.selectFrom('consumer').select('id').where('name', '=', name).executeTakeFirstOrThrow()
  return id
}

/** Tells every node, at the commit of the caller's transaction and only then, that a key is no longer as it was. */
export async function announceKey(db: Database, keyId: string): Promise<void> {
  await sql`select pg_notify(${channels.keys}, ${keyId})`.execute(db)
}

/** Rows are locked in one order and never waited for: a key that is being changed shows its use the next time. */
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
