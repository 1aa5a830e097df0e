import { Migration } from '@mikro-orm/migrations'

/**
 * Claims: who proved control of an alias asks for it. The reservation says which claim may take it, so that the statement
 * that gives an alias away arbitrates claims too.
 */
export class Migration20261122094947_claims extends Migration {
  override up(): void {
    this.addSql(`
alter table alias_slot add column claim_id uuid;
alter table alias drop constraint alias_status_check;
alter table alias add constraint alias_status_check check (status in ('registered', 'released', 'transferred'));
alter table alias add column claimed_at timestamptz;
drop view alias_record;
create view alias_record as
  select alias.*, identity.consumer_id, identity.primary_alias_id
  from alias join identity on identity.id = alias.identity_id;

create table claim (
  id uuid primary key,
  livemode boolean not null,
  consumer_id uuid not null references consumer (id),
  identity_id uuid not null,
  kind text not null check (kind in ('ownership', 'portability')),
  type text not null,
  value text not null,
  skeleton text not null,
  norm_version integer not null,
  status text not null default 'pending_proof' check (status in
    ('pending_proof', 'queued', 'open', 'awaiting_second_proof', 'completed', 'cancelled', 'expired')),
  reason text,
  method text,
  proved_at timestamptz,
  second_proved_at timestamptz,
  deadline timestamptz not null,
  next_at timestamptz,
  donor_id uuid references consumer (id),
  donor_identity_id uuid,
  donor_alias_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, livemode),
  foreign key (identity_id, livemode) references identity (id, livemode),
  foreign key (donor_identity_id, livemode, donor_alias_id) references alias (identity_id, livemode, id)
);
create unique index claim_asked on claim (consumer_id, livemode, type, skeleton)
  where status in ('pending_proof', 'queued', 'open', 'awaiting_second_proof');
create index claim_outgoing on claim (consumer_id, livemode, created_at, id);
create index claim_incoming on claim (donor_id, livemode, created_at, id) where donor_id is not null;
create index claim_identity on claim (identity_id);
create index claim_donor_alias on claim (donor_identity_id, donor_alias_id) where donor_alias_id is not null;
create index claim_due on claim (next_at) where next_at is not null;
create index claim_ended on claim (updated_at) where next_at is null;

alter table challenge add column claim_id uuid;
alter table challenge add foreign key (claim_id, livemode) references claim (id, livemode) on delete cascade;
create index challenge_of_claim on challenge (claim_id) where claim_id is not null;
`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
