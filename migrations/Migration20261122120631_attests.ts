import { Migration } from '@mikro-orm/migrations'

/** Whose word counts as a proof, where proofs are required: the operator says so of a consumer. */
export class Migration20261122120631_attests extends Migration {
  override up(): void {
    this.addSql('alter table consumer add column attests boolean not null default false')
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
