import { sql } from 'kysely'
import { isOver } from '../../database/moments.ts'
import type { Database } from '../../database/orm.ts'
import type { Listing } from '../../database/pages.ts'
import type { Owner } from '../../kernel/call.ts'
import { shownStatus } from '../../registry/identities/store.ts'
import type { Placed } from '../../registry/placed.ts'
import type { CoveredRows } from '../covers.ts'

/** Grants that the owner made on its identities, or that were made to it as the grantee. */
export function findGrants(db: Database, owner: Owner, ids: readonly string[]) {
  return db
    .selectFrom('consent_grant')
    .innerJoin('identity', 'identity.id', 'consent_grant.identity_id')
    .innerJoin('consumer as owner', 'owner.id', 'identity.consumer_id')
    .selectAll('consent_grant')
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
    .execute()
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

export function findConsumer(db: Database, id: string): Promise<{ id: string } | undefined> {
  return db.selectFrom('consumer').select('id').where('id', '=', id).executeTakeFirst()
}

/** How many of the covered aliases and endpoints are the identity's. */
export async function countCovered(
  db: Database,
  identity: { id: string },
  { aliases, endpoints }: CoveredRows,
): Promise<{ aliases: number; endpoints: number }> {
  const { rows } = await sql<{ aliases: number; endpoints: number }>`
    select
      (select count(*)::int from alias where id = any(${aliases}::uuid[]) and identity_id = ${identity.id}) as aliases,
      (select count(*)::int from endpoint
        where id = any(${endpoints}::uuid[]) and identity_id = ${identity.id} and removed_at is null) as endpoints`.execute(
    db,
  )
  return rows[0]!
}

/** Ends the grants that stand between this identity and this consumer: revoked, or expired when their time is over. */
export async function endStanding(
  db: Database,
  identity: { id: string },
  consumerId: string,
): Promise<{ id: string; identity_id: string; consumer_id: string; status: string }[]> {
  const { rows } = await sql<{ id: string; identity_id: string; consumer_id: string; status: string }>`
    update consent_grant
    set status = case when revoked_at is null and ${isOver('expires_at')} then 'expired' else 'revoked' end,
        revoked_at = case when revoked_at is null and ${isOver('expires_at')} then null else coalesce(revoked_at, now()) end,
        updated_at = now()
    where identity_id = ${identity.id} and consumer_id = ${consumerId} and status = 'active'
    returning id, identity_id, consumer_id, status`.execute(db)
  return rows
}

export type NewGrantRow = {
  id: string
  livemode: boolean
  identity_id: string
  consumer_id: string
  owner_id: string
  covers_all: boolean
  covers_aliases: string[]
  covers_endpoints: string[]
  release: string[]
  sealed_purpose: Buffer | null
  expires_at: Date | null
}

/** INVARIANT (one grant): a partial unique index allows one active grant per (identity, consumer). */
export function insertGrant(db: Database, grant: NewGrantRow) {
  return db.insertInto('consent_grant').values(grant).returningAll().executeTakeFirstOrThrow()
}

export async function lockGrant(db: Database, { id, identity_id }: Placed): Promise<void> {
  const grants = db.selectFrom('consent_grant').select('id').where('id', '=', id).where('identity_id', '=', identity_id)
  await grants.forUpdate().execute()
}

export function revokeGrant(db: Database, { id, identity_id }: Placed) {
  return db
    .updateTable('consent_grant')
    .set({ status: 'revoked', revoked_at: sql<Date>`coalesce(revoked_at, now())`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('identity_id', '=', identity_id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

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
