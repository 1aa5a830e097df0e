import { sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import { changedKinds } from './store.ts'

/** Returns whether the engine numbers its transactions in one order, as the migration detected. */
export async function hasOrder(db: Database): Promise<boolean> {
  const { rows } = await sql`select 1 from registry_epoch`.execute(db)
  return rows.length > 0
}

/** Checks whether the database was moved to another cluster without its epoch. */
export async function isForeignEpoch(db: Database): Promise<boolean> {
  if (!(await hasOrder(db))) return false
  const { rows } = await sql`
    select 1 from registry_epoch e, pg_control_system() s where e.system <> s.system_identifier::text`.execute(db)
  return rows.length > 0
}

/** A change of the other cluster may have a number that this one has not reached: it counts as changed now. */
async function bringDown(db: Database): Promise<void> {
  for (const { table } of Object.values(changedKinds))
    await sql`
      update ${sql.table(table)} set changed = pg_current_xact_id()
      where changed >= pg_snapshot_xmax(pg_current_snapshot())`.execute(db)
}

/** Invalidates all earlier cursors: they have another epoch. */
export async function beginEpoch(db: Database): Promise<void> {
  if (!(await hasOrder(db))) return
  await bringDown(db)
  await sql`update registry_epoch set token = gen_random_uuid(), system = s.system_identifier::text
    from pg_control_system() s`.execute(db)
}

/**
 * Begins a new epoch if the database was restored in another cluster than that of its epoch. @returns true if it did
 */
export async function renewEpoch(db: Database): Promise<boolean> {
  if (!(await isForeignEpoch(db))) return false
  await beginEpoch(db)
  return true
}

/** A transaction that delays the feed; `seconds` is null if this role may not read its age. */
export type Blocker = { who: string; seconds: number | null }

/** The oldest transaction that delays the feed, if it is open for more than `seconds`, or its age is hidden. */
export async function findBlocker(db: Database, seconds: number): Promise<Blocker | null> {
  const { rows } = await sql<Blocker>`
    select who, floor(extract(epoch from clock_timestamp() - since))::int as seconds from (
      select 'process ' || a.pid || coalesce(' (' || nullif(a.application_name, '') || ')', '') || ' of ' || coalesce(a.usename, '?') as who,
        a.xact_start as since
      from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock' and l.granted and a.pid <> pg_backend_pid()
      union all
      select 'the prepared transaction ' || quote_literal(gid), prepared from pg_prepared_xacts
    ) open where since is null or since < clock_timestamp() - ${seconds} * interval '1 second'
    order by since nulls last limit 1`.execute(db)
  return rows[0] ?? null
}
