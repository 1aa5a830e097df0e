import { Migration } from '@mikro-orm/migrations'

/**
 * What tells whether an import brings another address: keyed hashes of the address and of its details, beside what is sealed of
 * them. They are erased with it, whoever erases it: a version that does not know the columns does too, and so does a hand.
 */
export class Migration20261122162100_endpoint_fingerprints extends Migration {
  override up(): void {
    this.addSql(`
alter table endpoint add column address_fingerprint bytea, add column details_fingerprint bytea;
create function erase_fingerprints() returns trigger language plpgsql set search_path from current as $$
begin
  new.address_fingerprint := null;
  new.details_fingerprint := null;
  return new;
end $$;
create trigger endpoint_erased before update of address on endpoint for each row
  when (new.address is null) execute function erase_fingerprints();
alter table endpoint enable always trigger endpoint_erased;
`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
