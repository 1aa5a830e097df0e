import { Migration } from '@mikro-orm/migrations'

/**
 * A row for the run of the primary that is under way. A replica that holds it has followed this primary since it started,
 * and no other server of the same name, count of bytes or timeline.
 */
export class Migration20261122084740_server_run extends Migration {
  override up(): void {
    this.addSql(`create table server_run (
      token uuid primary key,
      started_at timestamptz not null,
      timeline integer not null,
      constraint server_run_one unique (started_at, timeline)
    );`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
