import { Migration } from '@mikro-orm/migrations'

/** Consumers get a name that people read, and can be suspended: what they have stays, and does nothing meanwhile. */
export class Migration20261122120600_consumers extends Migration {
  override up(): void {
    this.addSql(`
alter table consumer add column display_name text;
alter table consumer add column suspended_at timestamptz;
alter table consumer add column updated_at timestamptz not null default now();
`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
