import { Migration } from '@mikro-orm/migrations'

/**
 * An index that holds the filter for every list: one whose filter matches nothing reads nothing. A list without its filter
 * is merged from those of all values where there are few, so that most of these replace an index.
 *
 * A grant names the owner of its identity, by which it is listed.
 */
export class Migration20261122055000_list_filters extends Migration {
  override up(): void {
    this.addSql(`
create index identity_by_status on identity (consumer_id, livemode, status, created_at, id);
create index identity_by_type on identity (consumer_id, livemode, type, status, created_at, id);

drop index alias_of_identity;
create index alias_of_identity on alias (identity_id, status, created_at, id);

drop index endpoint_live;
create index endpoint_live on endpoint (identity_id, created_at, id) where removed_at is null;

create index disclosure_record_seen on disclosure_record (identity_id, consumer_id, created_at, id);

drop index webhook_owner;
create index webhook_owner on webhook (consumer_id, livemode, created_at, id) where removed_at is null;

drop index webhook_delivery_of_webhook;
create index webhook_delivery_of_webhook on webhook_delivery (webhook_id, state, created_at, id);

alter table consent_grant add column owner_id uuid references consumer (id);
update consent_grant g set owner_id = i.consumer_id from identity i where i.id = g.identity_id;
create index consent_grant_of_owner on consent_grant (owner_id, livemode, created_at, id);

drop view consent_grant_record;
create view consent_grant_record as
  select consent_grant.*, consent_grant.expires_at <= now() as ran_out from consent_grant;
`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
