import { sql } from 'kysely'
import { readTime } from '../../database/clock.ts'
import { isExpired } from '../../database/conditions.ts'
import type { Database, RowOf } from '../../database/orm.ts'
import type { Listing } from '../../database/pages.ts'
import type { Owner } from '../../kernel/call.ts'
import { levelsWhere } from '../../kernel/privacy.ts'

export type NewConsentRequest = Pick<
  RowOf<'consent_request'>,
  'id' | 'livemode' | 'consumer_id' | 'type' | 'value' | 'skeleton' | 'sealed_purpose' | 'wants_release'
>

/** A row of `consent_request_record`: `ran_out` is true if `expires_at` has passed by the database's clock. */
export type ConsentRequestRow = Omit<RowOf<'consent_request'>, 'skeleton' | 'open' | 'matched_at'> & {
  ran_out: boolean
}

/**
 * Returns the requester's open request for this alias: an existing one, or a new one for 7 days. An existing one is
 * extended if this one asks for more, and then matched again.
 *
 * INVARIANT (same work): the same two statements for every alias; they touch only requests of this requester.
 */
export async function askOnce(db: Database, request: NewConsentRequest): Promise<ConsentRequestRow> {
  const { id, livemode, consumer_id: consumerId, type, value, skeleton } = request
  await sql`
    update consent_request set open = false
    where consumer_id = ${consumerId} and livemode = ${livemode} and type = ${type} and value = ${value}
      and open and ${isExpired('expires_at')}`.execute(db)
  const { rows } = await sql<ConsentRequestRow>`
    insert into consent_request as held (id, livemode, consumer_id, type, value, skeleton, sealed_purpose, wants_release,
      expires_at)
    values (${id}, ${livemode}, ${consumerId}, ${type}, ${value}, ${skeleton},
      ${request.sealed_purpose}, ${request.wants_release},
      now() + interval '7 days')
    on conflict (consumer_id, livemode, type, value) where open
      do update set wants_release = held.wants_release or excluded.wants_release,
        matched_at = case when held.wants_release >= excluded.wants_release then held.matched_at end
    returning *, ${isExpired('held.expires_at')} as ran_out`.execute(db)
  return rows[0]!
}

/** Requests that the consumer made, or that were matched to its identities. */
export async function findConsentRequests(
  db: Database,
  { consumerId, livemode }: Owner,
  ids: readonly string[],
): Promise<ConsentRequestRow[]> {
  const { rows } = await sql<ConsentRequestRow>`
    select * from consent_request_record
    where id = any(${ids}::uuid[]) and livemode = ${livemode}
      and (consumer_id = ${consumerId} or owner_id = ${consumerId})`.execute(db)
  return rows
}

/** Locks an incoming request. The caller has locked its identity before. */
export async function lockIncoming(
  db: Database,
  { consumerId, livemode }: Owner,
  id: string,
): Promise<ConsentRequestRow | undefined> {
  const own = sql`consent_request where id = ${id} and livemode = ${livemode} and owner_id = ${consumerId}`
  await sql`select from ${own} for no key update`.execute(db)
  const { rows } = await sql<ConsentRequestRow>`
    select *, ${isExpired('expires_at', await readTime(db))} as ran_out from ${own}`.execute(db)
  return rows[0]
}

/** The owner's view names all three: a row that lacks one can't be shown. */
const isMatched = sql<boolean>`t.identity_id is not null and t.alias_id is not null and t.consumer_id is not null`

const requestList = { table: 'consent_request_record', kind: 'consentRequest', ends: true } as const

/** The caller's own requests, or those matched to its identities. */
export const requestsOf = ({ livemode }: Owner, direction: 'outgoing' | 'incoming'): Listing => {
  const holder = sql.ref(direction === 'incoming' ? 't.owner_id' : 't.consumer_id')
  return {
    ...requestList,
    belongs: sql<boolean>`${holder} = q.id and t.livemode = ${livemode}`,
    shown: direction === 'incoming' ? isMatched : sql<boolean>`true`,
  }
}

/** The requests that were matched to the caller's identities, by identity. */
export const requestsOn = ({ consumerId, livemode }: Owner): Listing => ({
  ...requestList,
  belongs: sql<boolean>`t.identity_id = q.id and t.owner_id = ${consumerId} and t.livemode = ${livemode}`,
  shown: isMatched,
})

export type RequestChange = { status: 'approved' | 'declined'; open?: boolean; grant_id?: string }

/** Changes a request that is locked. */
export function updateRequest(db: Database, id: string, change: RequestChange): Promise<{ updated_at: Date }> {
  return db
    .updateTable('consent_request')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returning('updated_at')
    .executeTakeFirstOrThrow()
}

export type MatchedRequest = Pick<
  RowOf<'consent_request'>,
  'id' | 'livemode' | 'status' | 'consumer_id' | 'owner_id' | 'identity_id'
>

export const requestsDue = sql<boolean>`exists (select from consent_request where matched_at is null)`

/** Levels of aliases that a request may be matched to: a grant never shows others. */
const requestable = levelsWhere(({ alias }) => alias !== 'never')

/**
 * Matches up to `limit` new or extended requests, oldest first, with or without an alias. One that has an alias keeps it.
 *
 * INVARIANT (no inheritance): only an alias that was registered before the request was made is matched to it. Requests
 * that another worker holds are skipped: it matches them.
 */
export async function matchOnce(db: Database, limit: number): Promise<MatchedRequest[]> {
  const { rows } = await sql<MatchedRequest>`
    with fresh as (
      select * from consent_request where matched_at is null
      order by created_at limit ${limit} for update skip locked
    )
    update consent_request r
    set matched_at = now(), owner_id = coalesce(r.owner_id, found.owner_id),
      identity_id = coalesce(r.identity_id, found.identity_id), alias_id = coalesce(r.alias_id, found.alias_id)
    from (
      select f.id, i.consumer_id as owner_id, i.id as identity_id, case when i.id is not null then a.id end as alias_id
      from fresh f
      left join alias a on a.livemode = f.livemode and a.type = f.type and a.skeleton = f.skeleton
        and a.status = 'registered' and a.released_at is null and a.value = f.value and a.created_at <= f.created_at and f.expires_at > now()
        and a.privacy_level in (${sql.join(requestable)})
      left join identity i on i.id = a.identity_id and i.livemode = a.livemode and i.status = 'active'
    ) found
    where r.id = found.id
    returning r.id, r.livemode, r.status, r.consumer_id, r.owner_id, r.identity_id`.execute(db)
  return rows
}
