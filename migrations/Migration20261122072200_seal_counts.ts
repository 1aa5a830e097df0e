import { Migration } from '@mikro-orm/migrations'

/** How many values each data key has sealed, so that one is replaced long before its nonces may repeat. */
export class Migration20261122072200_seal_counts extends Migration {
  override up(): void {
    this.addSql('alter table data_key add column seals bigint not null default 0;')
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
