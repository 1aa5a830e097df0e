import { Migration } from '@mikro-orm/migrations'

/**
 * The registry. Written by hand: foreign keys carry `livemode`, so that a row of one environment cannot reference a row
 * of the other, and every foreign key and every look-up has its index.
 */
export class Migration20261121000000_registry extends Migration {
  override up(): void {
    this.addSql(`
create table consumer (
  id uuid primary key,
  name text not null unique,
  limits jsonb,
  created_at timestamptz not null default now()
);

create table api_key (
  id uuid primary key,
  consumer_id uuid not null references consumer (id),
  livemode boolean not null,
  name text,
  scopes text[] not null,
  hash bytea not null unique,
  prefix text not null,
  last4 text not null,
  router boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  rolled_to_id uuid references api_key (id)
);
create index api_key_consumer on api_key (consumer_id, livemode, created_at, id);
create index api_key_rolled_to on api_key (rolled_to_id) where rolled_to_id is not null;

create table identity (
  id uuid primary key,
  livemode boolean not null,
  consumer_id uuid not null references consumer (id),
  type text not null,
  status text not null default 'active' check (status in ('active', 'suspended', 'closed')),
  display_name text,
  default_privacy_level text not null check (default_privacy_level in ('public', 'unlisted', 'private', 'consent_required')),
  primary_alias_id uuid,
  card text not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, livemode)
);
create index identity_owner on identity (consumer_id, livemode, created_at, id);

create view identity_record as
  select id, livemode, consumer_id, type, status, display_name, default_privacy_level, primary_alias_id, created_at, updated_at
  from identity;

create table alias (
  id uuid primary key,
  livemode boolean not null,
  identity_id uuid not null,
  type text not null,
  value text not null,
  skeleton text not null,
  norm_version integer not null,
  privacy_level text constraint alias_privacy_level check (privacy_level in ('public', 'unlisted', 'private', 'consent_required')),
  status text not null default 'registered' check (status in ('registered', 'released')),
  verified_at timestamptz,
  verified_method text,
  released_at timestamptz,
  available_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (identity_id, livemode, id),
  foreign key (identity_id, livemode) references identity (id, livemode)
);
create unique index alias_lookup on alias (livemode, type, skeleton) where status = 'registered';
create index alias_of_identity on alias (identity_id, created_at, id);
alter table identity add constraint identity_primary_alias
  foreign key (id, livemode, primary_alias_id) references alias (identity_id, livemode, id);
create index identity_primary_alias on identity (primary_alias_id) where primary_alias_id is not null;

create view alias_record as
  select alias.*, identity.consumer_id, identity.primary_alias_id
  from alias join identity on identity.id = alias.identity_id;

create table alias_slot (
  livemode boolean not null,
  type text not null,
  skeleton text not null,
  alias_id uuid not null,
  consumer_id uuid not null,
  available_at timestamptz,
  primary key (livemode, type, skeleton)
);

create table endpoint (
  id uuid primary key,
  livemode boolean not null,
  identity_id uuid not null,
  type text not null,
  privacy_level text constraint endpoint_privacy_level check (privacy_level in ('public', 'unlisted', 'private', 'consent_required')),
  priority double precision not null default 0,
  capabilities jsonb not null default '[]',
  status text not null default 'active' check (status in ('active', 'disabled')),
  address bytea,
  projection bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz,
  foreign key (identity_id, livemode) references identity (id, livemode),
  check ((removed_at is null) = (address is not null))
);
create index endpoint_of_identity on endpoint (identity_id, created_at, id);
create index endpoint_live on endpoint (identity_id) where removed_at is null;

create table consent_grant (
  id uuid primary key,
  livemode boolean not null,
  identity_id uuid not null,
  consumer_id uuid not null references consumer (id),
  covers_all boolean not null,
  covers_aliases uuid[] not null default '{}',
  covers_endpoints uuid[] not null default '{}',
  purpose text,
  status text not null default 'active' check (status in ('active', 'revoked', 'expired')),
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, livemode),
  foreign key (identity_id, livemode) references identity (id, livemode)
);
create unique index consent_grant_active on consent_grant (identity_id, consumer_id) where status = 'active';
create index consent_grant_of_identity on consent_grant (identity_id, created_at, id);
create index consent_grant_of_consumer on consent_grant (consumer_id, livemode, created_at, id);
create index consent_grant_expiring on consent_grant (expires_at) where status = 'active' and expires_at is not null;

create view consent_grant_record as
  select consent_grant.*, identity.consumer_id as owner_id, consent_grant.expires_at <= now() as ran_out
  from consent_grant join identity on identity.id = consent_grant.identity_id;

create table consent_request (
  id uuid primary key,
  livemode boolean not null,
  consumer_id uuid not null references consumer (id),
  type text not null,
  value text not null,
  skeleton text not null,
  purpose text,
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined')),
  open boolean not null default true,
  expires_at timestamptz not null,
  matched_at timestamptz,
  owner_id uuid references consumer (id),
  identity_id uuid,
  alias_id uuid,
  grant_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (identity_id, livemode) references identity (id, livemode),
  foreign key (identity_id, livemode, alias_id) references alias (identity_id, livemode, id),
  foreign key (grant_id, livemode) references consent_grant (id, livemode),
  check (num_nulls(owner_id, identity_id, alias_id) in (0, 3))
);
create unique index consent_request_open on consent_request (consumer_id, livemode, type, value) where open;
create index consent_request_outgoing on consent_request (consumer_id, livemode, created_at, id);
create index consent_request_incoming on consent_request (owner_id, livemode, created_at, id) where owner_id is not null;
create index consent_request_identity on consent_request (identity_id) where identity_id is not null;
create index consent_request_alias on consent_request (alias_id) where alias_id is not null;
create index consent_request_grant on consent_request (grant_id) where grant_id is not null;
create index consent_request_unmatched on consent_request (created_at) where matched_at is null;
create index consent_request_expires on consent_request (expires_at);

create view consent_request_record as
  select consent_request.*, consent_request.expires_at <= now() as ran_out from consent_request;

create table disclosure_record (
  id uuid primary key,
  livemode boolean not null,
  identity_id uuid not null,
  consumer_id uuid not null,
  alias_id uuid not null,
  endpoint_ids uuid[] not null,
  grant_id uuid,
  request_id uuid not null,
  created_at timestamptz not null default now()
);
create index disclosure_record_identity on disclosure_record (identity_id, created_at, id);
create index disclosure_record_age on disclosure_record using brin (created_at);

create view disclosure_record_owned as
  select disclosure_record.*, identity.consumer_id as owner_id
  from disclosure_record join identity on identity.id = disclosure_record.identity_id;
`)
    this.addSql(`
create table webhook (
  id uuid primary key,
  livemode boolean not null,
  consumer_id uuid not null references consumer (id),
  url text not null,
  description text,
  enabled_events text[] not null,
  status text not null default 'enabled' check (status in ('enabled', 'disabled', 'auto_disabled')),
  disabled_reason text,
  failing_since timestamptz,
  consecutive_failures integer not null default 0,
  breaker_level integer not null default 0,
  paused_until timestamptz,
  recover_since timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz,
  unique (id, livemode)
);
create index webhook_owner on webhook (consumer_id, livemode, created_at, id);
create index webhook_recovering on webhook (id) where recover_since is not null;

create table webhook_secret (
  id uuid primary key,
  webhook_id uuid not null references webhook (id),
  sealed bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);
create unique index webhook_secret_current on webhook_secret (webhook_id) where expires_at is null;
create index webhook_secret_webhook on webhook_secret (webhook_id);

create table event (
  id uuid primary key,
  livemode boolean not null,
  consumer_id uuid not null references consumer (id),
  grantee_id uuid references consumer (id),
  type text not null,
  body text not null check (octet_length(body) <= 20480),
  created_at timestamptz not null default now(),
  unique (id, livemode)
);
create index event_owner on event (consumer_id, livemode, created_at, id);
create index event_grantee on event (grantee_id, livemode, created_at, id) where grantee_id is not null;
create index event_age on event using brin (created_at);

create view event_audience as
  select id, livemode, type, body, created_at, consumer_id as audience_id from event
  union all
  select id, livemode, type, body, created_at, grantee_id from event where grantee_id is not null;

create table webhook_delivery (
  id uuid primary key,
  livemode boolean not null,
  event_id uuid not null,
  webhook_id uuid not null,
  kind text not null check (kind in ('automatic', 'redelivery', 'test')),
  state text not null default 'pending' check (state in ('pending', 'delivered', 'exhausted', 'cancelled')),
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  lease_token uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (event_id, livemode) references event (id, livemode) on delete cascade,
  foreign key (webhook_id, livemode) references webhook (id, livemode)
);
create unique index webhook_delivery_once on webhook_delivery (event_id, webhook_id) where kind = 'automatic';
create index webhook_delivery_due on webhook_delivery (webhook_id, next_at) where state = 'pending';
create index webhook_delivery_of_webhook on webhook_delivery (webhook_id, created_at, id);
create index webhook_delivery_event on webhook_delivery (event_id);
create index webhook_delivery_age on webhook_delivery using brin (created_at);

create view webhook_delivery_record as
  select d.*, e.type as event_type from webhook_delivery d join event e on e.id = d.event_id;

create table webhook_attempt (
  id uuid primary key,
  delivery_id uuid not null references webhook_delivery (id) on delete cascade,
  n integer not null,
  started_at timestamptz not null,
  ms integer not null,
  status integer,
  error text,
  answer text
);
create index webhook_attempt_delivery on webhook_attempt (delivery_id, n);

create table data_key (
  id uuid primary key,
  purpose text not null,
  livemode boolean not null,
  wrapped bytea,
  key_provider text not null,
  status text not null default 'enabled' check (status in ('primary', 'enabled', 'disabled', 'destroyed')),
  created_at timestamptz not null default now()
);
create unique index data_key_primary on data_key (purpose, livemode) where status = 'primary';

create table node (
  id uuid primary key,
  opens uuid[] not null,
  seals uuid[] not null,
  seen_at timestamptz not null default now()
);

create table idempotency_record (
  id uuid primary key,
  consumer_id uuid not null references consumer (id),
  livemode boolean not null,
  key text not null,
  fingerprint bytea not null,
  outcome bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (consumer_id, livemode, key)
);
create index idempotency_record_expires on idempotency_record (expires_at);

create table import_checkpoint (
  id uuid primary key,
  lines integer not null,
  updated_at timestamptz not null default now()
);

create unlogged table rate_bucket (
  key text primary key,
  tokens double precision not null,
  updated_at timestamptz not null
) with (fillfactor = 70);
`)
  }

  override down(): void {
    throw new Error('The first migration has no way back: drop the database instead.')
  }
}
