import type { Client } from 'pg'

/**
 * By what a sharded PostgreSQL would distribute each table; null for those that every shard has a copy of. Aliases go by
 * what they are looked up by, everything else of an identity by the identity, the rest by whom it belongs to.
 */
export const distribution: Record<string, readonly string[] | null> = {
  alias: ['livemode', 'type', 'skeleton'],
  alias_reservation: ['livemode', 'type', 'skeleton'],
  identity: ['id'],
  endpoint: ['identity_id'],
  consent_grant: ['identity_id'],
  disclosure_record: ['identity_id'],
  payee_name: ['identity_id'],
  sealing_key: null,
  release: ['consumer_id'],
  release_job: null,
  opener: null,
  value_budget: ['subject'],
  consent_request: ['consumer_id'],
  notice_due: ['identity_id'],
  challenge: ['consumer_id'],
  claim: ['consumer_id'],
  challenge_tally: ['key'],
  domain_proof: ['alias_id'],
  idempotency_record: ['consumer_id'],
  event: ['consumer_id'],
  audit_subject: ['consumer_id'],
  api_key_network: null,
  audit_network: ['entry'],
  event_body: ['id'],
  event_notice: ['consumer_id'],
  webhook: ['consumer_id'],
  webhook_secret: ['webhook_id'],
  webhook_delivery: ['webhook_id'],
  webhook_attempt: ['delivery_id'],
  rate_bucket: ['key'],
  consumer: null,
  api_key: null,
  usage_hour: ['consumer_id'],
  usage_key_day: ['consumer_id'],
  request_record: ['consumer_id'],
  data_key: null,
  node: null,
  import_checkpoint: null,
  server_run: null,
  registry_epoch: null,
}

/** The migrator's own table has a sequence; nothing of the service reads it. */
const foreign = "('migration', 'migration_id_seq', 'migration_pkey')"

const unique = `
select c.relname as table, i.relname as index,
  array(select a.attname::text from unnest(x.indkey) with ordinality k (n, ord)
    join pg_attribute a on a.attrelid = x.indrelid and a.attnum = k.n order by ord) as columns
from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
where x.indisunique and not c.relispartition and c.relnamespace = 'public'::regnamespace and c.relname not in ${foreign}
order by 1, 2`

const forbidden = `
select 'trigger on the insert path ' || tgname as what from pg_trigger where not tgisinternal and tgtype & 4 <> 0
union all select 'sequence ' || relname from pg_class
  where relkind = 'S' and relnamespace = 'public'::regnamespace and relname not in ${foreign}
union all select 'exclusion constraint ' || conname from pg_constraint where contype = 'x'
union all select 'rule ' || rulename from pg_rules where schemaname = 'public' and rulename <> '_RETURN'
order by 1`

/**
 * A reference is unique within its owner, who is not what these tables go by. On shards it would need a directory of its own,
 * as `alias_reservation` is one of aliases (docs/decisions.md).
 */
const directories = new Set(['identity_reference', 'alias_reference', 'endpoint_reference'])

type Key = { table: string; index: string; columns: string[] }

/** A random uuid in a key makes it unique by itself: on a shard the distribution column joins it, and nothing else changes. */
const isWidened = ({ columns }: Key): boolean => columns.includes('id')

const holds = (columns: readonly string[], wanted: readonly string[]) => wanted.every((name) => columns.includes(name))

/** Returns the parts of the schema that a sharded PostgreSQL could not keep, a sentence each. */
export async function unshardable(client: Client): Promise<string[]> {
  const keys = (await client.query<Key>(unique)).rows
  const whats = (await client.query<{ what: string }>(forbidden)).rows.map(({ what }) => what)
  const loose = keys.flatMap((key) => {
    const wanted = distribution[key.table]
    if (wanted === undefined) return [`${key.table} is distributed by nothing`]
    if (wanted === null || holds(key.columns, wanted) || isWidened(key) || directories.has(key.index)) return []
    return [`${key.index} (${key.columns}) does not hold ${wanted}`]
  })
  return [...whats, ...loose]
}
