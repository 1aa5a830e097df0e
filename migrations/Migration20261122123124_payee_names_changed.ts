import { Migration } from '@mikro-orm/migrations'

/** When the names of an identity last changed: whoever asks for assurance is told. */
export class Migration20261122123124_payee_names_changed extends Migration {
  override up(): void {
    this.addSql('alter table identity add column payee_names_changed_at timestamptz')
    this.addSql(`
update identity i set payee_names_changed_at = n.at
from (select identity_id, max(updated_at) as at from payee_name group by identity_id) n where n.identity_id = i.id`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
