import { sql } from 'kysely'
import type { Database } from './orm.ts'

/** The key whose hash this is, with its consumer, and what the database's clock says of it. */
export async function findKeyByHash(db: Database, hash: Buffer) {
  const row = await db
    .selectFrom('api_key')
    .innerJoin('consumer', 'consumer.id', 'api_key.consumer_id')
    .select([
      'api_key.id',
      'api_key.consumer_id',
      'consumer.name',
      'consumer.limits',
      'api_key.livemode',
      'api_key.scopes',
      'api_key.router',
      'api_key.expires_at',
      'api_key.revoked_at',
      sql<boolean>`api_key.expires_at <= now()`.as('ran_out'),
    ])
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row
}

/** The consumer of that name, made when there is none. @returns its uuid */
export async function ensureConsumer(db: Database, name: string, newId: () => string): Promise<string> {
  await db
    .insertInto('consumer')
    .values({ id: newId(), name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { id } = await db.selectFrom('consumer').select('id').where('name', '=', name).executeTakeFirstOrThrow()
  return id
}
