import { Migration } from '@mikro-orm/migrations'

/** The operator's requests keep their outcomes too, and the operator is no consumer. */
export class Migration20261122124200_operator_outcomes extends Migration {
  override up(): void {
    this.addSql('alter table idempotency_record drop constraint idempotency_record_consumer_id_fkey;')
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
