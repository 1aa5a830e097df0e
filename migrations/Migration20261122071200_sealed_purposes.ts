import { Migration } from '@mikro-orm/migrations'

/**
 * Purposes are sealed. The plain ones stay readable until the job `seal-purposes` has sealed them; the indexes hold what is
 * left for it to do. A sealed purpose doesn't compress, so nothing tries.
 */
export class Migration20261122071200_sealed_purposes extends Migration {
  override up(): void {
    this.addSql(`
alter table consent_grant add column sealed_purpose bytea;
alter table consent_request add column sealed_purpose bytea;
alter table consent_grant alter column sealed_purpose set storage external;
alter table consent_request alter column sealed_purpose set storage external;
create index consent_grant_plain_purpose on consent_grant (id) where purpose is not null;
create index consent_request_plain_purpose on consent_request (id) where purpose is not null;

drop view consent_grant_record;
create view consent_grant_record as
  select consent_grant.*, consent_grant.expires_at <= now() as ran_out from consent_grant;
drop view consent_request_record;
create view consent_request_record as
  select consent_request.*, consent_request.expires_at <= now() as ran_out from consent_request;
`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
