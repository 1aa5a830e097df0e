import { Migration } from '@mikro-orm/migrations'

/** The releases that wait, by whom they are for; and what an opener has used of its day, as it says. */
export class Migration20261123213411_opener_pace extends Migration {
  override up(): void {
    this.addSql(`
create index release_waiting on release (livemode, consumer_id, created_at) where status = 'pending';

alter table opener
  drop column stopped,
  add column day_share real not null default 0,
  add column stopped_consumers integer not null default 0;
`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
