import { Migration } from '@mikro-orm/migrations'

/** What finds the released aliases whose value is to be forgotten. */
export class Migration20261122155500_forget_released extends Migration {
  override up(): void {
    this.addSql("create index alias_to_forget on alias (available_at) where status = 'released' and value <> ''")
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
