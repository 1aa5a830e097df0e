import { sql } from 'kysely'
import type { Database, RowOf } from '../../database/orm.ts'
import type { NewNotice } from '../../events/store.ts'
import type { SnapshotEntry } from '../../registry/endpoints/snapshot-store.ts'

/** Notices a minute of one owner to one grantee in one environment. */
const perMinute = 6

export const noticesDue = sql<boolean>`exists (select from notice_due where next_at <= now())`

export type DueIdentity = Pick<RowOf<'identity'>, 'id' | 'livemode' | 'snapshot' | 'noticing'> & {
  owner_id: string
  /** Its owner is not suspended either. */
  isActive: boolean
  isClosed: boolean
}

/**
 * Locks one identity whose grantees may have to be told. One that another transaction holds is left for the next run. Only
 * the first due state of each counts: many of one identity must not hide the others.
 */
export async function lockDueIdentity(db: Database): Promise<DueIdentity | undefined> {
  const { rows } = await sql<DueIdentity>`
    select i.id, i.livemode, i.consumer_id as owner_id, i.snapshot, i.noticing, i.status = 'closed' as "isClosed",
      i.status = 'active' and k.suspended_at is null as "isActive"
    from identity i join consumer k on k.id = i.consumer_id
    where i.id in (
      select d.identity_id from notice_due d where d.next_at <= now()
        and d.number = (select min(e.number) from notice_due e where e.identity_id = d.identity_id and e.next_at <= now())
      order by d.next_at limit 100)
    order by i.id limit 1 for no key update of i skip locked`.execute(db)
  return rows[0]
}

/** Serializes the notices of one owner, whose number a minute is limited. */
export async function lockOwner(db: Database, { owner_id }: DueIdentity): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('notices ' || ${owner_id}, 0))`.execute(db)
}

/** The endpoints before a change of the identity with that number. */
export type Before = { number: number; before: readonly SnapshotEntry[] }

/** The states before changes, in their order. */
export async function readBefore(db: Database, { id }: DueIdentity) {
  const { rows } = await sql<Before>`
    select number, before from notice_due where identity_id = ${id} order by number`.execute(db)
  return rows
}

type GrantColumn = 'id' | 'consumer_id' | 'noticed' | 'covers_all' | 'covers_endpoints'
export type NoticedGrant = Pick<RowOf<'consent_grant'>, GrantColumn>

const isActive = sql<boolean>`g.status = 'active' and g.revoked_at is null
  and (g.expires_at is null or g.expires_at > clock_timestamp() and g.expires_at < '10000-01-01Z')`

/** Locks active grants that a change came after. Grantees that were told too often within a minute wait. */
export async function lockGrants(
  db: Database,
  { id, owner_id, livemode, noticing }: DueIdentity,
  limit: number,
): Promise<NoticedGrant[]> {
  const { rows } = await sql<NoticedGrant>`
    select g.id, g.consumer_id, g.noticed, g.covers_all, g.covers_endpoints::text[]
    from consent_grant g
    where g.identity_id = ${id} and ${isActive} and g.noticed < ${noticing}
      and (select count(*) from event_notice n join consent_grant o on o.id = n.grant_id
        where n.consumer_id = g.consumer_id and n.livemode = ${livemode} and n.type = 'disclosed_endpoints.changed'
          and n.created_at > now() - interval '1 minute' and o.owner_id = ${owner_id}) < ${perMinute}
    order by g.id limit ${limit} for update of g`.execute(db)
  return rows
}

/** A notice, and the endpoints that it says are removed. A narrowing cancels those that name another one of its endpoints. */
export type GranteeNotice = NewNotice & { readonly grantId: string; readonly removed: readonly string[] }

/**
 * Frees older notices of removed endpoints: a later narrowing by such an endpoint, which the grantee can't see any more,
 * must not show in their deliveries.
 */
export async function keepDespiteNarrowing(db: Database, notices: readonly GranteeNotice[]): Promise<void> {
  const removed = [...new Set(notices.flatMap((notice) => notice.removed))]
  if (removed.length === 0) return
  await sql`
    update event_notice set endpoints = array(select unnest(endpoints) except select unnest(${removed}::uuid[]))
    where grant_id = any(${notices.map(({ grantId }) => grantId)}::uuid[]) and endpoints && ${removed}::uuid[]`.execute(
    db,
  )
}

/** Marks that these grantees know every change up to now. */
export async function markNoticed(
  db: Database,
  { id, noticing }: DueIdentity,
  grants: readonly NoticedGrant[],
): Promise<void> {
  await sql`
    update consent_grant set noticed = ${noticing}
    where identity_id = ${id} and id = any(${grants.map((grant) => grant.id)}::uuid[])`.execute(db)
}

/**
 * Removes all states but the first that an active grantee has not been told of; those are due again after `seconds`.
 * @returns true if some are left
 */
export async function settleDue(db: Database, { id }: DueIdentity, seconds: number): Promise<boolean> {
  await sql`
    delete from notice_due where identity_id = ${id} and number <> all (array(
      select (select min(d.number) from notice_due d where d.identity_id = ${id} and d.number > g.noticed)
      from consent_grant g where g.identity_id = ${id} and ${isActive}
        and g.noticed < (select max(number) from notice_due where identity_id = ${id})))`.execute(db)
  return await postpone(db, { id }, seconds)
}

/** Makes an identity due again after `seconds`. @returns true if it has states */
export async function postpone(db: Database, { id }: Pick<DueIdentity, 'id'>, seconds: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update notice_due set next_at = now() + ${seconds} * interval '1 second' where identity_id = ${id}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** No grantee is told of an identity that is closed. */
export async function dropDue(db: Database, { id }: DueIdentity): Promise<void> {
  await sql`delete from notice_due where identity_id = ${id}`.execute(db)
}
