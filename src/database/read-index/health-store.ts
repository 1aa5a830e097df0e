import type pg from 'pg'
import { withClient } from '../probe.ts'
import { beginningDirectly, isBegunDirectly, isRefusedByPooler } from './connection-store.ts'

/** A replica's report about itself, beside the primary's. */
export type ReplicaHealth = {
  name: string
  isDirect: boolean
  isOneServer: boolean
  isOfPrimary: boolean
  replays: boolean
  mayKnowStream: boolean
  streams: boolean
  isOnTimeline: boolean
  behindBytes: number
  mayRead: boolean
  feedback: boolean
  /** -1 for no limit. */
  conflictDelayMs: number
  applyDelayMs: number
  isEncrypted: boolean
}

type PrimarySays = { system: string; timeline: number; position: number; commits: string }

const on = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient({ connectionString: url, connectionTimeoutMillis: 3_000 }, work)

const primaryStatement = `
select system_identifier::text as system, current_setting('synchronous_commit') as commits,
  ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline,
  (pg_current_wal_flush_lsn() - '0/0')::float8 as position
from pg_control_system()`

const replicaStatement = `
select system_identifier::text as system, ${isBegunDirectly} as "isDirect", pg_is_in_recovery() as replays,
  (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end - '0/0')::float8 as position,
  pg_has_role('pg_read_all_stats', 'usage') as "mayKnowStream",
  (select received_tli from pg_stat_wal_receiver where status = 'streaming') as timeline,
  (select coalesce(bool_and(has_table_privilege(name, 'select')), false)
    from unnest(array['alias', 'api_key', 'audit_entry_about', 'claim', 'consent_grant', 'consent_grant_record', 'consent_request',
      'consent_request_record', 'consumer', 'disclosure_record_owned', 'endpoint', 'event', 'event_body', 'event_heard', 'identity', 'payee_name',
      'sealing_key', 'server_run', 'webhook', 'webhook_delivery']) as t (name)
    where to_regclass(name) is not null) as "mayRead",
  current_setting('hot_standby_feedback')::bool as feedback,
  (select setting::float8 from pg_settings where name = 'max_standby_streaming_delay') as "conflictDelayMs",
  (select setting::float8 from pg_settings where name = 'recovery_min_apply_delay') as "applyDelayMs",
  coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) or inet_client_addr() is null
    or inet_client_addr() << '127.0.0.0/8' or inet_client_addr() = '::1' as "isEncrypted"
from pg_control_system()`

type Says = Omit<ReplicaHealth, 'name' | 'isOneServer' | 'isOfPrimary' | 'streams' | 'isOnTimeline'> & {
  system: string
  position: number | null
  timeline: number | null
}

const startOf = (url: string) =>
  on(url, async (client) => (await client.query('select pg_postmaster_start_time()::text as at')).rows[0].at as string)

/** Asks each replica. Replicas without an answer are named by their place. */
export async function readReplicaHealth(
  primaryUrl: string,
  urls: readonly string[],
): Promise<{ commitsUnflushed: boolean; replicas: (ReplicaHealth | { name: string; failure: unknown })[] }> {
  const primary = await on(primaryUrl, async (client) => (await client.query<PrimarySays>(primaryStatement)).rows[0]!)
  const replicas = await Promise.all(
    urls.map((url, index) =>
      readOne(url, primary, `replica ${index + 1}`).catch((failure: unknown) => ({
        name: `replica ${index + 1}`,
        failure,
      })),
    ),
  )
  return { commitsUnflushed: primary.commits === 'off', replicas }
}

async function readOne(url: string, primary: PrimarySays, name: string): Promise<ReplicaHealth> {
  const starts = await Promise.all([startOf(url), startOf(url), startOf(url), startOf(url)])
  const isRefused = await on(beginningDirectly(url), async () => false).catch(isRefusedByPooler)
  return on(isRefused ? url : beginningDirectly(url), async (client) => {
    const { system, position, timeline, ...said } = (await client.query<Says>(replicaStatement)).rows[0]!
    return {
      ...said,
      name,
      isOneServer: new Set(starts).size === 1,
      isOfPrimary: system === primary.system,
      streams: timeline !== null,
      isOnTimeline: timeline === primary.timeline,
      behindBytes: Math.max(0, primary.position - (position ?? 0)),
    }
  })
}
