import { Migration } from '@mikro-orm/migrations'

/** An end that no answer can show (`infinity`, and what follows the year 9999) has come: see `isOver`. */
export class Migration20261122071300_unreadable_ends extends Migration {
  override up(): void {
    this.addSql(`
create or replace view consent_grant_record as
  select consent_grant.*, (expires_at <= now() or expires_at >= '10000-01-01Z') as ran_out from consent_grant;
create or replace view consent_request_record as
  select consent_request.*, (expires_at <= now() or expires_at >= '10000-01-01Z') as ran_out from consent_request;
`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
