import { sql } from 'kysely'
import type { Database } from '../database/orm.ts'
import { preparedAs } from '../database/prepared.ts'
import type { Owner } from '../kernel/call.ts'

/*
 * INVARIANT (ownership): every read and every lock of the control plane goes through one of these, so a row of another
 * owner or environment is the same `undefined` as an absent one.
 */

/** All of an identity but its card, which resolve alone reads. */
export const identityColumns = [
  'id',
  'livemode',
  'consumer_id',
  'type',
  'status',
  'display_name',
  'default_privacy_level',
  'primary_alias_id',
  'created_at',
  'updated_at',
] as const

const ownIdentity = (db: Database, owner: Owner, id: string) =>
  db
    .selectFrom('identity')
    .select(identityColumns)
    .where('id', '=', id)
    .where('consumer_id', '=', owner.consumerId)
    .where('livemode', '=', owner.livemode)

export function findIdentity(db: Database, owner: Owner, id: string) {
  return ownIdentity(db, owner, id).executeTakeFirst()
}

/** The identity, locked to the end of the transaction: the first lock of every write below it, so none can deadlock. */
export function lockIdentity(db: Database, owner: Owner, id: string) {
  return ownIdentity(db, owner, id).modifyFront(preparedAs('lock-identity')).forNoKeyUpdate().executeTakeFirst()
}

/** Several identities of one owner by id, in no order; what isn't the owner's is left out. */
export function findIdentities(db: Database, owner: Owner, ids: readonly string[]) {
  return db
    .selectFrom('identity')
    .select(identityColumns)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('consumer_id', '=', owner.consumerId)
    .where('livemode', '=', owner.livemode)
    .execute()
}

export function findAliases(db: Database, owner: Owner, ids: readonly string[]) {
  return db
    .selectFrom('alias')
    .innerJoin('identity', 'identity.id', 'alias.identity_id')
    .selectAll('alias')
    .select('identity.primary_alias_id')
    .where(sql<boolean>`alias.id = any(${ids}::uuid[])`)
    .where('identity.consumer_id', '=', owner.consumerId)
    .where('identity.livemode', '=', owner.livemode)
    .execute()
}

export function findEndpoints(db: Database, owner: Owner, ids: readonly string[]) {
  return db
    .selectFrom('endpoint')
    .innerJoin('identity', 'identity.id', 'endpoint.identity_id')
    .selectAll('endpoint')
    .where(sql<boolean>`endpoint.id = any(${ids}::uuid[])`)
    .where('endpoint.removed_at', 'is', null)
    .where('identity.consumer_id', '=', owner.consumerId)
    .where('identity.livemode', '=', owner.livemode)
    .execute()
}

/** The active ones among identities of any owner: what a grantee is told goes by it. */
export async function findActiveIdentities(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('identity')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('status', '=', 'active')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Grants that the owner made on its identities, or that were made to it as the grantee. */
export function findGrants(db: Database, owner: Owner, ids: readonly string[]) {
  return db
    .selectFrom('consent_grant')
    .innerJoin('identity', 'identity.id', 'consent_grant.identity_id')
    .selectAll('consent_grant')
    .select(['identity.consumer_id as owner_id', sql<boolean>`consent_grant.expires_at <= now()`.as('ran_out')])
    .select('identity.status as identity_status')
    .where(sql<boolean>`consent_grant.id = any(${ids}::uuid[])`)
    .where('identity.livemode', '=', owner.livemode)
    .where((where) =>
      where.or([
        where('identity.consumer_id', '=', owner.consumerId),
        where('consent_grant.consumer_id', '=', owner.consumerId),
      ]),
    )
    .execute()
}
