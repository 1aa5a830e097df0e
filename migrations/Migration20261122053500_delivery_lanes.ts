import { Migration } from '@mikro-orm/migrations'

/**
 * A delivery that somebody asked for by name has a lane of its own, beside those that its webhook waits for; and the list
 * of deliveries says why a pending one waits.
 */
export class Migration20261122053500_delivery_lanes extends Migration {
  override up(): void {
    this.addSql(`
alter table webhook_delivery add column asked boolean not null default false;
drop index webhook_delivery_due;
create index webhook_delivery_due on webhook_delivery (webhook_id, asked, next_at) where state = 'pending';
create index webhook_delivery_testing on webhook_delivery (webhook_id) where state = 'pending' and kind = 'test';

drop view webhook_delivery_record;
create view webhook_delivery_record as
  select d.*, e.type as event_type, w.status as webhook_status, w.paused_until
  from webhook_delivery d
  join event e on e.id = d.event_id
  join webhook w on w.id = d.webhook_id;
`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
