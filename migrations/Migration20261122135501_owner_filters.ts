import { Migration } from '@mikro-orm/migrations'

/**
 * What owners find their records by. The consumer leads every index, so that a search touches no row of another.
 *
 * A display name is found by how it begins, folded by the application: old rows are folded by a job (`fold-display-names`).
 */
export class Migration20261122135501_owner_filters extends Migration {
  override up(): void {
    this.addSql(`
alter table identity add column display_name_folded text;
create index identity_folded on identity (consumer_id, livemode, display_name_folded text_pattern_ops)
  where display_name_folded is not null;
create index identity_unfolded on identity (id) where display_name is not null and display_name_folded is null;
create index identity_updated on identity (consumer_id, livemode, updated_at);
drop view identity_record;
create view identity_record as
  select id, livemode, consumer_id, type, status, display_name, display_name_folded, default_privacy_level, primary_alias_id,
    payee_checks, close_match, external_reference, reference_hash, metadata, created_at, updated_at
  from identity;

create index alias_owner on alias (consumer_id, livemode, status, created_at, id);
create index alias_owner_value on alias (consumer_id, livemode, type, value);
create index alias_owner_updated on alias (consumer_id, livemode, updated_at);
create index alias_released_by_hand on alias (consumer_id, livemode, created_at, id)
  where status = 'registered' and released_at is not null;

create index endpoint_owner on endpoint (consumer_id, livemode, created_at, id) where removed_at is null;
create index endpoint_owner_disabled on endpoint (consumer_id, livemode, created_at, id)
  where removed_at is null and status = 'disabled';
create index endpoint_owner_removed on endpoint (consumer_id, livemode, created_at, id) where removed_at is not null;
create index endpoint_owner_updated on endpoint (consumer_id, livemode, updated_at);

create index event_by_type on event (consumer_id, livemode, type, created_at, id);
create index event_grantee_by_type on event (grantee_id, livemode, type, created_at, id) where grantee_id is not null;
`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
