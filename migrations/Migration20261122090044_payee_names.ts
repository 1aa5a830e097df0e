import { Migration } from '@mikro-orm/migrations'

/**
 * Names of payees, what their owners allow of checks, and the budgets of values: what a caller
 * has asked of a target lately. Names are sealed
 * and don't compress, so nothing tries. What was asked is kept as keyed hashes.
 */
export class Migration20261122090044_payee_names extends Migration {
  override up(): void {
    this.addSql(`
create table payee_name (
  id uuid primary key,
  livemode boolean not null,
  identity_id uuid not null,
  kind text not null,
  basis text not null default 'declared',
  sealed bytea not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (identity_id, livemode) references identity (id, livemode)
);
alter table payee_name alter column sealed set storage external;
create index payee_name_of_identity on payee_name (identity_id, created_at, id);

alter table identity add column payee_checks text not null default 'on';
alter table identity add column close_match text not null default 'on';
drop view identity_record;
create view identity_record as
  select id, livemode, consumer_id, type, status, display_name, default_privacy_level, primary_alias_id, payee_checks,
    close_match, created_at, updated_at
  from identity;

alter table consumer add column group_name text;

create table value_budget (
  subject text not null,
  target bytea not null,
  asked jsonb not null,
  is_new boolean not null,
  expires_at timestamptz not null,
  primary key (subject, target)
);
create index value_budget_expires on value_budget (expires_at);

create function asked_recently(asked jsonb, seconds integer) returns jsonb stable language sql as $$
  select coalesce(jsonb_object_agg(key, value), '{}'::jsonb) from jsonb_each(asked)
  where value::text::float8 > extract(epoch from now()) - seconds
$$;

alter table disclosure_record add column kind text not null default 'resolve';
alter table disclosure_record add column verdict text;
drop view disclosure_record_owned;
create view disclosure_record_owned as
  select disclosure_record.*, identity.consumer_id as owner_id
  from disclosure_record join identity on identity.id = disclosure_record.identity_id;
`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
