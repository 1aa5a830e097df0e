import { type RawBuilder, sql } from 'kysely'
import { channels } from '../../database/listener.ts'
import type { Database, RowOf } from '../../database/orm.ts'
import { noId } from '../../kernel/id.ts'

/** Failed attempts after which a release has failed. */
export const mostAttempts = 5

export async function addJob(
  db: Database,
  job: { id: string; requestId: string; reference: Buffer | null },
): Promise<void> {
  await sql`insert into release_job (id, request_id, reference) values (${job.id}, ${job.requestId}, ${job.reference})`.execute(
    db,
  )
}

/** Notifies the openers of waiting releases, after the commit. If a notification is lost, their poll finds the job. */
export async function announceJobs(db: Database): Promise<void> {
  await sql`select pg_notify(${channels.releaseJobs}, '')`.execute(db)
}

/** Notifies the waiting gateway after the commit. */
export async function announceDone(db: Database, id: string): Promise<void> {
  await sql`select pg_notify(${channels.releases}, ${id})`.execute(db)
}

/** A leased job. Each claim has a new lease. */
export type Claimed = { id: string; lease: string; consumerId: string; livemode: boolean; attempts: number }

/** A consumer with waiting releases, oldest first. */
export type Waiting = { readonly consumerId: string; readonly ids: readonly string[] }

type Listing = {
  livemode: boolean
  /** The ring continues after this consumer. */
  behind: string | null
  without: readonly string[]
  /** The greatest numbers of consumers, and of releases of each. */
  limit: number
}

const isFree = sql`j.attempts < ${mostAttempts} and (j.leased_until is null or j.leased_until <= now())`
const waits = sql`r.status = 'pending' and r.expires_at > now() and ${isFree}`

/** The consumers with waiting releases in the order of their ids, by one index step each. */
async function listFrom(db: Database, { livemode, behind, without, limit }: Listing): Promise<Waiting[]> {
  const next = (after: RawBuilder<unknown>) => sql`
    select r.consumer_id from release r join release_job j on j.id = r.id
    where r.livemode = ${livemode} and r.consumer_id > ${after} and r.consumer_id <> all (${without}::uuid[]) and ${waits}
    order by r.consumer_id limit 1`
  const { rows } = await sql<Waiting>`
    with recursive ring (consumer_id) as (
      (${next(sql`${behind ?? noId}::uuid`)})
      union all select (${next(sql`ring.consumer_id`)}) from ring where ring.consumer_id is not null),
    turns as (select consumer_id from ring where consumer_id is not null limit ${limit})
    select consumer_id as "consumerId", array(
      select r.id::text from release r join release_job j on j.id = r.id
      where r.livemode = ${livemode} and r.consumer_id = turns.consumer_id and ${waits}
      order by r.created_at, r.id limit ${limit}) as ids
    from turns order by consumer_id`.execute(db)
  return rows
}

/** The next consumers of the ring with waiting releases, each with its oldest ones. */
export async function listWaiting(db: Database, listing: Listing): Promise<Waiting[]> {
  const ahead = await listFrom(db, listing)
  if (ahead.length === listing.limit || listing.behind === null) return ahead
  const known = new Set(ahead.map(({ consumerId }) => consumerId))
  const around = await listFrom(db, { ...listing, behind: null })
  return [...ahead, ...around.filter(({ consumerId }) => !known.has(consumerId))].slice(0, listing.limit)
}

type Claiming = { ids: readonly string[]; lease: string; leaseMs: number }

/** Takes waiting releases. Those that another process took meanwhile are skipped. */
export async function claimJobs(db: Database, { ids, lease, leaseMs }: Claiming): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with taken as (
      select j.id, r.consumer_id, r.livemode from release_job j join release r on r.id = j.id
      where j.id = any (${ids}::uuid[]) and ${waits} for update of j skip locked)
    update release_job j set lease = ${lease}, leased_until = now() + ${leaseMs} * interval '1 millisecond',
      attempts = j.attempts + 1
    from taken where j.id = taken.id
    returning j.id, j.lease, taken.consumer_id as "consumerId", taken.livemode, j.attempts`.execute(db)
  return rows
}

/** Age in seconds of the oldest waiting release of an environment. */
export async function readOldestWait(db: Database, livemode: boolean): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from now() - min(j.created_at)), 0)::float8 as seconds
    from release_job j join release r on r.id = j.id
    where r.livemode = ${livemode} and r.status = 'pending' and r.expires_at > now()`.execute(db)
  return rows[0]!.seconds
}

/** The subject of a job, from its release's row. */
export type HeldJob = Pick<RowOf<'release_job'>, 'request_id' | 'reference'> &
  Pick<RowOf<'release'>, 'id' | 'livemode' | 'consumer_id' | 'alias_id' | 'endpoint_id' | 'sealing_key_id'>

/** Locks a job that this lease still holds; undefined if another has it, or it is over. */
export async function holdJob(
  db: Database,
  { id, lease }: Pick<Claimed, 'id' | 'lease'>,
): Promise<HeldJob | undefined> {
  const { rows } = await sql<HeldJob>`
    select r.id, r.livemode, r.consumer_id, r.alias_id, r.endpoint_id, r.sealing_key_id, j.request_id, j.reference
    from release_job j join release r on r.id = j.id
    where j.id = ${id} and j.lease = ${lease} and r.status = 'pending' and r.expires_at > now()
    for update of j`.execute(db)
  return rows[0]
}

/** Returns a job to the queue, without counting an attempt. */
export async function giveBackJob(db: Database, { id, lease }: Pick<Claimed, 'id' | 'lease'>): Promise<void> {
  await sql`
    update release_job set lease = null, leased_until = null, attempts = attempts - 1
    where id = ${id} and lease = ${lease}`.execute(db)
}

/** Ends a job, and its release's wait. A release that ended meanwhile stays unchanged. */
export async function endJob(
  db: Database,
  id: string,
  outcome: { status: 'failed' } | { status: 'ready'; jwe: string; grantId: string | null; seconds: number },
): Promise<void> {
  const isReady = outcome.status === 'ready'
  await sql`
    update release set status = ${outcome.status}, jwe = ${isReady ? outcome.jwe : null},
      grant_id = ${isReady ? outcome.grantId : null},
      expires_at = case when ${isReady} then now() + ${isReady ? outcome.seconds : 0} * interval '1 second' else expires_at end
    where id = ${id} and status = 'pending'`.execute(db)
  await sql`delete from release_job where id = ${id}`.execute(db)
}

/** True while a release waits. */
export async function isPending(db: Database, id: string): Promise<boolean> {
  const { rows } =
    await sql`select from release where id = ${id} and status = 'pending' and expires_at > now()`.execute(db)
  return rows.length > 0
}

/** Ends up to `limit` expired jobs: a release that nobody issued in time has failed. @returns the number ended */
export async function endOverdueJobs(db: Database, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with over as (
      select j.id from release_job j join release r on r.id = j.id
      where r.status <> 'pending' or r.expires_at <= now() limit ${limit} for update of j skip locked),
    failed as (
      update release set status = 'failed' where id in (select id from over) and status = 'pending')
    delete from release_job where id in (select id from over)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

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
