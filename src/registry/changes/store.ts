import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import type { Owner } from '../../kernel/call.ts'

/** Kinds of record in the feed, with their tables, their owner's column, and the condition of a removed one. */
export const changedKinds = {
  identity: { table: 'identity', owner: 'consumer_id', gone: sql<boolean>`false` },
  alias: { table: 'alias', owner: 'consumer_id', gone: sql<boolean>`false` },
  endpoint: { table: 'endpoint', owner: 'consumer_id', gone: sql<boolean>`t.removed_at is not null` },
  consentGrant: { table: 'consent_grant', owner: 'owner_id', gone: sql<boolean>`false` },
  webhook: { table: 'webhook', owner: 'consumer_id', gone: sql<boolean>`t.removed_at is not null` },
  apiKey: { table: 'api_key', owner: 'consumer_id', gone: sql<boolean>`false` },
} as const satisfies Record<string, { table: string; owner: string; gone: RawBuilder<boolean> }>

export type ChangedKind = keyof typeof changedKinds

/** The last record of the page before: the transaction that changed it, in decimal, and its uuid. */
export type Position = { changed: string; id: string }

/** The position before every change. */
export const beginning: Position = { changed: '0', id: '00000000-0000-0000-0000-000000000000' }

export type ChangeRow = { kind: ChangedKind; id: string; updated_at: Date | null; deleted: boolean; changed: string }

/**
 * The database's state at the read: its history, whether it was moved here from another cluster, the newest
 * transaction, and the age of an open one.
 */
type FeedState = { epoch: string; foreign: boolean; newest: string; behind_seconds: number }

const of = (kind: ChangedKind, { consumerId, livemode }: Owner) => {
  const { table, owner } = changedKinds[kind]
  return sql`from ${sql.table(table)} t where ${sql.ref(`t.${owner}`)} = ${consumerId} and t.livemode = ${livemode}`
}

const toldOf = (kind: ChangedKind, owner: Owner, after: Position, limit: number) => sql`(
  select ${kind} as kind, t.id, t.updated_at, ${changedKinds[kind].gone} as deleted, t.changed ${of(kind, owner)}
    and (t.changed, t.id) > (${after.changed}::text::xid8, ${after.id}::uuid)
    and t.changed < (select horizon from at)
  order by t.changed, t.id limit ${limit})`

/** The oldest change that waits for an open transaction. */
const waitingOf = (kind: ChangedKind, owner: Owner) => sql`(
  select t.updated_at ${of(kind, owner)} and t.changed >= (select horizon from at) order by t.changed limit 1)`

/**
 * Reads the owner's records in the order of their last change, after a position: one statement on the primary.
 *
 * INVARIANT (no holes): a read change belongs to a transaction below the oldest one that is still open in the snapshot
 * of this very statement, so nothing can commit below it any more. An open transaction delays the feed, and never
 * leaves a gap.
 *
 * INVARIANT (one history): an epoch names the registry, the server's cluster, its timeline, and the table of the epoch.
 * Numbers of transactions have no meaning in another history, such as a restored dump or after a failover.
 *
 * The feed's delay is the age of the oldest transaction that this role may see, or else of the oldest waiting change.
 */
export function feedStatement(owner: Owner, kinds: readonly ChangedKind[], after: Position, limit: number) {
  const told = kinds.map((kind) => toldOf(kind, owner, after, limit))
  const waiting = kinds.map((kind) => waitingOf(kind, owner))
  return sql<FeedState & ChangeRow & { kind: ChangedKind | null }>`
    with at as materialized (
      select pg_snapshot_xmin(s) as horizon, pg_snapshot_xmax(s) as newest from pg_current_snapshot() s
    )
    select concat_ws('.', e.token, s.system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8),
        'registry_epoch'::regclass::oid, pg_relation_filenode('registry_epoch')) as epoch,
      e.system <> s.system_identifier::text as foreign, at.newest::text as newest,
      case when at.horizon = at.newest then 0 else greatest(0, coalesce(floor(extract(epoch from clock_timestamp() - coalesce(
        least((select min(a.xact_start) from pg_stat_activity a where a.backend_xid is not null),
          (select min(p.prepared) from pg_prepared_xacts p)),
        (select min(w.updated_at) from (${sql.join(waiting, sql` union all `)}) w)))), 0)) end::int as behind_seconds,
      c.kind, c.id, c.updated_at, c.deleted, c.changed::text as changed
    from at cross join registry_epoch e cross join pg_control_system() s
    left join lateral (
      select u.* from (${sql.join(told, sql` union all `)}) u order by u.changed, u.id limit ${limit}
    ) c on true
    order by c.changed, c.id`
}

export async function readChanges(
  db: Database,
  ...asked: Parameters<typeof feedStatement>
): Promise<{ rows: ChangeRow[]; state: FeedState }> {
  const { rows } = await feedStatement(...asked).execute(db)
  const { epoch, foreign, newest, behind_seconds } = rows[0]!
  return { rows: rows.filter(({ kind }) => kind !== null), state: { epoch, foreign, newest, behind_seconds } }
}

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
