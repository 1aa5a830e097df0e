import { Migration } from '@mikro-orm/migrations'

const notes = (table: string, held: string) => `
alter table ${table} add column external_reference bytea, add column reference_hash bytea, add column metadata bytea;
create unique index ${table}_reference on ${table} (consumer_id, livemode, reference_hash)
  where reference_hash is not null and ${held};
create index ${table}_by_reference on ${table} (consumer_id, livemode, reference_hash, created_at, id)
  where reference_hash is not null;
`

/**
 * What owners note on their records: an id of their own, and metadata, both sealed; a keyed hash finds the id.
 *
 * Aliases and endpoints say whose they are in their own rows, so that an index can lead with it. A version that does not know the
 * column leaves it out: then a job (`fill-owners`) fills it from the identity. No trigger stands on the insert path.
 */
export class Migration20261122135500_owner_notes extends Migration {
  override up(): void {
    this.addSql(`
drop view alias_record;
alter table endpoint disable trigger endpoint_updated;
create function take_owner() returns trigger language plpgsql set search_path from current as $$
begin
  select i.consumer_id into new.consumer_id from identity i where i.id = new.identity_id;
  return new;
end $$;
`)
    for (const table of ['alias', 'endpoint']) {
      this.addSql(`
alter table ${table} add column consumer_id uuid;
update ${table} t set consumer_id = i.consumer_id from identity i where i.id = t.identity_id;
create index ${table}_unowned on ${table} (id) where consumer_id is null;
create trigger ${table}_owner_moved before update of identity_id, consumer_id on ${table} for each row
  execute function take_owner();
alter table ${table} enable always trigger ${table}_owner_moved;
`)
    }
    // Whose an endpoint is stands in no snapshot: comparing every row would only take long.
    this.addSql('alter table endpoint enable always trigger endpoint_updated;')
    this.addSql(notes('identity', "status <> 'closed'"))
    this.addSql(notes('alias', "status = 'registered'"))
    this.addSql(notes('endpoint', 'removed_at is null'))
    this.addSql(`
drop view identity_record;
create view identity_record as
  select id, livemode, consumer_id, type, status, display_name, default_privacy_level, primary_alias_id, payee_checks,
    close_match, external_reference, reference_hash, metadata, created_at, updated_at
  from identity;
create view alias_record as
  select alias.*, identity.primary_alias_id, identity.consumer_id as owner_id from alias join identity on identity.id = alias.identity_id;
`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
