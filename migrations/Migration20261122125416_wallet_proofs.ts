import { Migration } from '@mikro-orm/migrations'

/** Whether control of a wallet was proved as its endpoint was made. */
export class Migration20261122125416_wallet_proofs extends Migration {
  override up(): void {
    this.addSql(`
alter table endpoint
  add column verification text not null default 'none'
    constraint endpoint_verification check (verification in ('none', 'proved')),
  add column verified_method text`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
