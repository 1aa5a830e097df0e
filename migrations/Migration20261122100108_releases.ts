import { Migration } from '@mikro-orm/migrations'

/**
 * Sealing keys and releases. What is stored of a release is sealed to the payer's key; whatever takes a permission away also
 * takes the sealed text away, in the same transaction, whoever writes it.
 */
export class Migration20261122100108_releases extends Migration {
  override up(): void {
    this.addSql(`
alter table endpoint add column release text not null default 'never';
alter table consent_grant add column release uuid[] not null default '{}';
drop view consent_grant_record;
create view consent_grant_record as
  select consent_grant.*, (expires_at <= now() or expires_at >= '10000-01-01Z') as ran_out from consent_grant;

create table sealing_key (
  id uuid primary key,
  livemode boolean not null,
  consumer_id uuid not null references consumer (id),
  x text not null,
  usable_at timestamptz not null,
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, livemode)
);
create unique index sealing_key_x on sealing_key (livemode, x);
create index sealing_key_owner on sealing_key (consumer_id, livemode, created_at, id);

create table release (
  id uuid primary key,
  livemode boolean not null,
  consumer_id uuid not null references consumer (id),
  identity_id uuid not null,
  alias_id uuid not null,
  endpoint_id uuid not null,
  grant_id uuid,
  sealing_key_id uuid not null,
  status text not null,
  jwe text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  foreign key (identity_id, livemode) references identity (id, livemode),
  foreign key (sealing_key_id, livemode) references sealing_key (id, livemode)
);
alter table release alter column jwe set storage external;
create index release_identity on release (identity_id) where jwe is not null;
create index release_grant on release (grant_id) where jwe is not null;
create index release_endpoint on release (endpoint_id) where jwe is not null;
create index release_sealing_key on release (sealing_key_id);
create index release_recent on release (consumer_id, endpoint_id, created_at);
create index release_age on release using brin (created_at);

create function releases_dropped() returns trigger language plpgsql set search_path from current as $$
begin
  case tg_table_name
    when 'identity' then
      update release set jwe = null, status = 'failed' where identity_id = new.id and jwe is not null;
    when 'consent_grant' then
      update release set jwe = null, status = 'failed' where grant_id = new.id and jwe is not null;
    when 'endpoint' then
      update release set jwe = null, status = 'failed' where endpoint_id = new.id and jwe is not null;
    when 'sealing_key' then
      update release set jwe = null, status = 'failed' where sealing_key_id = new.id and jwe is not null;
  end case;
  return null;
end $$;
create trigger identity_releases after update of status on identity for each row
  when (old.status is distinct from new.status) execute function releases_dropped();
create trigger grant_releases after update of status, revoked_at, expires_at, covers_all, covers_aliases, covers_endpoints, release
  on consent_grant for each row when (old is distinct from new) execute function releases_dropped();
create trigger endpoint_releases after update of status, privacy_level, release, removed_at on endpoint for each row
  when (old.status is distinct from new.status or old.privacy_level is distinct from new.privacy_level
    or old.release is distinct from new.release or old.removed_at is distinct from new.removed_at)
  execute function releases_dropped();
create trigger sealing_key_releases after update of removed_at on sealing_key for each row
  when (old.removed_at is distinct from new.removed_at) execute function releases_dropped();
alter table identity enable always trigger identity_releases;
alter table consent_grant enable always trigger grant_releases;
alter table endpoint enable always trigger endpoint_releases;
alter table sealing_key enable always trigger sealing_key_releases;
`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
