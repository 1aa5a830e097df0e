import { Migration } from '@mikro-orm/migrations'

/**
 * Recoveries take turns and go on from where they stopped; and what an attempt came to counts only for the webhook as it was
 * when the attempt began.
 */
export class Migration20261122065300_webhook_turns extends Migration {
  override up(): void {
    this.addSql(`
alter table webhook
  add column recover_after uuid,
  add column recover_turn timestamptz,
  add column health_epoch integer not null default 0;
`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
