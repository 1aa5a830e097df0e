import { Migration } from '@mikro-orm/migrations'

/**
 * What is known of an alias: its owner's word, or a proof; and the challenges that prove it.
 *
 * A code is kept as a keyed hash. Tallies hold the moments of what is limited, under a keyed hash of whom it is about.
 */
export class Migration20261122084443_challenges extends Migration {
  override up(): void {
    this.addSql(`
alter table alias
  add column verification text not null default 'none'
    constraint alias_verification check (verification in ('none', 'attested', 'proved')),
  add column proof_expires_at timestamptz;
update alias set verification = 'attested' where verified_at is not null;

drop view alias_record;
create view alias_record as
  select alias.*, identity.consumer_id, identity.primary_alias_id
  from alias join identity on identity.id = alias.identity_id;

create table challenge (
  id uuid primary key,
  livemode boolean not null,
  consumer_id uuid not null references consumer (id),
  identity_id uuid,
  alias_id uuid,
  method text not null,
  purpose text not null check (purpose in ('prove', 'claim', 'contest')),
  status text not null default 'pending' check (status in ('pending', 'met', 'failed', 'expired')),
  code_hash bytea,
  token text,
  attempts_left integer not null,
  expires_at timestamptz not null,
  met_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, livemode),
  foreign key (identity_id, livemode, alias_id) references alias (identity_id, livemode, id)
);
create index challenge_of_alias on challenge (alias_id, purpose, method) where status = 'pending';
create index challenge_alias on challenge (identity_id, alias_id);
create index challenge_of_consumer on challenge (consumer_id);
create index challenge_expires on challenge (expires_at);

create table challenge_tally (
  key bytea primary key,
  times timestamptz[] not null,
  expires_at timestamptz not null
);
create index challenge_tally_expires on challenge_tally (expires_at);
`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
