import { sql } from 'kysely'
import type { Database } from './orm.ts'

/** The numbers of the locks that a whole database has once: each its own. Other advisory locks are hashes of names. */
export const advisoryLocks = { migration: 7_316_421, partitions: 7_316_422, probe: 7_316_423, rotation: 7_316_424 }

/** Capabilities that some servers with PostgreSQL's protocol lack, each with a statement that fails without it. */
const probes = {
  listen: {
    asks: "select pg_notify('signpost_probe', '')",
    fallback: 'changes are polled, as without notifications',
  },
  'planner settings': {
    asks: "select 1 / (count(*) = 2)::int from pg_settings where name in ('plan_cache_mode', 'jit')",
    fallback: "the role keeps the server's settings: look-ups may be planned each time",
  },
  'generic plans': {
    asks: "select 1 / (count(*) = 0)::int from pg_extension where extname = 'citus'",
    fallback: 'generic plans are not forced: a coordinator of Citus would crash',
  },
  tablesample: {
    asks: 'select 1 from pg_class tablesample system (1) limit 0',
    fallback: 'the doctor checks the first identities instead of a sample',
  },
  'unlogged tables': {
    asks: "select 1 / (relpersistence = 'u')::int from pg_class where oid = to_regclass('rate_bucket')",
    fallback: 'quotas in PostgreSQL are written to its log: use Valkey',
  },
  partitions: {
    asks: "select 1 / (relkind = 'p')::int from pg_class where oid = to_regclass('disclosure_record')",
    fallback: 'none: events and disclosures cannot be stored',
  },
  'transaction locks': {
    asks: `select pg_try_advisory_xact_lock_shared(${advisoryLocks.probe})`,
    fallback: 'none: migrations, claims and Idempotency-Keys need them',
  },
  'log position': {
    asks: 'select case when pg_is_in_recovery() then null else pg_current_wal_flush_lsn() end',
    fallback: 'look-ups and lists are not read from replicas',
  },
  'order of transactions': {
    asks: "select 1 / (count(*) = 0)::int, min(pg_snapshot_xmin(pg_current_snapshot())::text) from pg_extension where extname = 'citus'",
    fallback: 'the changes feed is off',
  },
} as const

export type Capability = keyof typeof probes

export type MissingCapability = { capability: Capability; fallback: string }

/**
 * Lists the capabilities that the server lacks, with their fallbacks. Each has a separate probe, so that one refusal
 * undoes no other.
 */
export async function readLacking(
  db: Database,
  ask: (statement: string) => Promise<unknown> = (statement) => sql.raw(statement).execute(db),
): Promise<MissingCapability[]> {
  const lacking: MissingCapability[] = []
  for (const [capability, { asks, fallback }] of Object.entries(probes)) {
    const has = await ask(asks).then(
      () => true,
      (error: unknown) => !isRefusal(error),
    )
    if (!has) lacking.push({ capability: capability as Capability, fallback })
  }
  return lacking
}

/** The server refused the statement. An unreachable server says nothing about its capabilities. */
export const isRefusal = (error: unknown): boolean =>
  /^(?:0A|22|42|XX)/.test(String((error as { code?: unknown }).code ?? ''))
