import { Migration } from '@mikro-orm/migrations'

/** Purposes are stored sealed only. */
export class Migration20261123215500_no_plain_purposes extends Migration {
  override up(): void {
    for (const table of ['consent_grant', 'consent_request'])
      this.addSql(`
drop view ${table}_record;
alter table ${table} drop column purpose;
create view ${table}_record as
  select ${table}.*, (expires_at <= now() or expires_at >= '10000-01-01Z') as ran_out from ${table};
`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
