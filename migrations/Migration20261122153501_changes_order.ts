import { Migration } from '@mikro-orm/migrations'

/** The owner's column of each table that the changes feed tells of. */
const owners = {
  identity: 'consumer_id',
  alias: 'consumer_id',
  endpoint: 'consumer_id',
  consent_grant: 'owner_id',
  webhook: 'consumer_id',
  api_key: 'consumer_id',
} as const

/** The order of the changes feed. It is a migration of its own, so that reads go on while the indexes are made. */
export class Migration20261122153501_changes_order extends Migration {
  override up(): void {
    const indexes = Object.entries(owners).map(
      ([table, owner]) => `create index ${table}_changed on ${table} (${owner}, livemode, changed, id);`,
    )
    this.addSql(`
do $do$
begin
  if not exists (select from registry_epoch) then return; end if;
  ${indexes.join('\n  ')}
end $do$`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
