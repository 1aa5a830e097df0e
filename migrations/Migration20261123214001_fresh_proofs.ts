import { Migration } from '@mikro-orm/migrations'

/** Claims complete on fresh proofs, codes leave after the answer, and each consumer has its own limit for a calling code. */
export class Migration20261123214001_fresh_proofs extends Migration {
  override up(): void {
    this.addSql(`
alter table claim add column has_cooled boolean not null default false;
create index alias_slot_claimed on alias_slot (claim_id) where claim_id is not null;
alter table challenge add column send_state text not null default 'none'
  check (send_state in ('none', 'due', 'taken', 'sent', 'failed', 'withheld'));
create index challenge_to_send on challenge (expires_at) where send_state = 'due' and status = 'pending';
alter table challenge_tally add column shared_key bytea;
create index challenge_tally_shared on challenge_tally (shared_key) where shared_key is not null;
`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
