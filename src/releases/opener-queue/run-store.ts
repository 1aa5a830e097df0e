import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'

/** Time after its last report for which an opener counts as running. */
const silenceSeconds = 30

/** State that an opener reports for live mode. It is never read back. */
export type OpenerState = { dayShare: number; stoppedConsumers: number }

export async function reportOpener(db: Database, id: string, state: OpenerState): Promise<void> {
  await sql`
    insert into opener (id, day_share, stopped_consumers) values (${id}, ${state.dayShare}, ${state.stoppedConsumers})
    on conflict (id) do update set day_share = excluded.day_share, stopped_consumers = excluded.stopped_consumers,
      seen_at = now()`.execute(db)
}

export async function removeOpener(db: Database, id: string): Promise<void> {
  await sql`delete from opener where id = ${id}`.execute(db)
}

export type OpenerFacts = OpenerState & { running: number; stopped: number; waiting: number; oldestSeconds: number }

/** The known openers, and the live releases that wait for them. */
export async function readOpenerFacts(db: Database): Promise<OpenerFacts> {
  const { rows } = await sql<OpenerFacts>`
    with heard as (select * from opener where seen_at > now() - ${silenceSeconds} * interval '1 second')
    select (select count(*)::int from heard where day_share < 1) as running,
      (select count(*)::int from heard where day_share >= 1) as stopped,
      (select coalesce(max(day_share), 0)::float8 from heard) as "dayShare",
      (select coalesce(max(stopped_consumers), 0)::int from heard) as "stoppedConsumers",
      count(*)::int as waiting, coalesce(extract(epoch from now() - min(j.created_at)), 0)::float8 as "oldestSeconds"
    from release_job j join release r on r.id = j.id
    where r.livemode and r.status = 'pending' and r.expires_at > now()`.execute(db)
  return rows[0]!
}

/** Openers that ended without a report. @returns the number removed */
export async function purgeOpeners(db: Database, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from opener where id in (
      select id from opener where seen_at < now() - interval '1 day' limit ${limit} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
