import { sql } from 'kysely'
import { readTime } from '../../database/clock.ts'
import { isExpired } from '../../database/conditions.ts'
import type { Database, RowOf } from '../../database/orm.ts'
import type { Listing } from '../../database/pages.ts'
import type { NamesRead, Owner } from '../../kernel/call.ts'
import { readTexts } from '../../kernel/stored.ts'
import { lockIdentity, shownStatus } from '../../registry/identities/store.ts'
import type { IdentityOwned } from '../../registry/record-store.ts'
import { coversOf, type Terms } from './rules.ts'

export type GrantTuple = RowOf<'consent_grant'>

/**
 * Grants that the owner made on its identities, or that were made to it. Their ends are evaluated at `at`. Their owner is
 * that of the identity: a column of a later name replaces the grant's own.
 */
export function findGrants(db: Database, owner: Owner, ids: readonly string[], at: string | null = null) {
  return db
    .selectFrom('consent_grant')
    .innerJoin('identity', 'identity.id', 'consent_grant.identity_id')
    .innerJoin('consumer as owner', 'owner.id', 'identity.consumer_id')
    .selectAll('consent_grant')
    .select(['identity.consumer_id as owner_id', isExpired('consent_grant.expires_at', at).as('ran_out')])
    .select(shownStatus('identity', 'owner').as('identity_status'))
    .where(sql<boolean>`consent_grant.id = any(${ids}::uuid[])`)
    .where('consent_grant.consumer_id', 'is not', null)
    .where('identity.livemode', '=', owner.livemode)
    .where((where) =>
      where.or([
        where('identity.consumer_id', '=', owner.consumerId),
        where('consent_grant.consumer_id', '=', owner.consumerId),
      ]),
    )
    .execute()
}

/** A list of grants. One without consumer or identity can't be shown. */
const grantList = {
  table: 'consent_grant_record',
  kind: 'consentGrant',
  ends: true,
  shown: sql<boolean>`t.identity_id is not null and t.consumer_id is not null`,
} satisfies Omit<Listing, 'belongs'>

/** The grants on the caller's identities, or those made to the caller. */
export const grantsOf = ({ livemode }: Owner, role: 'owner' | 'grantee'): Listing => {
  const side = role === 'owner' ? sql.ref('t.owner_id') : sql.ref('t.consumer_id')
  return { ...grantList, belongs: sql<boolean>`${side} = q.id and t.livemode = ${livemode}` }
}

/** The grants on each identity of the owner's. */
export const grantsOn = ({ consumerId, livemode }: Owner): Listing => ({
  ...grantList,
  belongs: sql<boolean>`t.identity_id = q.id and t.owner_id = ${consumerId} and t.livemode = ${livemode}`,
})

/**
 * The active grants that cover a record that was found by its owner: those that cover everything, and those that list it.
 * Each has its index, so that the owner is compared by an expression that no index matches.
 */
export const grantsCovering = ({ id, identity_id }: IdentityOwned): Listing => ({
  ...grantList,
  belongs: sql<boolean>`t.identity_id = ${identity_id} and t.owner_id is not distinct from q.id`,
  shownAt: (now) => sql<boolean>`t.revoked_at is null and ${isExpired('t.expires_at', now)} is not true`,
  anyOf: [
    sql<boolean>`t.status = 'active' and t.covers_all`,
    sql<boolean>`t.status = 'active' and not t.covers_all and (t.covers_aliases || t.covers_endpoints) @> array[${id}::uuid]`,
  ],
})

export type PlacedGrant = IdentityOwned & { readonly consumer_id: string }

/** The identity and owner of a grant, read before its identity is locked. */
export async function findPlace(db: Database, owner: Owner, id: string): Promise<PlacedGrant | undefined> {
  const { rows } = await sql<PlacedGrant>`
    /* grant-place */ select g.id, g.identity_id, g.consumer_id from consent_grant g join identity i on i.id = g.identity_id
    where g.id = ${id} and g.consumer_id is not null and i.consumer_id = ${owner.consumerId} and i.livemode = ${owner.livemode}`.execute(
    db,
  )
  return rows[0]
}

/** The grantee of a grant, with the names shown in the answer. */
export function findGrantee(db: Database, id: string): Promise<NamesRead[string] | undefined> {
  return db
    .selectFrom('consumer')
    .select(['id', 'name', 'display_name'])
    .modifyFront(sql`/* grantee */`)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function findConsumer(db: Database, id: string): Promise<{ id: string } | undefined> {
  return db.selectFrom('consumer').select('id').where('id', '=', id).executeTakeFirst()
}

/** Locks the identity and then its grant, and reads the locked grant with its grantee. */
export async function lockGrant(db: Database, owner: Owner, { id, identity_id, consumer_id }: PlacedGrant) {
  const identity = await lockIdentity(db, owner, identity_id)
  await sql`/* grant-lock */ select from consent_grant where id = ${id} and identity_id = ${identity_id} for update`.execute(
    db,
  )
  const [row] = await findGrants(db, owner, [id], await readTime(db))
  return { identity, row, grantee: await findGrantee(db, consumer_id) }
}

/** Revokes a grant that is locked. */
export async function revokeGrant(db: Database, { id, identity_id }: IdentityOwned): Promise<GrantTuple> {
  const { rows } = await sql<GrantTuple>`
    /* grant-revoke */ update consent_grant set status = 'revoked', revoked_at = coalesce(revoked_at, now()), updated_at = now()
    where id = ${id} and identity_id = ${identity_id}
    returning *`.execute(db)
  return rows[0]!
}

export type StandingGrant = GrantTuple & { isActive: boolean }

/**
 * Locks the grant and the request between a locked identity and a consumer, and evaluates them at the time after the
 * lock.
 */
export async function lockStanding(db: Database, identityId: string, consumerId: string): Promise<StandingGrant[]> {
  const standing = sql`consent_grant
    where identity_id = ${identityId} and consumer_id = ${consumerId} and status = 'active'`
  const { rows: locked } = await sql`/* grant-standing */ select from ${standing} for update`.execute(db)
  if (locked.length === 0) return []
  const { rows } = await sql<StandingGrant>`
    select *, revoked_at is null and ${isExpired('expires_at', await readTime(db))} is not true as "isActive"
    from ${standing}`.execute(db)
  return rows
}

/** A grant that had expired when another was created. */
export type EndedGrant = { id: string; identity_id: string; consumer_id: string; status: 'revoked' | 'expired' }

/** Marks expired, locked grants. One that was revoked by its date alone is marked as revoked. */
export async function endGrants(db: Database, grants: readonly { id: string }[]): Promise<EndedGrant[]> {
  if (grants.length === 0) return []
  const { rows } = await sql<EndedGrant>`
    update consent_grant set status = case when revoked_at is null then 'expired' else 'revoked' end, updated_at = now()
    where id = any(${grants.map(({ id }) => id)}::uuid[])
    returning id, identity_id, consumer_id, status`.execute(db)
  return rows
}

export const grantsDue = sql<boolean>`exists (select from consent_grant where status = 'active' and expires_at <= now())`

export type ExpiredGrant = Pick<GrantTuple, 'id' | 'livemode' | 'identity_id' | 'consumer_id'> & {
  owner_id: string
  identity_status: string
}

/** Marks up to `limit` expired grants. Those that another worker holds are skipped: it marks them. */
export async function expireOnce(db: Database, limit: number): Promise<ExpiredGrant[]> {
  const { rows } = await sql<ExpiredGrant>`
    with due as (
      select id from consent_grant where status = 'active' and expires_at <= now()
      order by expires_at limit ${limit} for update skip locked
    )
    update consent_grant g
    set status = case when g.revoked_at is null then 'expired' else 'revoked' end, updated_at = now()
    from due, identity i join consumer o on o.id = i.consumer_id
    where g.id = due.id and i.id = g.identity_id
    returning g.id, g.livemode, g.identity_id, g.consumer_id, i.consumer_id as owner_id,
      ${shownStatus('i', 'o')} as identity_status`.execute(db)
  return rows
}

type NewGrantRow = Omit<
  GrantTuple,
  'version' | 'noticed' | 'status' | 'revoked_at' | 'created_at' | 'updated_at' | 'changed'
>

export async function insertGrant(db: Database, grant: NewGrantRow): Promise<GrantTuple> {
  const { rows } = await sql<GrantTuple>`
    /* grant-insert */ insert into consent_grant (id, livemode, identity_id, consumer_id, owner_id, covers_all, covers_aliases,
      covers_endpoints, release, sealed_purpose, expires_at, noticed)
    values (${grant.id}, ${grant.livemode}, ${grant.identity_id}, ${grant.consumer_id}, ${grant.owner_id},
      ${grant.covers_all}, ${grant.covers_aliases}, ${grant.covers_endpoints}, ${grant.release}, ${grant.sealed_purpose},
      ${grant.expires_at}, (select noticing from identity where id = ${grant.identity_id}))
    returning *`.execute(db)
  return rows[0]!
}

export const termsOf = (row: GrantTuple): Terms => ({
  covers: coversOf(row),
  release: readTexts(row.release),
  expiresAt: row.expires_at,
})

/** Writes the terms of a grant that is locked. */
export async function updateTerms(
  db: Database,
  { id, identity_id }: IdentityOwned,
  { covers, release, expiresAt }: Terms,
): Promise<GrantTuple> {
  const { rows } = await sql<GrantTuple>`
    update consent_grant set covers_all = ${covers.all}, covers_aliases = ${covers.aliases}::uuid[],
      covers_endpoints = ${covers.endpoints}::uuid[], release = ${[...release]}::uuid[], expires_at = ${expiresAt},
      version = version + 1, updated_at = now()
    where id = ${id} and identity_id = ${identity_id}
    returning *`.execute(db)
  return rows[0]!
}
