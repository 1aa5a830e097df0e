import { Migration } from '@mikro-orm/migrations'

/** Who has dealt with whom: names of consumers are shown along these. */
export class Migration20261122131900_ties extends Migration {
  override up(): void {
    this.addSql(`
create index consent_grant_tie on consent_grant (owner_id, consumer_id, livemode);
create index consent_request_tie on consent_request (owner_id, consumer_id, livemode) where owner_id is not null;
`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
