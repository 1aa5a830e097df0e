import { Migration } from '@mikro-orm/migrations'

/** What a host or a page has to go on showing, so that a payment link stays proved. */
export class Migration20261122092948_domain_proofs extends Migration {
  override up(): void {
    this.addSql(`
alter table challenge add column link text;

create table domain_proof (
  alias_id uuid primary key,
  livemode boolean not null,
  identity_id uuid not null,
  method text not null,
  token text not null,
  next_check_at timestamptz not null,
  failing_since timestamptz,
  foreign key (identity_id, livemode, alias_id) references alias (identity_id, livemode, id)
);
create index domain_proof_due on domain_proof (next_check_at);
create index domain_proof_alias on domain_proof (identity_id, alias_id);
create index alias_proof_expires on alias (proof_expires_at) where proof_expires_at is not null;
`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
