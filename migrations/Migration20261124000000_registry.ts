import { Migration } from '@mikro-orm/migrations'

/** The fields of each record that its owner is shown. A write to another column (a snapshot, a count, a new seal) is no change of it. */
const shown = {
  alias:
    'consumer_id, livemode, identity_id, type, value, privacy_level, status, verification, verified_at, verified_method, proof_expires_at, released_at, available_at, external_reference, reference_hash, metadata, updated_at',
  api_key: 'consumer_id, livemode, name, scopes, expires_at, revoked_at, rolled_to_id, updated_at',
  consent_grant:
    'owner_id, consumer_id, livemode, identity_id, covers_all, covers_aliases, covers_endpoints, release, status, expires_at, revoked_at, updated_at',
  endpoint:
    'consumer_id, livemode, identity_id, type, privacy_level, priority, capabilities, status, release, verification, verified_method, removed_at, external_reference, reference_hash, metadata, updated_at',
  identity:
    'consumer_id, livemode, type, status, display_name, default_privacy_level, primary_alias_id, payee_checks, close_match, declared_match, destination_checks, external_reference, reference_hash, metadata, updated_at, erasing_at, erased_at',
  webhook: 'consumer_id, livemode, url, description, enabled_events, status, disabled_reason, removed_at, updated_at',
} as const

/** The owner's column of each table in the changes feed. */
const owners = {
  alias: 'consumer_id',
  api_key: 'consumer_id',
  consent_grant: 'owner_id',
  endpoint: 'consumer_id',
  identity: 'consumer_id',
  webhook: 'consumer_id',
} as const

const changesOf = ([table, columns]: [string, string]) => `
  alter table ${table} add column changed xid8 not null default pg_current_xact_id();
  create trigger ${table}_changed before update of ${columns} on ${table} for each row execute function take_transaction();
  alter table ${table} enable always trigger ${table}_changed;
  create index ${table}_changed on ${table} (${owners[table as keyof typeof owners]}, livemode, changed, id);`

/**
 * The transaction that changed a record last (`changed`). An insert takes it by default and an update by a trigger, so it holds for every
 * writer, also for SQL by hand. An engine that does not number its transactions in one order gets none of it: `registry_epoch` stays
 * empty there, and the feed is off.
 */
const changesFeed = `
do $do$
begin
  begin
    perform pg_current_xact_id(), pg_snapshot_xmin(pg_current_snapshot()), pg_walfile_name(pg_current_wal_lsn());
    insert into registry_epoch (token, system) select gen_random_uuid(), system_identifier::text from pg_control_system()
      where not exists (select from pg_extension where extname = 'citus');
  exception when others then
    raise notice 'transactions have no order here: the changes feed is off';
  end;
  if not exists (select from registry_epoch) then return; end if;
  create function take_transaction() returns trigger language plpgsql set search_path from current as $$
  begin
    new.changed := pg_current_xact_id();
    return new;
  end $$;
  ${Object.entries(shown).map(changesOf).join('\n')}
end $do$`

/** The whole registry. Functions name tables that are made after them, so their bodies are checked when they first run. */
export class Migration20261124000000_registry extends Migration {
  override up(): void {
    this.addSql('set local check_function_bodies = off')
    this.addSql(`
create function asked_recently(asked jsonb, seconds integer) returns jsonb
  language sql stable
  as $$
  select coalesce(jsonb_object_agg(key, value), '{}'::jsonb) from jsonb_each(asked)
  where value::text::float8 > extract(epoch from now()) - seconds
$$;

create function asked_within(recent jsonb, fresh jsonb, most integer) returns jsonb
  language sql immutable
  as $$
  select recent || coalesce(jsonb_object_agg(f.key, f.value), '{}'::jsonb) from (
    select key, value from jsonb_each(fresh) where not recent ? key
    order by value limit greatest(0, most - (select count(*) from jsonb_object_keys(recent)))) f
$$;

create function count_consumer_suspension() returns trigger
  language plpgsql
  set search_path from current
  as $$
begin
  new.suspended_seconds := old.suspended_seconds + seconds_since(old.suspended_at);
  return new;
end $$;

create function count_identity_suspension() returns trigger
  language plpgsql
  set search_path from current
  as $$
declare
  elsewhere float8;
begin
  select k.suspended_seconds + seconds_since(k.suspended_at) into elsewhere from consumer k where k.id = new.consumer_id;
  if new.status = 'suspended' then
    new.suspended_at := now();
    new.suspended_seconds := old.suspended_seconds + elsewhere;
  else
    new.suspended_at := null;
    new.suspended_seconds := old.suspended_seconds + seconds_since(coalesce(old.suspended_at, old.created_at)) - elsewhere;
  end if;
  return new;
end $$;

create function endpoint_snapshot(of_identity uuid, of_livemode boolean) returns text
  language sql stable
  set search_path from current
  as $$
  select coalesce((
    select json_agg(json_build_array(e.id, e.type, e.status, e.privacy_level, e.priority,
        extract(epoch from e.created_at)::float8,
        (select coalesce(json_agg(
            case when c.capability ?| array['supportsInstant', 'minAmount', 'maxAmount']
              then json_build_array(c.capability -> 'asset', c.capability -> 'rail', c.network,
                coalesce(c.capability -> 'supportsInstant' = 'true', false),
                case jsonb_typeof(c.capability -> 'minAmount') when 'number' then c.capability -> 'minAmount' end,
                case jsonb_typeof(c.capability -> 'maxAmount') when 'number' then c.capability -> 'maxAmount' end)
              else json_build_array(c.capability -> 'asset', c.capability -> 'rail', c.network)
            end order by c.n), '[]')
          from (
            select u.capability, u.n,
              case jsonb_typeof(u.capability -> 'network') when 'string' then u.capability -> 'network' end as network
            from jsonb_array_elements(case jsonb_typeof(e.capabilities) when 'array' then e.capabilities else '[]' end)
              with ordinality as u (capability, n)
            where jsonb_typeof(u.capability -> 'asset') = 'string' and jsonb_typeof(u.capability -> 'rail') = 'string'
          ) c),
        translate(encode(e.projection, 'base64'), E'\\n', ''),
        translate(encode(e.mark, 'base64'), E'\\n', '')
      ) order by e.priority desc, e.created_at, e.id)::text
    from endpoint e where e.identity_id = of_identity and e.livemode = of_livemode and e.removed_at is null), '[]')
$$;

create function endpoints_changed() returns trigger
  language plpgsql
  set search_path from current
  as $$
declare
  touched uuid[];
begin
  if tg_op = 'DELETE' then
    select array_agg(distinct identity_id) into touched from gone;
  else
    with was as (select id, identity_id, livemode, type, status, privacy_level, priority, created_at, capabilities, projection, mark, removed_at from gone), became as (select id, identity_id, livemode, type, status, privacy_level, priority, created_at, capabilities, projection, mark, removed_at from come)
    select array_agg(distinct identity_id) into touched
    from ((table was except all table became) union all (table became except all table was)) as changed;
  end if;
  perform from identity where id = any (touched) order by id for no key update;
  update identity set snapshot = default where id = any (touched);
  return null;
end $$;

create function endpoints_truncated() returns trigger
  language plpgsql
  set search_path from current
  as $$
begin
  update identity set snapshot = default where snapshot <> '[]';
  return null;
end $$;

create function erase_fingerprints() returns trigger
  language plpgsql
  set search_path from current
  as $$
begin
  new.address_fingerprint := null;
  new.details_fingerprint := null;
  new.destination_fingerprint := null;
  return new;
end $$;

create function releases_dropped() returns trigger
  language plpgsql
  set search_path from current
  as $$
begin
  case tg_table_name
    when 'identity' then
      update release set jwe = null, status = 'failed' where identity_id = new.id and jwe is not null;
    when 'consent_grant' then
      update release r set jwe = null, status = 'failed'
      where r.identity_id = new.identity_id and r.consumer_id = new.consumer_id and r.jwe is not null
        and (
          select o.is_shown and o.is_open
            or new.status = 'active' and new.revoked_at is null and (new.expires_at is null or new.expires_at > now())
              and (o.for_all or e.id = any (new.release))
              and (o.is_shown or new.covers_all or e.id = any (new.covers_endpoints))
              and (o.is_open or new.covers_all or a.id = any (new.covers_aliases))
          from endpoint e, alias a, lateral (
            select e.release = 'public' as for_all, e.release = 'public' and e.privacy_level = 'public' as is_shown,
              a.privacy_level in ('public', 'unlisted') as is_open) as o
          where e.id = r.endpoint_id and a.id = r.alias_id) is not true;
    when 'endpoint' then
      update release set jwe = null, status = 'failed' where endpoint_id = new.id and jwe is not null;
    when 'sealing_key' then
      update release set jwe = null, status = 'failed' where sealing_key_id = new.id and jwe is not null;
  end case;
  return null;
end $$;

create function seconds_since(moment timestamptz) returns float8
  language sql stable
  as $$
  select case when isfinite(moment) then greatest(0, extract(epoch from now() - moment))::float8 else 0 end
$$;

create function shown_changed() returns trigger
  language plpgsql
  as $$
begin
  new.shown_changed_at := now();
  return new;
end $$;

create function take_owner() returns trigger
  language plpgsql
  set search_path from current
  as $$
begin
  select i.consumer_id into new.consumer_id from identity i where i.id = new.identity_id;
  return new;
end $$;

create function noticed_endpoints(snapshot text) returns jsonb
  language sql immutable
  as $$
  select coalesce(jsonb_agg(jsonb_build_array(e -> 0, e -> 1, e -> 2, e -> 3, 0, 0, e -> 6, null, null)), '[]')
  from jsonb_array_elements(snapshot::jsonb) as e
$$;

create function notices_cancelled() returns trigger
  language plpgsql
  set search_path from current
  as $$
begin
  update webhook_delivery d set state = 'cancelled', lease_token = null, updated_at = now()
  from event_notice n
  where n.grant_id = new.id and d.event_id = n.id and d.event_created_at = n.created_at
    and d.state = 'pending' and d.kind = 'automatic'
    and (new.status = 'active' and new.revoked_at is null
      and (new.covers_all or n.endpoints <@ new.covers_endpoints)) is not true;
  return null;
end $$;

create function identity_notices_held() returns trigger
  language plpgsql
  set search_path from current
  as $$
begin
  update webhook_delivery d set state = case new.status when 'active' then 'pending' else 'cancelled' end,
    lease_token = null, updated_at = now()
  from event_notice n join consent_grant g on g.id = n.grant_id
  where g.identity_id = new.id and d.event_id = n.id and d.event_created_at = n.created_at and d.kind = 'automatic'
    and d.state = case new.status when 'active' then 'cancelled' else 'pending' end
    and (new.status <> 'active'
      or g.status = 'active' and g.revoked_at is null and (g.covers_all or n.endpoints <@ g.covers_endpoints)
        and exists (select from webhook w where w.id = d.webhook_id and w.removed_at is null));
  return null;
end $$;

create function write_snapshot() returns trigger
  language plpgsql
  set search_path from current
  as $$
declare
  before jsonb;
begin
  new.snapshot := endpoint_snapshot(new.id, new.livemode);
  if old.snapshot is distinct from new.snapshot
    and exists (select from consent_grant g where g.identity_id = new.id and g.status = 'active') then
    before := noticed_endpoints(old.snapshot);
    if before <> noticed_endpoints(new.snapshot) then
      new.noticing := old.noticing + 1;
      insert into notice_due (identity_id, number, before) values (new.id, new.noticing, before)
        on conflict do nothing;
    end if;
  end if;
  return new;
end $$;

create table alias (
  id uuid not null,
  livemode boolean not null,
  identity_id uuid not null,
  type text not null,
  value text not null,
  skeleton text not null,
  norm_version integer not null,
  privacy_level text,
  status text default 'registered'::text not null,
  verified_at timestamptz,
  verified_method text,
  released_at timestamptz,
  available_at timestamptz,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  verification text default 'none'::text not null,
  proof_expires_at timestamptz,
  claimed_at timestamptz,
  consumer_id uuid,
  external_reference bytea,
  reference_hash bytea,
  metadata bytea,
  mark bytea,
  constraint alias_privacy_level check ((privacy_level = any (array['public'::text, 'unlisted'::text, 'private'::text, 'consent_required'::text]))),
  constraint alias_status_check check ((status = any (array['registered'::text, 'released'::text, 'transferred'::text]))),
  constraint alias_verification check ((verification = any (array['none'::text, 'attested'::text, 'proved'::text]))),
  constraint alias_identity_id_livemode_id_key unique (identity_id, livemode, id),
  constraint alias_pkey primary key (id)
);

create table identity (
  id uuid not null,
  livemode boolean not null,
  consumer_id uuid not null,
  type text not null,
  status text default 'active'::text not null,
  display_name text,
  default_privacy_level text not null,
  primary_alias_id uuid,
  snapshot text default '[]'::text not null,
  noticing integer default 0 not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  payee_checks text default 'on'::text not null,
  close_match text default 'on'::text not null,
  declared_match text default 'on'::text not null,
  destination_checks text default 'on'::text not null,
  payee_names_changed_at timestamptz,
  suspended_at timestamptz,
  suspended_seconds float8 default 0 not null,
  external_reference bytea,
  reference_hash bytea,
  metadata bytea,
  display_name_folded text,
  erasing_at timestamptz,
  erased_at timestamptz,
  constraint identity_default_privacy_level_check check ((default_privacy_level = any (array['public'::text, 'unlisted'::text, 'private'::text, 'consent_required'::text]))),
  constraint identity_status_check check ((status = any (array['active'::text, 'suspended'::text, 'closed'::text]))),
  constraint identity_id_livemode_key unique (id, livemode),
  constraint identity_pkey primary key (id)
);

create table alias_reservation (
  livemode boolean not null,
  type text not null,
  skeleton text not null,
  alias_id uuid not null,
  consumer_id uuid not null,
  available_at timestamptz,
  claim_id uuid,
  by_reset boolean default false not null,
  constraint alias_reservation_pkey primary key (livemode, type, skeleton)
);

create table api_key (
  id uuid not null,
  consumer_id uuid not null,
  livemode boolean not null,
  name text,
  scopes text[] not null,
  hash bytea not null,
  mark bytea,
  prefix text not null,
  last4 text not null,
  router boolean default false not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  rolled_to_id uuid,
  constraint api_key_hash_key unique (hash),
  constraint api_key_pkey primary key (id)
);

create table challenge (
  id uuid not null,
  livemode boolean not null,
  consumer_id uuid not null,
  identity_id uuid,
  alias_id uuid,
  method text not null,
  purpose text not null,
  status text default 'pending'::text not null,
  code_hash bytea,
  token text,
  attempts_left integer not null,
  expires_at timestamptz not null,
  met_at timestamptz,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  link text,
  claim_id uuid,
  send_state text default 'none'::text not null,
  constraint challenge_purpose_check check ((purpose = any (array['prove'::text, 'claim'::text, 'contest'::text]))),
  constraint challenge_send_state_check check ((send_state = any (array['none'::text, 'due'::text, 'taken'::text, 'sent'::text, 'failed'::text, 'withheld'::text]))),
  constraint challenge_status_check check ((status = any (array['pending'::text, 'met'::text, 'failed'::text, 'expired'::text]))),
  constraint challenge_id_livemode_key unique (id, livemode),
  constraint challenge_pkey primary key (id)
);

create table challenge_tally (
  key bytea not null,
  times timestamptz[] not null,
  expires_at timestamptz not null,
  shared_key bytea,
  constraint challenge_tally_pkey primary key (key)
);

create table claim (
  id uuid not null,
  livemode boolean not null,
  consumer_id uuid not null,
  identity_id uuid not null,
  kind text not null,
  type text not null,
  value text not null,
  skeleton text not null,
  norm_version integer not null,
  status text default 'pending_proof'::text not null,
  reason text,
  method text,
  proved_at timestamptz,
  second_proved_at timestamptz,
  proof_token text,
  deadline timestamptz not null,
  next_at timestamptz,
  donor_id uuid,
  donor_identity_id uuid,
  donor_alias_id uuid,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  donor_suspended_seconds float8 default 0 not null,
  stands_still boolean default false not null,
  has_cooled boolean default false not null,
  constraint claim_kind_check check ((kind = any (array['ownership'::text, 'portability'::text]))),
  constraint claim_status_check check ((status = any (array['pending_proof'::text, 'queued'::text, 'open'::text, 'awaiting_second_proof'::text, 'completed'::text, 'cancelled'::text, 'expired'::text]))),
  constraint claim_id_livemode_key unique (id, livemode),
  constraint claim_pkey primary key (id)
);

create table notice_due (
  identity_id uuid not null,
  number integer not null,
  before jsonb not null,
  next_at timestamptz default now() not null,
  constraint notice_due_pkey primary key (identity_id, number)
);

create table consent_grant (
  id uuid not null,
  livemode boolean not null,
  identity_id uuid not null,
  consumer_id uuid not null,
  covers_all boolean not null,
  covers_aliases uuid[] default '{}'::uuid[] not null,
  covers_endpoints uuid[] default '{}'::uuid[] not null,
  status text default 'active'::text not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  owner_id uuid,
  sealed_purpose bytea,
  release uuid[] default '{}'::uuid[] not null,
  version integer default 1 not null,
  noticed integer default 0 not null,
  constraint consent_grant_status_check check ((status = any (array['active'::text, 'revoked'::text, 'expired'::text]))),
  constraint consent_grant_id_livemode_key unique (id, livemode),
  constraint consent_grant_pkey primary key (id)
);

create table consent_request (
  id uuid not null,
  livemode boolean not null,
  consumer_id uuid not null,
  type text not null,
  value text not null,
  skeleton text not null,
  status text default 'pending'::text not null,
  open boolean default true not null,
  expires_at timestamptz not null,
  matched_at timestamptz,
  owner_id uuid,
  identity_id uuid,
  alias_id uuid,
  grant_id uuid,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  sealed_purpose bytea,
  wants_release boolean default false not null,
  constraint consent_request_check check ((num_nulls(owner_id, identity_id, alias_id) = any (array[0, 3]))),
  constraint consent_request_status_check check ((status = any (array['pending'::text, 'approved'::text, 'declined'::text]))),
  constraint consent_request_pkey primary key (id)
);

create table consumer (
  id uuid not null,
  name text not null,
  limits jsonb,
  created_at timestamptz default now() not null,
  group_name text,
  display_name text,
  suspended_at timestamptz,
  updated_at timestamptz default now() not null,
  attests boolean default false not null,
  suspended_seconds float8 default 0 not null,
  constraint consumer_name_key unique (name),
  constraint consumer_pkey primary key (id)
);

create table data_key (
  id uuid not null,
  purpose text not null,
  livemode boolean not null,
  wrapped bytea,
  key_provider text not null,
  status text default 'enabled'::text not null,
  created_at timestamptz default now() not null,
  seals bigint default 0 not null,
  constraint data_key_status_check check ((status = any (array['primary'::text, 'enabled'::text, 'disabled'::text, 'destroyed'::text]))),
  constraint data_key_pkey primary key (id)
);

create table disclosure_record (
  id uuid not null,
  livemode boolean not null,
  identity_id uuid not null,
  consumer_id uuid not null,
  alias_id uuid not null,
  endpoint_ids uuid[] not null,
  grant_id uuid,
  request_id uuid not null,
  kind text default 'resolve'::text not null,
  verdict text,
  basis "char",
  created_at timestamptz not null,
  constraint disclosure_record_pkey primary key (identity_id, created_at, id)
)
partition by range (created_at);

create table domain_proof (
  alias_id uuid not null,
  livemode boolean not null,
  identity_id uuid not null,
  method text not null,
  token text not null,
  subject_id uuid not null,
  next_check_at timestamptz not null,
  failing_since timestamptz,
  constraint domain_proof_pkey primary key (alias_id)
);

create table api_key_network (
  key_id uuid not null,
  network bytea not null,
  seen_at timestamptz default now() not null,
  constraint api_key_network_pkey primary key (key_id, network)
);

create table audit_network (
  entry uuid not null,
  at timestamptz not null,
  prefix text not null,
  constraint audit_network_pkey primary key (entry, at)
)
partition by range (at);

create table audit_subject (
  consumer_id uuid not null,
  subject uuid not null,
  at timestamptz not null,
  id uuid not null,
  delivered boolean not null,
  constraint audit_subject_pkey primary key (consumer_id, subject, delivered, at, id)
)
partition by range (at);

create table endpoint (
  id uuid not null,
  livemode boolean not null,
  identity_id uuid not null,
  type text not null,
  privacy_level text,
  priority float8 default 0 not null,
  capabilities jsonb default '[]'::jsonb not null,
  status text default 'active'::text not null,
  address bytea,
  projection bytea,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  removed_at timestamptz,
  release text default 'never'::text not null,
  verification text default 'none'::text not null,
  verified_method text,
  consumer_id uuid,
  external_reference bytea,
  reference_hash bytea,
  metadata bytea,
  address_fingerprint bytea,
  details_fingerprint bytea,
  destination_fingerprint bytea,
  mark bytea,
  shown_changed_at timestamptz default now() not null,
  constraint endpoint_check check (((removed_at is null) = (address is not null))),
  constraint endpoint_privacy_level check ((privacy_level = any (array['public'::text, 'unlisted'::text, 'private'::text, 'consent_required'::text]))),
  constraint endpoint_status_check check ((status = any (array['active'::text, 'disabled'::text]))),
  constraint endpoint_verification check ((verification = any (array['none'::text, 'proved'::text]))),
  constraint endpoint_pkey primary key (id)
);

create table event (
  id uuid not null,
  created_at timestamptz not null,
  livemode boolean not null,
  consumer_id uuid,
  grantee_id uuid,
  type text not null,
  delivered boolean default true not null,
  subjects text[] default '{}' not null,
  grantee_subjects text[],
  changed_fields text[],
  actor_type text,
  actor_id text,
  actor_consumer_id uuid,
  request_id uuid,
  constraint event_pkey primary key (id, created_at, livemode)
)
partition by range (created_at);

create table event_body (
  id uuid not null,
  created_at timestamptz not null,
  livemode boolean not null,
  type text not null,
  body text not null,
  constraint event_body_check check ((octet_length(body) <= 20480)),
  constraint event_body_pkey primary key (id, created_at, livemode)
)
partition by range (created_at);

create table event_notice (
  id uuid not null,
  created_at timestamptz not null,
  livemode boolean not null,
  consumer_id uuid not null,
  type text not null,
  actor_type text,
  actor_id text,
  actor_consumer_id uuid,
  request_id uuid,
  grant_id uuid,
  endpoints uuid[] default '{}'::uuid[] not null,
  constraint event_notice_pkey primary key (id, created_at, livemode)
)
partition by range (created_at);

create table idempotency_record (
  id uuid not null,
  consumer_id uuid not null,
  livemode boolean not null,
  key text not null,
  fingerprint bytea not null,
  outcome bytea not null,
  created_at timestamptz default now() not null,
  expires_at timestamptz not null,
  constraint idempotency_record_consumer_id_livemode_key_key unique (consumer_id, livemode, key),
  constraint idempotency_record_pkey primary key (id)
);

create table import_checkpoint (
  id uuid not null,
  lines integer not null,
  updated_at timestamptz default now() not null,
  constraint import_checkpoint_pkey primary key (id)
);

create table node (
  id uuid not null,
  opens uuid[] not null,
  seals uuid[] not null,
  seen_at timestamptz default now() not null,
  version text,
  constraint node_pkey primary key (id)
);

create table opener (
  id uuid not null,
  seen_at timestamptz default now() not null,
  day_share real default 0 not null,
  stopped_consumers integer default 0 not null,
  constraint opener_pkey primary key (id)
);

create table payee_name (
  id uuid not null,
  livemode boolean not null,
  identity_id uuid not null,
  kind text not null,
  basis text default 'declared'::text not null,
  sealed bytea not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint payee_name_pkey primary key (id)
);

create unlogged table rate_bucket (
  key text not null,
  tokens float8 not null,
  updated_at timestamptz not null,
  constraint rate_bucket_pkey primary key (key)
)
with (fillfactor='70');

create table registry_epoch (
  id boolean default true not null,
  token uuid not null,
  system text not null,
  constraint registry_epoch_id_check check (id),
  constraint registry_epoch_pkey primary key (id)
);

create table release (
  id uuid not null,
  livemode boolean not null,
  consumer_id uuid not null,
  identity_id uuid not null,
  alias_id uuid not null,
  endpoint_id uuid not null,
  grant_id uuid,
  sealing_key_id uuid not null,
  status text not null,
  jwe text,
  expires_at timestamptz not null,
  created_at timestamptz default now() not null,
  alias_type text not null,
  sealed_reference bytea,
  constraint release_pkey primary key (id)
);

create table release_job (
  id uuid not null,
  request_id uuid not null,
  reference bytea,
  lease uuid,
  leased_until timestamptz,
  attempts integer default 0 not null,
  created_at timestamptz default now() not null,
  constraint release_job_pkey primary key (id)
);

create table request_record (
  id uuid not null,
  livemode boolean not null,
  consumer_id uuid not null,
  key_id uuid not null,
  operation text not null,
  status integer not null,
  code text,
  duration_ms integer not null,
  count integer default 1 not null,
  created_at timestamptz not null,
  constraint request_record_pkey primary key (consumer_id, livemode, created_at, id)
)
partition by range (created_at);

create table sealing_key (
  id uuid not null,
  livemode boolean not null,
  consumer_id uuid not null,
  x text not null,
  usable_at timestamptz not null,
  removed_at timestamptz,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint sealing_key_id_livemode_key unique (id, livemode),
  constraint sealing_key_pkey primary key (id)
);

create table server_run (
  token uuid not null,
  started_at timestamptz not null,
  timeline integer not null,
  constraint server_run_one unique (started_at, timeline),
  constraint server_run_pkey primary key (token)
);

create table usage_hour (
  consumer_id uuid not null,
  livemode boolean not null,
  hour timestamptz not null,
  resolves bigint default 0 not null,
  misses bigint default 0 not null,
  consent_pending bigint default 0 not null,
  deliveries bigint default 0 not null,
  delivery_errors bigint default 0 not null,
  constraint usage_hour_pkey primary key (consumer_id, livemode, hour)
)
with (fillfactor='80');

create table usage_key_day (
  consumer_id uuid not null,
  livemode boolean not null,
  key_id uuid not null,
  day timestamptz not null,
  requests bigint default 0 not null,
  constraint usage_key_day_pkey primary key (consumer_id, livemode, key_id, day)
)
with (fillfactor='80');

create table value_budget (
  subject text not null,
  target bytea not null,
  asked jsonb not null,
  expires_at timestamptz not null,
  constraint value_budget_pkey primary key (subject, target)
);

create table webhook (
  id uuid not null,
  livemode boolean not null,
  consumer_id uuid not null,
  url text not null,
  description text,
  enabled_events text[] not null,
  status text default 'enabled'::text not null,
  disabled_reason text,
  failing_since timestamptz,
  consecutive_failures integer default 0 not null,
  breaker_level integer default 0 not null,
  paused_until timestamptz,
  recover_since timestamptz,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  removed_at timestamptz,
  recover_after uuid,
  recover_turn timestamptz,
  health_epoch integer default 0 not null,
  constraint webhook_status_check check ((status = any (array['enabled'::text, 'disabled'::text, 'auto_disabled'::text]))),
  constraint webhook_id_livemode_key unique (id, livemode),
  constraint webhook_pkey primary key (id)
);

create table webhook_attempt (
  id uuid not null,
  event_created_at timestamptz not null,
  delivery_id uuid not null,
  n integer not null,
  started_at timestamptz not null,
  ms integer not null,
  status integer,
  error text,
  answer text,
  constraint webhook_attempt_pkey primary key (id, event_created_at)
)
partition by range (event_created_at);

create table webhook_delivery (
  id uuid not null,
  event_created_at timestamptz not null,
  livemode boolean not null,
  event_id uuid not null,
  webhook_id uuid not null,
  kind text not null,
  state text default 'pending'::text not null,
  attempts integer default 0 not null,
  next_at timestamptz default now() not null,
  lease_token uuid,
  asked boolean default false not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint webhook_delivery_kind_check1 check ((kind = any (array['automatic'::text, 'redelivery'::text, 'test'::text]))),
  constraint webhook_delivery_state_check1 check ((state = any (array['pending'::text, 'delivered'::text, 'exhausted'::text, 'cancelled'::text]))),
  constraint webhook_delivery_pkey primary key (id, event_created_at)
)
partition by range (event_created_at);

create table webhook_secret (
  id uuid not null,
  webhook_id uuid not null,
  sealed bytea not null,
  created_at timestamptz default now() not null,
  expires_at timestamptz,
  constraint webhook_secret_pkey primary key (id)
);

alter table consent_grant alter column covers_aliases set storage main;
alter table consent_grant alter column covers_endpoints set storage main;
alter table consent_grant alter column sealed_purpose set storage external;
alter table consent_request alter column sealed_purpose set storage external;
alter table payee_name alter column sealed set storage external;
alter table release alter column jwe set storage external;
alter table release alter column sealed_reference set storage external;

alter table alias add constraint alias_identity_id_livemode_fkey foreign key (identity_id, livemode) references identity(id, livemode);
alter table api_key add constraint api_key_consumer_id_fkey foreign key (consumer_id) references consumer(id);
alter table api_key add constraint api_key_rolled_to_id_fkey foreign key (rolled_to_id) references api_key(id);
alter table challenge add constraint challenge_claim_id_livemode_fkey foreign key (claim_id, livemode) references claim(id, livemode) on delete cascade;
alter table challenge add constraint challenge_consumer_id_fkey foreign key (consumer_id) references consumer(id);
alter table challenge add constraint challenge_identity_id_livemode_alias_id_fkey foreign key (identity_id, livemode, alias_id) references alias(identity_id, livemode, id);
alter table claim add constraint claim_consumer_id_fkey foreign key (consumer_id) references consumer(id);
alter table claim add constraint claim_donor_id_fkey foreign key (donor_id) references consumer(id);
alter table claim add constraint claim_donor_identity_id_livemode_donor_alias_id_fkey foreign key (donor_identity_id, livemode, donor_alias_id) references alias(identity_id, livemode, id);
alter table claim add constraint claim_identity_id_livemode_fkey foreign key (identity_id, livemode) references identity(id, livemode);
alter table consent_grant add constraint consent_grant_consumer_id_fkey foreign key (consumer_id) references consumer(id);
alter table consent_grant add constraint consent_grant_identity_id_livemode_fkey foreign key (identity_id, livemode) references identity(id, livemode);
alter table consent_grant add constraint consent_grant_owner_id_fkey foreign key (owner_id) references consumer(id);
alter table consent_request add constraint consent_request_consumer_id_fkey foreign key (consumer_id) references consumer(id);
alter table consent_request add constraint consent_request_grant_id_livemode_fkey foreign key (grant_id, livemode) references consent_grant(id, livemode);
alter table consent_request add constraint consent_request_identity_id_livemode_alias_id_fkey foreign key (identity_id, livemode, alias_id) references alias(identity_id, livemode, id);
alter table consent_request add constraint consent_request_identity_id_livemode_fkey foreign key (identity_id, livemode) references identity(id, livemode);
alter table consent_request add constraint consent_request_owner_id_fkey foreign key (owner_id) references consumer(id);
alter table domain_proof add constraint domain_proof_identity_id_livemode_alias_id_fkey foreign key (identity_id, livemode, alias_id) references alias(identity_id, livemode, id);
alter table endpoint add constraint endpoint_identity_id_livemode_fkey foreign key (identity_id, livemode) references identity(id, livemode);
alter table event add constraint event_consumer_id_fkey1 foreign key (consumer_id) references consumer(id);
alter table event add constraint event_grantee_id_fkey1 foreign key (grantee_id) references consumer(id);
alter table event_notice add constraint event_notice_consumer_id_fkey foreign key (consumer_id) references consumer(id);
alter table identity add constraint identity_consumer_id_fkey foreign key (consumer_id) references consumer(id);
alter table identity add constraint identity_primary_alias foreign key (id, livemode, primary_alias_id) references alias(identity_id, livemode, id);
alter table payee_name add constraint payee_name_identity_id_livemode_fkey foreign key (identity_id, livemode) references identity(id, livemode);
alter table release add constraint release_consumer_id_fkey foreign key (consumer_id) references consumer(id);
alter table release add constraint release_identity_id_livemode_fkey foreign key (identity_id, livemode) references identity(id, livemode);
alter table release_job add constraint release_job_id_fkey foreign key (id) references release(id) on delete cascade;
alter table release add constraint release_sealing_key_id_livemode_fkey foreign key (sealing_key_id, livemode) references sealing_key(id, livemode);
alter table sealing_key add constraint sealing_key_consumer_id_fkey foreign key (consumer_id) references consumer(id);
alter table webhook add constraint webhook_consumer_id_fkey foreign key (consumer_id) references consumer(id);
alter table webhook_delivery add constraint webhook_delivery_webhook_id_livemode_fkey1 foreign key (webhook_id, livemode) references webhook(id, livemode);
alter table webhook_secret add constraint webhook_secret_webhook_id_fkey foreign key (webhook_id) references webhook(id);

create index alias_by_reference on alias (consumer_id, livemode, reference_hash, created_at, id) where (reference_hash is not null);
create unique index alias_lookup on alias (livemode, type, skeleton) where (status = 'registered'::text);
create index alias_of_identity on alias (identity_id, status, created_at, id);
create index alias_owner on alias (consumer_id, livemode, status, created_at, id);
create index alias_owner_updated on alias (consumer_id, livemode, updated_at);
create index alias_owner_value on alias (consumer_id, livemode, type, value);
create index alias_proof_expires on alias (proof_expires_at) where (proof_expires_at is not null);
create unique index alias_reference on alias (consumer_id, livemode, reference_hash) where ((reference_hash is not null) and (status = 'registered'::text));
create index alias_released_by_hand on alias (consumer_id, livemode, created_at, id) where ((status = 'registered'::text) and (released_at is not null));
create index alias_reservation_claimed on alias_reservation (claim_id) where (claim_id is not null);
create index alias_reservation_erased on alias_reservation (available_at) where (skeleton ~~ '=%'::text);
create index alias_to_forget on alias (available_at) where ((status = 'released'::text) and (value <> ''::text));
create index api_key_consumer on api_key (consumer_id, livemode, created_at, id);
create index api_key_rolled_to on api_key (rolled_to_id) where (rolled_to_id is not null);
create index challenge_alias on challenge (identity_id, alias_id);
create index challenge_expires on challenge (expires_at);
create index challenge_of_alias on challenge (alias_id, purpose, method) where (status = 'pending'::text);
create index challenge_of_claim on challenge (claim_id) where (claim_id is not null);
create index challenge_of_consumer on challenge (consumer_id);
create index challenge_tally_expires on challenge_tally (expires_at);
create index challenge_tally_shared on challenge_tally (shared_key) where (shared_key is not null);
create index challenge_to_send on challenge (expires_at) where ((send_state = 'due'::text) and (status = 'pending'::text));
create unique index claim_asked on claim (consumer_id, livemode, type, skeleton) where (status = any (array['pending_proof'::text, 'queued'::text, 'open'::text, 'awaiting_second_proof'::text]));
create index claim_donor_alias on claim (donor_identity_id, donor_alias_id) where (donor_alias_id is not null);
create index claim_due on claim (next_at) where (next_at is not null);
create index claim_ended on claim (updated_at) where (next_at is null);
create index claim_identity on claim (identity_id);
create index claim_incoming on claim (donor_id, livemode, created_at, id) where (donor_id is not null);
create index claim_outgoing on claim (consumer_id, livemode, created_at, id);
create index claim_still on claim (id) where stands_still;
create unique index consent_grant_active on consent_grant (identity_id, consumer_id) where (status = 'active'::text);
create index consent_grant_covering_all on consent_grant (identity_id, created_at, id) where ((status = 'active'::text) and covers_all);
create index consent_grant_covering on consent_grant using gin (((covers_aliases || covers_endpoints))) where ((status = 'active'::text) and (not covers_all));
create index consent_grant_expiring on consent_grant (expires_at) where ((status = 'active'::text) and (expires_at is not null));
create index consent_grant_of_consumer on consent_grant (consumer_id, livemode, created_at, id);
create index consent_grant_of_identity on consent_grant (identity_id, created_at, id);
create index consent_grant_of_owner on consent_grant (owner_id, livemode, created_at, id);
create index consent_grant_received on consent_grant (consumer_id, id) where ((not livemode) and (status = 'active'::text));
create index consent_grant_tie on consent_grant (owner_id, consumer_id, livemode, identity_id, created_at);
create index consent_request_alias on consent_request (alias_id) where (alias_id is not null);
create index consent_request_expires on consent_request (expires_at);
create index consent_request_grant on consent_request (grant_id) where (grant_id is not null);
create index consent_request_identity on consent_request (identity_id) where (identity_id is not null);
create index consent_request_incoming on consent_request (owner_id, livemode, created_at, id) where (owner_id is not null);
create unique index consent_request_open on consent_request (consumer_id, livemode, type, value) where open;
create index consent_request_outgoing on consent_request (consumer_id, livemode, created_at, id);
create index consent_request_tie on consent_request (owner_id, consumer_id, livemode) where (owner_id is not null);
create index consent_request_unmatched on consent_request (created_at) where (matched_at is null);
create unique index data_key_primary on data_key (purpose, livemode) where (status = 'primary'::text);
create index disclosure_record_checks on disclosure_record (identity_id, kind, created_at, id) where (verdict is not null);
create index disclosure_record_verdicts on disclosure_record (identity_id, verdict, created_at, id) where (verdict is not null);
create index domain_proof_alias on domain_proof (identity_id, alias_id);
create index domain_proof_due on domain_proof (next_check_at);
create index endpoint_by_reference on endpoint (consumer_id, livemode, reference_hash, created_at, id) where (reference_hash is not null);
create index api_key_network_purge on api_key_network (seen_at);
create index endpoint_live on endpoint (identity_id, created_at, id) where (removed_at is null);
create index endpoint_of_identity on endpoint (identity_id, created_at, id);
create index endpoint_owner on endpoint (consumer_id, livemode, created_at, id) where (removed_at is null);
create index endpoint_owner_disabled on endpoint (consumer_id, livemode, created_at, id) where ((removed_at is null) and (status = 'disabled'::text));
create index endpoint_owner_removed on endpoint (consumer_id, livemode, created_at, id) where (removed_at is not null);
create index endpoint_owner_updated on endpoint (consumer_id, livemode, updated_at);
create unique index endpoint_reference on endpoint (consumer_id, livemode, reference_hash) where ((reference_hash is not null) and (removed_at is null));
create index event_by_actor on event (consumer_id, livemode, (case when ((actor_type <> 'api_key'::text) or (actor_consumer_id = consumer_id)) then actor_id end), created_at, id);
create index event_by_type on event (consumer_id, livemode, type, created_at, id);
create index event_grantee on event (grantee_id, livemode, created_at, id) where (grantee_id is not null);
create index event_grantee_by_actor on event (grantee_id, livemode, (case when ((actor_type <> 'api_key'::text) or (actor_consumer_id = grantee_id)) then actor_id end), created_at, id) where (grantee_id is not null);
create index event_grantee_by_type on event (grantee_id, livemode, type, created_at, id) where (grantee_id is not null);
create index notice_due_next on notice_due (next_at);
create index event_notice_of_grant on event_notice (grant_id) where (grant_id is not null);
create index event_notice_by_type on event_notice (consumer_id, livemode, type, created_at, id);
create index event_notice_of_request on event_notice (request_id) where (request_id is not null);
create index event_notice_owner on event_notice (consumer_id, livemode, created_at, id);
create index event_of_request on event (request_id) where (request_id is not null);
create index event_owner on event (consumer_id, livemode, delivered, created_at, id);
create index idempotency_record_expires on idempotency_record (expires_at);
create index identity_by_reference on identity (consumer_id, livemode, reference_hash, created_at, id) where (reference_hash is not null);
create index identity_by_status on identity (consumer_id, livemode, status, created_at, id);
create index identity_by_type on identity (consumer_id, livemode, type, status, created_at, id);
create index identity_erased on identity (erasing_at, id) where (erasing_at is not null);
create index identity_erasing on identity (id) where ((erasing_at is not null) and (erased_at is null));
create index identity_folded on identity (consumer_id, livemode, display_name_folded text_pattern_ops) where (display_name_folded is not null);
create index identity_owner on identity (consumer_id, livemode, created_at, id);
create index identity_primary_alias on identity (primary_alias_id) where (primary_alias_id is not null);
create unique index identity_reference on identity (consumer_id, livemode, reference_hash) where ((reference_hash is not null) and (status <> 'closed'::text));
create index identity_unerased on identity (consumer_id, id) where ((not livemode) and (erasing_at is null));
create index identity_updated on identity (consumer_id, livemode, updated_at);
create index payee_name_of_identity on payee_name (identity_id, created_at, id);
create index release_age on release using brin (created_at);
create index release_endpoint on release (endpoint_id) where (jwe is not null);
create index release_identity on release (identity_id);
create index release_held on release (identity_id) where (jwe is not null);
create index release_sealed on release (sealing_key_id) where (jwe is not null);
create index release_job_age on release_job (created_at);
create index release_of_consumer on release (consumer_id, livemode, created_at, id);
create index release_recent on release (consumer_id, endpoint_id, created_at);
create index release_sealing_key on release (sealing_key_id);
create index release_waiting on release (livemode, consumer_id, created_at) where (status = 'pending'::text);
create index request_record_code on request_record (consumer_id, livemode, code, created_at, id) where (code is not null);
create index request_record_id on request_record (id);
create index request_record_key on request_record (key_id, created_at, id);
create index request_record_operation on request_record (consumer_id, livemode, operation, created_at, id);
create index request_record_status on request_record (consumer_id, livemode, status, created_at, id);
create index sealing_key_owner on sealing_key (consumer_id, livemode, created_at, id);
create unique index sealing_key_x on sealing_key (livemode, x);
create index usage_hour_purge on usage_hour (hour);
create index usage_key_day_purge on usage_key_day (day);
create index value_budget_expires on value_budget (expires_at);
create index webhook_attempt_delivery on webhook_attempt (delivery_id, n);
create index webhook_delivery_due on webhook_delivery (webhook_id, asked, next_at) where (state = 'pending'::text);
create index webhook_delivery_event on webhook_delivery (event_id);
create index webhook_delivery_of_webhook on webhook_delivery (webhook_id, state, created_at, id);
create unique index webhook_delivery_once on webhook_delivery (event_created_at, event_id, webhook_id) where (kind = 'automatic'::text);
create index webhook_delivery_testing on webhook_delivery (webhook_id) where ((state = 'pending'::text) and (kind = 'test'::text));
create index webhook_owner on webhook (consumer_id, livemode, created_at, id) where (removed_at is null);
create index webhook_recovering on webhook (id) where (recover_since is not null);
create unique index webhook_secret_current on webhook_secret (webhook_id) where (expires_at is null);
create index webhook_secret_webhook on webhook_secret (webhook_id);

create view alias_record as
 select alias.id,
  alias.livemode,
  alias.identity_id,
  alias.type,
  alias.value,
  alias.skeleton,
  alias.norm_version,
  alias.privacy_level,
  alias.status,
  alias.verified_at,
  alias.verified_method,
  alias.released_at,
  alias.available_at,
  alias.created_at,
  alias.updated_at,
  alias.verification,
  alias.proof_expires_at,
  alias.claimed_at,
  alias.consumer_id,
  alias.external_reference,
  alias.reference_hash,
  alias.metadata,
  identity.primary_alias_id,
  identity.consumer_id as owner_id
   from (alias
   join identity on ((identity.id = alias.identity_id)));

create view consent_grant_record as
 select consent_grant.id,
  consent_grant.livemode,
  consent_grant.identity_id,
  consent_grant.consumer_id,
  consent_grant.covers_all,
  consent_grant.covers_aliases,
  consent_grant.covers_endpoints,
  consent_grant.status,
  consent_grant.expires_at,
  consent_grant.revoked_at,
  consent_grant.created_at,
  consent_grant.updated_at,
  consent_grant.owner_id,
  consent_grant.sealed_purpose,
  consent_grant.release,
  consent_grant.version,
  ((consent_grant.expires_at <= now()) or (consent_grant.expires_at >= '10000-01-01 00:00:00+00'::timestamptz)) as ran_out
   from consent_grant;

create view release_record as
 select release.id,
  release.livemode,
  release.consumer_id,
  release.identity_id,
  release.alias_id,
  release.endpoint_id,
  release.grant_id,
  release.sealing_key_id,
  release.status,
  release.expires_at,
  release.created_at,
  release.alias_type,
  release.sealed_reference,
  ((release.expires_at <= now()) or (release.expires_at >= '10000-01-01 00:00:00+00'::timestamptz)) as ran_out
   from release;

create view consent_request_record as
 select consent_request.id,
  consent_request.livemode,
  consent_request.consumer_id,
  consent_request.type,
  consent_request.value,
  consent_request.skeleton,
  consent_request.status,
  consent_request.open,
  consent_request.expires_at,
  consent_request.matched_at,
  consent_request.owner_id,
  consent_request.identity_id,
  consent_request.alias_id,
  consent_request.grant_id,
  consent_request.created_at,
  consent_request.updated_at,
  consent_request.sealed_purpose,
  consent_request.wants_release,
  ((consent_request.expires_at <= now()) or (consent_request.expires_at >= '10000-01-01 00:00:00+00'::timestamptz)) as ran_out
   from consent_request;

create view disclosure_record_owned as
 select disclosure_record.id,
  disclosure_record.livemode,
  disclosure_record.identity_id,
  disclosure_record.consumer_id,
  disclosure_record.alias_id,
  disclosure_record.endpoint_ids,
  disclosure_record.grant_id,
  disclosure_record.request_id,
  disclosure_record.kind,
  disclosure_record.verdict,
  disclosure_record.basis,
  disclosure_record.created_at,
  identity.consumer_id as owner_id
   from (disclosure_record
   join identity on ((identity.id = disclosure_record.identity_id)));

create view audit_entry_about as
 select s.consumer_id as log_id,
  s.subject,
  s.id,
  s.at as created_at,
  e.livemode,
  e.consumer_id,
  e.grantee_id,
  e.type,
  s.delivered,
  e.subjects,
  e.grantee_subjects,
  e.changed_fields,
  e.actor_type,
  e.actor_id,
  e.actor_consumer_id,
  e.request_id
   from (audit_subject s
   cross join lateral ( select *
     from event
    where ((event.id = s.id) and (event.created_at = s.at))
    offset 0) e);

create view event_audience as
 select event.id,
  event.livemode,
  event.type,
  event.created_at,
  event.consumer_id as audience_id
   from event
  where event.delivered
union all
 select event.id,
  event.livemode,
  event.type,
  event.created_at,
  event.grantee_id as audience_id
   from event
  where ((event.grantee_id is not null) and event.delivered)
union all
 select event_notice.id,
  event_notice.livemode,
  event_notice.type,
  event_notice.created_at,
  event_notice.consumer_id as audience_id
   from event_notice
  where (event_notice.grant_id is not null);

create view event_heard as
 select event.id,
  event.created_at,
  event.livemode,
  event.consumer_id,
  event.grantee_id,
  event.type,
  event.delivered,
  event.actor_type,
  event.actor_id,
  event.actor_consumer_id,
  event.request_id
   from event
union all
 select event_notice.id,
  event_notice.created_at,
  event_notice.livemode,
  event_notice.consumer_id,
  null::uuid as grantee_id,
  event_notice.type,
  true as delivered,
  event_notice.actor_type,
  event_notice.actor_id,
  event_notice.actor_consumer_id,
  event_notice.request_id
   from event_notice;

create view identity_record as
 select identity.id,
  identity.livemode,
  identity.consumer_id,
  identity.type,
  identity.status,
  identity.display_name,
  identity.display_name_folded,
  identity.default_privacy_level,
  identity.primary_alias_id,
  identity.payee_checks,
  identity.close_match,
  identity.declared_match,
  identity.destination_checks,
  identity.external_reference,
  identity.reference_hash,
  identity.metadata,
  identity.created_at,
  identity.updated_at,
  identity.erasing_at,
  identity.erased_at
   from identity;

create view webhook_delivery_record as
 select d.id,
  d.event_created_at,
  d.livemode,
  d.event_id,
  d.webhook_id,
  d.kind,
  d.state,
  d.attempts,
  d.next_at,
  d.lease_token,
  d.asked,
  d.created_at,
  d.updated_at,
  e.type as event_type,
  w.status as webhook_status,
  w.paused_until
   from ((webhook_delivery d
   join event_body e on (((e.id = d.event_id) and (e.created_at = d.event_created_at))))
   join webhook w on ((w.id = d.webhook_id)));

create trigger alias_owner_moved before update of identity_id, consumer_id on alias for each row execute function take_owner();

alter table alias enable always trigger alias_owner_moved;

create trigger consumer_suspension before update of suspended_at on consumer for each row when (((old.suspended_at is not null) and (new.suspended_at is null))) execute function count_consumer_suspension();

alter table consumer enable always trigger consumer_suspension;

create trigger endpoint_deleted after delete on endpoint referencing old table as gone for each statement execute function endpoints_changed();

alter table endpoint enable always trigger endpoint_deleted;

create trigger endpoint_erased before update of address on endpoint for each row when ((new.address is null)) execute function erase_fingerprints();

alter table endpoint enable always trigger endpoint_erased;

create trigger endpoint_owner_moved before update of identity_id, consumer_id on endpoint for each row execute function take_owner();

alter table endpoint enable always trigger endpoint_owner_moved;

create trigger endpoint_releases after update of status, privacy_level, release, removed_at on endpoint for each row when (((old.status is distinct from new.status) or (old.privacy_level is distinct from new.privacy_level) or (old.release is distinct from new.release) or (old.removed_at is distinct from new.removed_at))) execute function releases_dropped();

alter table endpoint enable always trigger endpoint_releases;

create trigger endpoint_shown before update of type, capabilities, status, privacy_level on endpoint for each row when ((old.type, old.capabilities, old.status, old.privacy_level) is distinct from (new.type, new.capabilities, new.status, new.privacy_level)) execute function shown_changed();

alter table endpoint enable always trigger endpoint_shown;

create trigger endpoint_truncated after truncate on endpoint for each statement execute function endpoints_truncated();

alter table endpoint enable always trigger endpoint_truncated;

create trigger endpoint_updated after update on endpoint referencing old table as gone new table as come for each statement execute function endpoints_changed();

alter table endpoint enable always trigger endpoint_updated;

create trigger grant_releases after update of status, revoked_at, expires_at, covers_all, covers_aliases, covers_endpoints, release on consent_grant for each row when ((old.* is distinct from new.*)) execute function releases_dropped();

alter table consent_grant enable always trigger grant_releases;

create trigger identity_releases after update of status on identity for each row when ((old.status is distinct from new.status)) execute function releases_dropped();

alter table identity enable always trigger identity_releases;

create trigger identity_notices after update of status on identity for each row when (((old.status = 'active'::text) is distinct from (new.status = 'active'::text))) execute function identity_notices_held();

alter table identity enable always trigger identity_notices;

create trigger grant_notices after update of status, revoked_at, covers_all, covers_endpoints on consent_grant for each row when ((old.* is distinct from new.*)) execute function notices_cancelled();

alter table consent_grant enable always trigger grant_notices;

create trigger identity_snapshot before update of snapshot, id, livemode on identity for each row execute function write_snapshot();

alter table identity enable always trigger identity_snapshot;

create trigger identity_suspension before update of status on identity for each row when (((old.status = 'suspended'::text) is distinct from (new.status = 'suspended'::text))) execute function count_identity_suspension();

alter table identity enable always trigger identity_suspension;

create trigger sealing_key_releases after update of removed_at on sealing_key for each row when ((old.removed_at is distinct from new.removed_at)) execute function releases_dropped();

alter table sealing_key enable always trigger sealing_key_releases;
`)
    this.addSql(changesFeed)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
