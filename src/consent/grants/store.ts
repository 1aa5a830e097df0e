import { sql } from 'kysely'
import { isOver } from '../../database/moments.ts'
import type { Database } from '../../database/orm.ts'
import type { Listing } from '../../database/pages.ts'
import { prepared, runTogether } from '../../database/prepared.ts'
import type { NamesRead, Owner } from '../../kernel/call.ts'
import { lockingIdentity, shownStatus } from '../../registry/identities/store.ts'
import type { Placed } from '../../registry/placed.ts'
import type { CoveredRows } from '../covers.ts'
import type { NewGrantRow } from './making-store.ts'

/** Named, as what is prepared must be. */
const grantFields = [
  'id',
  'livemode',
  'identity_id',
  'consumer_id',
  'covers_all',
  'covers_aliases',
  'covers_endpoints',
  'release',
  'sealed_purpose',
  'status',
  'expires_at',
  'revoked_at',
  'created_at',
  'updated_at',
] as const

export const grantColumns = sql.raw(grantFields.join(', '))

/** Grants that the owner made on its identities, or that were made to it as the grantee. */
export async function findGrants(db: Database, owner: Owner, ids: readonly string[]) {
  const [rows] = await runTogether(db, [findingGrants(db, owner, ids)])
  return rows
}

const findingGrants = (db: Database, owner: Owner, ids: readonly string[]) =>
  prepared('find-grants', grantsById(db, owner, ids))

function grantsById(db: Database, owner: Owner, ids: readonly string[]) {
  return db
    .selectFrom('consent_grant')
    .innerJoin('identity', 'identity.id', 'consent_grant.identity_id')
    .innerJoin('consumer as owner', 'owner.id', 'identity.consumer_id')
    .select(grantFields.map((name) => `consent_grant.${name}` as const))
    .select(['identity.consumer_id as owner_id', isOver('consent_grant.expires_at').as('ran_out')])
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
}

/** A grant of nobody, or on nothing, can't be shown. */
const isWhole = sql<boolean>`t.identity_id is not null and t.consumer_id is not null`

/** The grants on the caller's identities, or those made to the caller. */
export const grantsOf = ({ livemode }: Owner, role: 'owner' | 'grantee'): Listing => {
  const side = role === 'owner' ? sql.ref('t.owner_id') : sql.ref('t.consumer_id')
  return {
    table: 'consent_grant_record',
    kind: 'consentGrant',
    ends: true,
    belongs: sql<boolean>`${side} = q.id and t.livemode = ${livemode}`,
    shown: isWhole,
  }
}

/** The grants on each identity of the owner's. */
export const grantsOn = ({ consumerId, livemode }: Owner): Listing => ({
  table: 'consent_grant_record',
  kind: 'consentGrant',
  ends: true,
  belongs: sql<boolean>`t.identity_id = q.id and t.owner_id = ${consumerId} and t.livemode = ${livemode}`,
  shown: isWhole,
})

export type PlacedGrant = Placed & { readonly consumer_id: string }

/** Where a grant lies that the owner may revoke, and whose it is: read before its identity is locked. */
export async function findPlace(db: Database, owner: Owner, id: string): Promise<PlacedGrant | undefined> {
  const [[placed]] = await runTogether(db, [
    prepared(
      'find-grant-place',
      sql<PlacedGrant>`
      select g.id, g.identity_id, g.consumer_id from consent_grant g join identity i on i.id = g.identity_id
      where g.id = ${id} and g.consumer_id is not null and i.consumer_id = ${owner.consumerId} and i.livemode = ${owner.livemode}`,
    ),
  ])
  return placed
}

/** Whom a grant is made to, with what the answer calls it. */
export const findingGrantee = (id: string) =>
  prepared('find-grantee', sql<NamesRead[string]>`select id, name, display_name from consumer where id = ${id}`)

export function findConsumer(db: Database, id: string): Promise<{ id: string } | undefined> {
  return db.selectFrom('consumer').select('id').where('id', '=', id).executeTakeFirst()
}

export type GrantTuple = Omit<
  Awaited<ReturnType<typeof findGrants>>[number],
  'owner_id' | 'ran_out' | 'identity_status'
>

type Covered = Pick<CoveredRows, 'aliases' | 'endpoints'>
type Counts = { aliases: number; endpoints: number }

/** How many of the covered aliases and endpoints are the identity's. */
export const countingCovered = (
  identityId: string,
  { aliases, endpoints }: Pick<CoveredRows, 'aliases' | 'endpoints'>,
) =>
  prepared(
    'count-covered',
    sql<Counts>`
    select
      (select count(*)::int from alias where id = any(${aliases}::uuid[]) and identity_id = ${identityId}) as aliases,
      (select count(*)::int from endpoint
        where id = any(${endpoints}::uuid[]) and identity_id = ${identityId} and removed_at is null) as endpoints`,
  )

export async function countCovered(db: Database, { id }: { id: string }, covers: Covered): Promise<Counts> {
  const [[counts]] = await runTogether(db, [countingCovered(id, covers)])
  return counts!
}

/** Locks the identity and then its grant, and reads this as it is then, with its grantee. */
export async function lockForRevoke(db: Database, owner: Owner, { id, identity_id, consumer_id }: PlacedGrant) {
  const locking = sql`select id from consent_grant where id = ${id} and identity_id = ${identity_id} for update`
  const [[identity], , [row], [grantee]] = await runTogether(db, [
    lockingIdentity(db, owner, identity_id),
    prepared('lock-grant', locking),
    findingGrants(db, owner, [id]),
    findingGrantee(consumer_id),
  ])
  return { identity, row, grantee }
}

export const revokingGrant = ({ id, identity_id }: Placed) =>
  prepared(
    'revoke-grant',
    sql<GrantTuple>`
    update consent_grant set status = 'revoked', revoked_at = coalesce(revoked_at, now()), updated_at = now()
    where id = ${id} and identity_id = ${identity_id}
    returning ${grantColumns}`,
  )

/** The grant that is in force between the identity and the consumer, locked. */
export function lockActiveGrant(db: Database, identityId: string, grant: { consumerId: string }) {
  return db
    .selectFrom('consent_grant')
    .selectAll()
    .where('identity_id', '=', identityId)
    .where('consumer_id', '=', grant.consumerId)
    .where('status', '=', 'active')
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`${isOver('expires_at')} is not true`)
    .forUpdate()
    .executeTakeFirst()
}

export async function widenGrant(
  db: Database,
  id: string,
  widened: Pick<NewGrantRow, 'covers_all' | 'covers_aliases' | 'covers_endpoints' | 'expires_at'>,
): Promise<void> {
  await db
    .updateTable('consent_grant')
    .set({ ...widened, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

export type ExpiredGrant = {
  id: string
  livemode: boolean
  identity_id: string
  consumer_id: string
  owner_id: string
  identity_status: string
}

export const grantsDue = sql<boolean>`exists (select from consent_grant where status = 'active' and expires_at <= now())`

/** Marks up to `limit` grants whose time is over. Those that another worker holds are skipped: it marks them. */
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
