import { sql } from 'kysely'
import { every, type MomentRange, within } from '../database/conditions.ts'
import type { Database, RowOf } from '../database/orm.ts'
import type { Listing } from '../database/pages.ts'
import { inPartitionsOf, timedUuid } from '../database/partitions/store.ts'
import { nobody, type Owner } from '../kernel/call.ts'
import { decodeId, kindOf } from '../kernel/id.ts'
import type { Cause } from './actor.ts'
import { type EventType, heardDays, patternsFor } from './event-types.ts'
import type { EntryKind } from './kinds.ts'

/** An event to be recorded. `body` is the very text that deliveries send. Ids are uuids. */
export type NewEvent = {
  id: string
  livemode: boolean
  /** Null in the operator's own log. */
  consumerId: string | null
  granteeId: string | null
  type: EventType | EntryKind
  /** Null for what no webhook hears. */
  body: string | null
  /** Public ids that each log is told. */
  subjects: readonly string[]
  granteeSubjects: readonly string[]
  /** Names of fields that differ. */
  changed: readonly string[]
  /** The time that its id says. */
  createdAt: Date
  cause: Cause
}

/** An enabled webhook (`w`) subscribes to a type, by the `patterns` of the row beside it. */
const subscribes = sql<boolean>`w.status = 'enabled' and w.removed_at is null and w.enabled_events && string_to_array(patterns, ' ')`

/**
 * Records events, and one pending delivery for each webhook that subscribes, in the transaction of what they tell.
 * @returns how many deliveries are now due
 */
export async function recordEvents(db: Database, events: readonly NewEvent[]): Promise<number> {
  if (events.length === 0) return 0
  const about = events.flatMap(rowsAbout)
  const { rows } = await sql<{ due: number }>`
    /* events */ with e as (
      select * from unnest(
        ${events.map((event) => event.id)}::uuid[], ${events.map((event) => event.livemode)}::bool[],
        ${events.map((event) => event.consumerId)}::uuid[], ${events.map((event) => event.granteeId)}::uuid[],
        ${events.map((event) => event.type)}::text[], ${events.map((event) => event.body)}::text[],
        ${events.map((event) => event.createdAt)}::timestamptz[],
        ${events.map(({ cause }) => cause.type)}::text[], ${events.map(({ cause }) => cause.id)}::text[],
        ${events.map(({ cause }) => cause.consumerId)}::uuid[], ${events.map(({ cause }) => cause.requestId)}::uuid[],
        ${events.map(({ cause }) => cause.network ?? null)}::text[],
        ${events.map(({ type }) => patternsFor(type).join(' '))}::text[],
        ${events.map(({ subjects }) => subjects.join(' '))}::text[],
        ${events.map(({ granteeId, granteeSubjects }) => granteeId && granteeSubjects.join(' '))}::text[],
        ${events.map(({ changed }) => (changed.length === 0 ? null : changed.join(' ')))}::text[]
      ) as e (id, livemode, consumer_id, grantee_id, type, body, created_at, actor_type, actor_id, actor_consumer_id,
        request_id, network, patterns, subjects, grantee_subjects, changed)
    ), recorded as (
      insert into event (id, livemode, consumer_id, grantee_id, type, delivered, created_at, actor_type, actor_id,
        actor_consumer_id, request_id, subjects, grantee_subjects, changed_fields)
      select id, livemode, consumer_id, grantee_id, type, body is not null, created_at, actor_type, actor_id,
        actor_consumer_id, request_id, string_to_array(subjects, ' '), string_to_array(grantee_subjects, ' '),
        string_to_array(changed, ' ')
      from e
    ), told as (
      insert into event_body (id, livemode, created_at, type, body)
      select id, livemode, created_at, type, body from e where body is not null
    ), placed as (
      insert into audit_network (entry, at, prefix) select id, created_at, network from e where network is not null
    ), found as (
      insert into audit_subject (consumer_id, subject, at, id, delivered)
      select * from unnest(
        ${about.map(({ log }) => log)}::uuid[], ${about.map(({ subject }) => subject)}::uuid[],
        ${about.map(({ at }) => at)}::timestamptz[], ${about.map(({ id }) => id)}::uuid[],
        ${about.map(({ delivered }) => delivered)}::bool[])
    ), due as (
      insert into webhook_delivery (id, livemode, event_id, event_created_at, webhook_id, kind)
      select ${timedUuid('e.created_at')}, e.livemode, e.id, e.created_at, w.id, 'automatic'
      from e join webhook w on w.consumer_id in (e.consumer_id, e.grantee_id) and w.livemode = e.livemode
      where e.body is not null and ${subscribes}
      returning 1
    )
    select count(*)::int as due from due`.execute(db)
  return rows[0]!.due
}

/** By what an entry is found in each log that it is in. */
const rowsAbout = ({ id, createdAt: at, consumerId, granteeId, subjects, granteeSubjects, body }: NewEvent) =>
  [
    ...subjects.map((subject) => ({ log: consumerId ?? nobody.consumerId, subject })),
    ...(granteeId === null ? [] : granteeSubjects.map((subject) => ({ log: granteeId, subject }))),
  ].map(({ log, subject }) => ({
    ...{ id, at, log, delivered: body !== null },
    subject: decodeId(kindOf(subject)!, subject)!,
  }))

/** A notice, and the grant and endpoints that it rests on. */
export type NewNotice = NewEvent & { grantId?: string; endpoints?: readonly string[] }

/** Records what is told and is no change: it has no entry. */
export async function recordNotices(db: Database, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return
  const row = ({ id, livemode, createdAt, type }: NewNotice) => ({ id, livemode, created_at: createdAt, type })
  const noticed = notices.map((notice) => {
    const { consumerId, cause, grantId = null, endpoints = [] } = notice
    const { type: actor_type, id: actor_id, consumerId: actor_consumer_id, requestId: request_id } = cause
    const by = { actor_type, actor_id, actor_consumer_id, request_id }
    return { ...row(notice), ...by, consumer_id: consumerId!, grant_id: grantId, endpoints: [...endpoints] }
  })
  await db.insertInto('event_notice').values(noticed).execute()
  const bodies = notices.map((notice) => ({ ...row(notice), body: notice.body! }))
  await db.insertInto('event_body').values(bodies).execute()
}

/** Queues recorded notices for each webhook that subscribes. @returns how many deliveries are now due */
export async function deliverNotices(db: Database, notices: readonly NewNotice[]): Promise<number> {
  if (notices.length === 0) return 0
  const [ids, patterns] = [notices.map(({ id }) => id), notices.map(({ type }) => patternsFor(type).join(' '))]
  const { numAffectedRows } = await sql`
    insert into webhook_delivery (id, livemode, event_id, event_created_at, webhook_id, kind)
    select ${timedUuid('n.created_at')}, n.livemode, n.id, n.created_at, w.id, 'automatic'
    from unnest(${ids}::uuid[], ${patterns}::text[]) as q (id, patterns)
    join event_notice n on n.id = q.id and ${inPartitionsOf('n.created_at', ids)}
    join webhook w on w.consumer_id = n.consumer_id and w.livemode = n.livemode
    where ${subscribes}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export type EventRow = { body: string } & Pick<
  RowOf<'event'>,
  'id' | 'livemode' | 'type' | 'actor_type' | 'actor_id' | 'actor_consumer_id' | 'request_id'
>

/** Events that webhooks hear of, of the last days: to the week, as partitions are dropped. */
const isHeard = (row: string) => sql<boolean>`${sql.ref(`${row}.delivered`)}
  and ${sql.ref(`${row}.created_at`)} >= date_trunc('week', now() - ${heardDays} * interval '1 day', 'UTC')`

/** Events that the consumer hears of, by id, in no order: those of its records, and of the grants made to it. */
export async function findEvents(db: Database, owner: Owner, ids: readonly string[]): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.id, e.livemode, e.type, b.body, e.actor_type, e.actor_id, e.actor_consumer_id, e.request_id
    from event_heard e join event_body b on b.id = e.id and b.created_at = e.created_at
    where e.id = any(${ids}::uuid[]) and ${inPartitionsOf('e.created_at', ids)} and e.livemode = ${owner.livemode}
      and ${owner.consumerId}::uuid in (e.consumer_id, e.grantee_id) and ${isHeard('e')}`.execute(db)
  return rows
}

/** The filters of a list of events. */
type EventWindow = {
  type: string | null
  created: MomentRange | null
  /** The uuid of `req_…`. */
  request: string | null
}

/** A request is known to the consumer whose key it had; the operator's is known to everybody whose records it changed. */
const isOfRequest = (request: string) =>
  sql<boolean>`t.request_id = ${request}::uuid and (t.actor_type <> 'api_key' or t.actor_consumer_id = q.id)`

const inWindow = ({ type, created, request }: EventWindow) =>
  every([
    ...(type === null ? [] : [sql<boolean>`t.type = ${type}`]),
    ...(request === null ? [] : [isOfRequest(request)]),
    ...within('t.created_at', created),
  ])

const body = sql`(select b.body from event_body b where b.id = p.id and b.created_at = p.created_at) as body`

/** The events that the consumer hears of. */
export const eventsOf = ({ livemode }: Owner, window: EventWindow): Listing => ({
  table: 'event_heard',
  kind: 'event',
  belongs: sql<boolean>`q.id in (t.consumer_id, t.grantee_id) and t.livemode = ${livemode} and ${isHeard('t')}`,
  shown: inWindow(window),
  // Never both: an event of its consumer's own has no grantee.
  anyOf: [sql<boolean>`t.consumer_id = q.id`, sql<boolean>`t.grantee_id = q.id`],
  adds: body,
  timed: 't.created_at',
})

/**
 * Those about one record: changes alone, as in the audit log.
 *
 * INVARIANT (one probe): the index begins with whose log it is, so that another's record is looked for like one that is not there.
 */
export const eventsAbout = ({ livemode }: Owner, uuid: string, window: EventWindow): Listing => ({
  table: 'audit_entry_about',
  kind: 'event',
  belongs: sql<boolean>`t.log_id = q.id and t.livemode = ${livemode} and t.subject = ${uuid}::uuid and ${isHeard('t')}`,
  shown: inWindow(window),
  adds: body,
  timed: 't.created_at',
})
