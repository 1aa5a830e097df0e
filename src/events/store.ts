import { sql } from 'kysely'
import type { Database } from '../database/orm.ts'
import { preparedAs } from '../database/prepared.ts'
import type { EventType } from './event-types.ts'
import { patternsFor } from './event-types.ts'

/** An event to be recorded. `body` is the very text that deliveries send. Ids are uuids. */
export type NewEvent = {
  id: string
  livemode: boolean
  consumerId: string
  granteeId: string | null
  type: EventType
  body: string
}

/**
 * Records events and one pending delivery for each webhook that subscribes, in one statement of the caller's transaction.
 * @returns how many deliveries are now due
 */
export async function recordEvents(db: Database, events: readonly NewEvent[]): Promise<number> {
  if (events.length === 0) return 0
  const patterns = events.map(({ type }) => patternsFor(type).join(' '))
  const { rows } = await sql<{ due: number }>`${preparedAs('record-events')}
    with recorded as (
      insert into event (id, livemode, consumer_id, grantee_id, type, body)
      select id, livemode, consumer_id, grantee_id, type, body
      from unnest(
        ${events.map((event) => event.id)}::uuid[], ${events.map((event) => event.livemode)}::bool[],
        ${events.map((event) => event.consumerId)}::uuid[], ${events.map((event) => event.granteeId)}::uuid[],
        ${events.map((event) => event.type)}::text[], ${events.map((event) => event.body)}::text[]
      ) as e (id, livemode, consumer_id, grantee_id, type, body)
    ), due as (
      insert into webhook_delivery (id, livemode, event_id, webhook_id, kind)
      select gen_random_uuid(), e.livemode, e.id, w.id, 'automatic'
      from unnest(
        ${events.map((event) => event.id)}::uuid[], ${events.map((event) => event.livemode)}::bool[],
        ${events.map((event) => event.consumerId)}::uuid[], ${events.map((event) => event.granteeId)}::uuid[],
        ${patterns}::text[]
      ) as e (id, livemode, consumer_id, grantee_id, patterns)
      join webhook w on w.consumer_id in (e.consumer_id, e.grantee_id) and w.livemode = e.livemode
      where w.status = 'enabled' and w.removed_at is null and w.enabled_events && string_to_array(e.patterns, ' ')
      returning 1
    )
    select count(*)::int as due from due`.execute(db)
  return rows[0]?.due ?? 0
}
