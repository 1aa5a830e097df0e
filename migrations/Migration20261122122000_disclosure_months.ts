import { Migration } from '@mikro-orm/migrations'

/**
 * Disclosure records lie in months (UTC), which are dropped as a whole when their retention is over. One key is their only
 * index. Rows that are there are moved by `src/database/partitions/moving.ts`, in batches, after this.
 *
 * A node says which version it is of, so that nothing older writes meanwhile.
 */
export class Migration20261122122000_disclosure_months extends Migration {
  override up(): void {
    this.addSql(`
drop view disclosure_record_owned;
drop index disclosure_record_identity;
drop index disclosure_record_age;
drop index disclosure_record_seen;
alter table disclosure_record rename to disclosure_record_former;
alter index disclosure_record_pkey rename to disclosure_record_former_pkey;

create table disclosure_record (
  id uuid not null,
  livemode boolean not null,
  identity_id uuid not null,
  consumer_id uuid not null,
  alias_id uuid not null,
  endpoint_ids uuid[] not null,
  grant_id uuid,
  request_id uuid not null,
  kind text not null default 'resolve',
  verdict text,
  created_at timestamptz not null,
  primary key (identity_id, created_at, id)
) partition by range (created_at);

create view disclosure_record_owned as
  select disclosure_record.*, identity.consumer_id as owner_id
  from disclosure_record join identity on identity.id = disclosure_record.identity_id;

create table moving (
  name text primary key,
  next_block bigint not null default 0,
  rows bigint not null default 0,
  began timestamptz not null default now()
);
insert into moving (name) values ('disclosure_record');

alter table node add column version text;
`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
