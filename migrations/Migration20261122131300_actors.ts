import { Migration } from '@mikro-orm/migrations'

/** Events say who caused them: a key and its consumer, the operator, or a job; and in which request. Older ones say nothing. */
export class Migration20261122131300_actors extends Migration {
  override up(): void {
    this.addSql(`
alter table event add column actor_type text;
alter table event add column actor_id text;
alter table event add column actor_consumer_id uuid;
alter table event add column request_id uuid;
`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
