import { type RawBuilder, sql } from 'kysely'
import { every, within } from '../database/conditions.ts'
import type { Database, RowOf } from '../database/orm.ts'
import { type Listing, walk } from '../database/pages.ts'
import { inPartitionsOf } from '../database/partitions/store.ts'
import { type EntryKind, kinds } from '../events/kinds.ts'
import type { Owner } from '../kernel/call.ts'

export type EntryRow = Omit<RowOf<'event'>, 'delivered'> & { key_name: string | null }

/** An id of a filter: the uuid, and the public id that it was read from. */
export type About = { uuid: string; id: string }

/** `since` is inclusive, `until` is not. `kinds` is null where all are asked for. */
export type EntryWindow = {
  kinds: readonly EntryKind[] | null
  subject: About | null
  /** An own key, an operator's way or a job, as it is stored; or another consumer. */
  actor: { name: string } | { consumer: About } | null
  since: Date | null
  until: Date | null
}

/** The name of a key of the consumer's, as it is now. */
const keyName = (row: string, consumer: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select k.name from api_key k where k.consumer_id = ${consumer} and ${sql.ref(`${row}.actor_type`)} = 'api_key'
    and k.id = case when ${sql.ref(`${row}.actor_id`)} ~ '^[0-9a-f-]{36}$' then ${sql.ref(`${row}.actor_id`)}::uuid end) as key_name`

const inTime = ({ since, until }: EntryWindow) => within('t.created_at', { gte: since, lt: until })

/** The actor as a log shows it: another consumer's keys are left out. The indexes hold the same expression. */
const actorIs = (log: string, name: string) => sql<boolean>`
  case when t.actor_type <> 'api_key' or t.actor_consumer_id = ${sql.ref(`t.${log}`)} then t.actor_id end = ${name}`

/** The parts of a log that an index has in order. */
function partsOf({ kinds: asked, actor }: EntryWindow): RawBuilder<boolean>[] {
  const isGranteeTold = (kind: EntryKind) => 'grantee' in kinds[kind]
  return (['consumer_id', 'grantee_id'] as const).flatMap((log) => {
    const own = sql<boolean>`${sql.ref(`t.${log}`)} = q.id`
    const acted = actor !== null && 'name' in actor ? [actorIs(log, actor.name)] : []
    if (asked !== null) {
      const told = log === 'grantee_id' ? asked.filter(isGranteeTold) : asked
      return told.map((kind) => every([own, sql<boolean>`t.type = ${kind}`, ...acted]))
    }
    if (acted.length > 0 || log === 'grantee_id') return [every([own, ...acted])]
    return [sql<boolean>`${own} and t.delivered`, sql<boolean>`${own} and not t.delivered`]
  })
}

/** The entries of the caller's log. */
export const entriesOf = (owner: Owner, window: EntryWindow): Listing => ({
  table: 'event',
  kind: 'auditEntry',
  belongs: sql<boolean>`q.id in (t.consumer_id, t.grantee_id) and t.livemode = ${owner.livemode}`,
  shown: every(inTime(window)),
  anyOf: partsOf(window),
  adds: keyName('p', sql`${owner.consumerId}`),
  timed: 't.created_at',
})

/**
 * Those about one record. Each is read by itself, in the order of the index.
 *
 * INVARIANT (one probe): the index begins with whose log it is, so that another's record is looked for like one that is not there.
 */
export const entriesAbout = (owner: Owner, subject: About, window: EntryWindow): Listing => {
  const { kinds: asked, actor } = window
  const told = sql`case when t.consumer_id = t.log_id then t.subjects else t.grantee_subjects end`
  const byConsumer = ({ uuid, id }: About) =>
    sql<boolean>`t.actor_type = 'api_key' and t.actor_consumer_id = ${uuid} and ${id} = any(${told})`
  return {
    table: 'audit_entry_about',
    kind: 'auditEntry',
    belongs: sql<boolean>`t.log_id = q.id and t.livemode = ${owner.livemode} and t.subject = ${subject.uuid}`,
    shown: every([
      ...inTime(window),
      ...(asked === null ? [] : [sql<boolean>`t.type = any(${asked}::text[])`]),
      ...(actor === null ? [] : ['name' in actor ? actorIs('log_id', actor.name) : byConsumer(actor.consumer)]),
    ]),
    anyOf: [sql<boolean>`t.delivered`, sql<boolean>`not t.delivered`],
    adds: keyName('p', sql`${owner.consumerId}`),
    timed: 't.created_at',
  }
}

/** Entries of the owner's log by id, in no order. */
export async function findEntries(db: Database, owner: Owner, ids: readonly string[]): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select e.*, ${keyName('e', sql`${owner.consumerId}`)} from event e
    where e.id = any(${ids}::uuid[]) and ${inPartitionsOf('e.created_at', ids)} and e.livemode = ${owner.livemode}
      and ${owner.consumerId}::uuid in (e.consumer_id, e.grantee_id)`.execute(db)
  return rows
}

/** The log of a consumer, or of the operator (null), in one environment. */
type Log = Pick<EntryRow, 'consumer_id' | 'livemode'>

/** The last entry that an export has shown. */
export type Place = Pick<EntryRow, 'id' | 'created_at'> & Log

const pageSize = 1_000

type Range = { since: Date | null; until: Date | null }

/** A page of a log, oldest first, behind a place. */
export async function readLog(
  db: Database,
  log: Log,
  { since, until }: Range,
  place: Place | null,
): Promise<EntryRow[]> {
  const { consumer_id: id, livemode } = log
  const conditions = [
    id === null ? sql<boolean>`e.consumer_id is null` : sql<boolean>`e.consumer_id = ${id}`,
    sql<boolean>`e.livemode = ${livemode}`,
    ...within('e.created_at', { gte: since, lt: until }),
    // The second condition excludes the partitions before the place.
    ...(place
      ? [
          sql<boolean>`(e.created_at, e.id) > (${place.created_at}, ${place.id}::uuid)`,
          sql<boolean>`e.created_at >= ${place.created_at}`,
        ]
      : []),
  ]
  const order = sql`order by e.created_at, e.id limit ${pageSize}`
  const arms = [sql<boolean>`e.delivered`, sql<boolean>`not e.delivered`].map(
    (arm) => sql`(select e.* from event e where ${every([...conditions, arm])} ${order})`,
  )
  const { rows } = await sql<EntryRow>`
    select e.*, ${keyName('e', sql`e.consumer_id`)} from (${sql.join(arms, sql` union all `)}) e ${order}`.execute(db)
  return rows
}

/** An entry of any log. */
export async function findPlace(db: Database, id: string): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select e.id, e.created_at, e.consumer_id, e.livemode from event e
    where e.id = ${id} and ${inPartitionsOf('e.created_at', [id])}`.execute(db)
  return rows[0]
}

/** All logs, the operator's first, from the given one on. */
export async function* logsFrom(db: Database, first: Log | null): AsyncIterable<Log> {
  const both = (consumer_id: string | null): Log[] => [false, true].map((livemode) => ({ consumer_id, livemode }))
  const isBehind = ({ consumer_id, livemode }: Log) =>
    first === null || consumer_id !== first.consumer_id || livemode >= first.livemode
  const from = first?.consumer_id ?? null
  if (from === null) yield* both(null).filter(isBehind)
  const next = async (after: string) =>
    db
      .selectFrom('consumer')
      .select('id')
      .where('id', '>', after)
      .$if(from !== null, (query) => query.where('id', '>=', from!))
      .orderBy('id')
      .limit(pageSize)
      .execute()
  for await (const consumers of walk(next)) for (const { id } of consumers) yield* both(id).filter(isBehind)
}
