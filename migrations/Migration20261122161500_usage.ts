import { Migration } from '@mikro-orm/migrations'

/** What each consumer asked, and what its webhooks answered, by environment and hour: counts and nothing else. */
export class Migration20261122161500_usage extends Migration {
  override up(): void {
    this.addSql(`
create table usage_hour (
  consumer_id uuid not null,
  livemode boolean not null,
  hour timestamptz not null,
  resolves bigint not null default 0,
  misses bigint not null default 0,
  consent_pending bigint not null default 0,
  deliveries bigint not null default 0,
  delivery_errors bigint not null default 0,
  primary key (consumer_id, livemode, hour)
) with (fillfactor = 80);
create index usage_hour_purge on usage_hour (hour);
`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
