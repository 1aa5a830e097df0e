import { sql } from 'kysely'
import type { Database, RowOf } from '../../database/orm.ts'

/** A code to send now, with its receiver. */
export type DueCode = Pick<
  RowOf<'challenge'>,
  'id' | 'livemode' | 'purpose' | 'method' | 'consumer_id' | 'expires_at'
> & { consumer_name: string; value: string }

/** Codes in progress by consumer, and the limits on them. */
export type Room = { all: number; perConsumer: number; held: ReadonlyMap<string, number> }

/**
 * Takes codes to send: the oldest of each consumer first, and of no consumer more than its places.
 *
 * INVARIANT (sent once): one process takes a code before it is sent; whatever the outcome, it is never taken again. An
 * expired code, or one whose alias or claim no longer waits for it, is never taken.
 */
export async function takeDueCodes(db: Database, { all, perConsumer, held }: Room): Promise<DueCode[]> {
  const { rows } = await sql<DueCode>`
    with waiting as (
      select c.id, c.created_at, coalesce(h.places, 0)
        + row_number() over (partition by c.consumer_id order by c.created_at, c.id) as place
      from challenge c
      left join unnest(${[...held.keys()]}::uuid[], ${[...held.values()]}::int[]) as h (consumer_id, places)
        on h.consumer_id = c.consumer_id
      where c.send_state = 'due' and c.status = 'pending' and c.expires_at > clock_timestamp()
    ), due as (
      select id from waiting where place <= ${perConsumer} order by place, created_at limit ${all}
    ), taken as (
      update challenge c set send_state = 'taken' from due
      where c.id = due.id and c.send_state = 'due' and c.status = 'pending' and c.expires_at > clock_timestamp()
      returning c.*
    )
    select t.id, t.livemode, t.purpose, t.method, t.consumer_id, k.name as consumer_name, t.expires_at,
      coalesce(a.value, m.value) as value
    from taken t join consumer k on k.id = t.consumer_id
    left join alias a on a.id = t.alias_id and a.identity_id = t.identity_id and a.status = 'registered'
    left join claim m on m.id = t.claim_id
    where coalesce(a.value, m.value, '') <> ''`.execute(db)
  return rows
}

/**
 * Stores the outcome of a send for the operator. INVARIANT (nobody's answer): the caller's view of it stays the same.
 */
export async function noteSent(db: Database, id: string, outcome: 'sent' | 'failed'): Promise<void> {
  await sql`update challenge set send_state = ${outcome} where id = ${id}`.execute(db)
}

/** Codes of the last hour by method and outcome; `waiting` is the age of the oldest unsent one. */
export type SendFacts = { method: string; sent: number; failed: number; waiting: number }

export async function readSendFacts(db: Database): Promise<SendFacts[]> {
  const { rows } = await sql<SendFacts>`
    select method, count(*) filter (where send_state = 'sent')::int as sent,
      count(*) filter (where send_state = 'failed')::int as failed,
      coalesce(extract(epoch from now() - min(created_at) filter (where send_state = 'due' and status = 'pending'
        and expires_at > now())), 0)::float8 as waiting
    from challenge where expires_at > now() - interval '1 hour' and send_state <> 'none'
    group by method order by method`.execute(db)
  return rows
}
