import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'

/** How long an opener that says nothing counts as running. */
const silenceSeconds = 30

/** Says that this opener runs, and whether it has stopped opening. */
export async function reportOpener(db: Database, id: string, stopped: boolean): Promise<void> {
  await sql`
    insert into opener (id, stopped) values (${id}, ${stopped})
    on conflict (id) do update set stopped = excluded.stopped, seen_at = now()`.execute(db)
}

export async function removeOpener(db: Database, id: string): Promise<void> {
  await sql`delete from opener where id = ${id}`.execute(db)
}

export type OpenerFacts = { running: number; stopped: number; waiting: number; oldestSeconds: number }

/** The openers that were heard of, and the releases that wait for them. */
export async function readOpenerFacts(db: Database): Promise<OpenerFacts> {
  const { rows } = await sql<OpenerFacts>`
    select (select count(*)::int from opener where not stopped and seen_at > now() - ${silenceSeconds} * interval '1 second') as running,
      (select count(*)::int from opener where stopped and seen_at > now() - ${silenceSeconds} * interval '1 second') as stopped,
      count(*)::int as waiting, coalesce(extract(epoch from now() - min(j.created_at)), 0)::float8 as "oldestSeconds"
    from release_job j join release r on r.id = j.id where r.status = 'pending' and r.expires_at > now()`.execute(db)
  return rows[0]!
}

/** Openers that ended without saying so. @returns how many */
export async function purgeOpeners(db: Database, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from opener where id in (
      select id from opener where seen_at < now() - interval '1 day' limit ${limit} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
