import { sql } from 'kysely'
import { every, within } from '../database/conditions.ts'
import type { Database } from '../database/orm.ts'
import { walk } from '../database/pages.ts'
import { inPartitionsOf } from '../database/partitions/store.ts'
import type { EntryRow } from './store.ts'

/** The log of a consumer, or of the operator (null), in one environment. */
export type Log = Pick<EntryRow, 'consumer_id' | 'livemode'>

/** The last entry that an export has shown. */
export type Place = Pick<EntryRow, 'id' | 'created_at'> & Log

const pageSize = 1_000

const columns = sql`e.*, (select k.name from api_key k where e.actor_type = 'api_key' and k.consumer_id = e.consumer_id
  and k.id = case when e.actor_id ~ '^[0-9a-f-]{36}$' then e.actor_id::uuid end) as key_name`

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
    ...(place ? [sql<boolean>`(e.created_at, e.id) > (${place.created_at}, ${place.id}::uuid)`] : []),
  ]
  const { rows } = await sql<EntryRow>`
    select ${columns} from event e where ${every(conditions)} order by e.created_at, e.id limit ${pageSize}`.execute(db)
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
  const next = async (after: string | null) =>
    db
      .selectFrom('consumer')
      .select('id')
      .$if(after === null && from !== null, (query) => query.where('id', '>=', from!))
      .$if(after !== null, (query) => query.where('id', '>', after!))
      .orderBy('id')
      .limit(pageSize)
      .execute()
  for await (const consumers of walk(next)) for (const { id } of consumers) yield* both(id).filter(isBehind)
}
