import { Migration } from '@mikro-orm/migrations'

/** What of each table an owner is shown: a write to anything else (snapshots, counts, sealing again) is no change to it. */
const shown = {
  identity:
    'consumer_id, livemode, type, status, display_name, default_privacy_level, primary_alias_id, payee_checks, close_match, external_reference, reference_hash, metadata, updated_at',
  alias:
    'consumer_id, livemode, identity_id, type, value, privacy_level, status, verification, verified_at, verified_method, proof_expires_at, released_at, available_at, external_reference, reference_hash, metadata, updated_at',
  endpoint:
    'consumer_id, livemode, identity_id, type, privacy_level, priority, capabilities, status, release, verification, verified_method, removed_at, external_reference, reference_hash, metadata, updated_at',
  consent_grant:
    'owner_id, consumer_id, livemode, identity_id, covers_all, covers_aliases, covers_endpoints, release, status, expires_at, revoked_at, updated_at',
  webhook: 'consumer_id, livemode, url, description, enabled_events, status, disabled_reason, removed_at, updated_at',
  api_key: 'consumer_id, livemode, name, scopes, expires_at, revoked_at, rolled_to_id, updated_at',
} as const

const perTable = ([table, columns]: [string, string]) => `
  alter table ${table} add column changed xid8 not null default pg_current_xact_id();
  create trigger ${table}_changed before update of ${columns} on ${table} for each row execute function take_transaction();
  alter table ${table} enable always trigger ${table}_changed;`

/**
 * The transaction that changed a record last (`changed`): an insert takes it by default, an update by a trigger, so that it holds
 * for every writer, also for another version and by hand. No trigger stands on the insert path, and no row is written again here.
 *
 * An engine that does not number its transactions in one order gets none of it: then `registry_epoch` stays empty, and the feed off.
 */
export class Migration20261122153500_changes extends Migration {
  override up(): void {
    this.addSql(`
create table registry_epoch (
  id boolean primary key default true check (id),
  token uuid not null,
  system text not null
);
do $do$
begin
  begin
    perform pg_current_xact_id(), pg_snapshot_xmin(pg_current_snapshot()), pg_walfile_name(pg_current_wal_lsn());
    insert into registry_epoch (token, system) select gen_random_uuid(), system_identifier::text from pg_control_system()
      where not exists (select from pg_extension where extname = 'citus');
  exception when others then
    raise notice 'transactions have no order here: the changes feed is off';
  end;
  if not exists (select from registry_epoch) then return; end if;
  create function take_transaction() returns trigger language plpgsql set search_path from current as $$
  begin
    new.changed := pg_current_xact_id();
    return new;
  end $$;
  ${Object.entries(shown).map(perTable).join('\n')}
end $do$`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
