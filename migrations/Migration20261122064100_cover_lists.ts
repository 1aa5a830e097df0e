import { Migration } from '@mikro-orm/migrations'

/**
 * What a grant covers stays in its row, whatever its length: 100 aliases and 50 endpoints take 2.4 kB. Out of line it takes
 * a look-up of its own, which tells a grant that doesn't cover the alias from no grant at all by the time of the work.
 * The update writes the grants again that are out of line already.
 */
export class Migration20261122064100_cover_lists extends Migration {
  override up(): void {
    this.addSql(`
alter table consent_grant alter column covers_aliases set storage main, alter column covers_endpoints set storage main;
update consent_grant set covers_aliases = covers_aliases || '{}'::uuid[], covers_endpoints = covers_endpoints || '{}'::uuid[]
where cardinality(covers_aliases) + cardinality(covers_endpoints) > 50;
`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
