import { Migration } from '@mikro-orm/migrations'

/** What the opener's process is asked to open, by id; and the openers that run, as they say. */
export class Migration20261122120718_release_jobs extends Migration {
  override up(): void {
    this.addSql(`
create table release_job (
  id uuid primary key references release (id) on delete cascade,
  request_id uuid not null,
  reference bytea,
  lease uuid,
  leased_until timestamptz,
  attempts integer not null default 0,
  created_at timestamptz not null default now()
);
create index release_job_age on release_job (created_at);

create table opener (
  id uuid primary key,
  stopped boolean not null default false,
  seen_at timestamptz not null default now()
);
`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
