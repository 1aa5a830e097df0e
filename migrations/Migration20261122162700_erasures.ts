import { Migration } from '@mikro-orm/migrations'

/** What of an identity its owner is shown: see the migration of changes. */
const shown =
  'consumer_id, livemode, type, status, display_name, default_privacy_level, primary_alias_id, payee_checks, close_match, external_reference, reference_hash, metadata, updated_at, erasing_at, erased_at'

/** When an owner asked for an identity to be erased, and when nothing of it was left. */
export class Migration20261122162700_erasures extends Migration {
  override up(): void {
    this.addSql(`
alter table identity add column erasing_at timestamptz, add column erased_at timestamptz;
create index identity_erasing on identity (id) where erasing_at is not null and erased_at is null;
create index identity_erased on identity (erasing_at, id) where erasing_at is not null;
do $$ begin
  -- Where an engine lacks the changes feed there is no trigger.
  if exists (select from pg_trigger where tgname = 'identity_changed' and tgrelid = 'identity'::regclass) then
    drop trigger identity_changed on identity;
    create trigger identity_changed before update of ${shown} on identity for each row execute function take_transaction();
    alter table identity enable always trigger identity_changed;
  end if;
end $$;
create index alias_slot_erased on alias_slot (available_at) where skeleton like '=%';
create or replace view identity_record as
  select id, livemode, consumer_id, type, status, display_name, display_name_folded, default_privacy_level, primary_alias_id,
    payee_checks, close_match, external_reference, reference_hash, metadata, created_at, updated_at, erasing_at, erased_at
  from identity;
`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
