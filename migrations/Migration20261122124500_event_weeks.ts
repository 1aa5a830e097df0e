import { Migration } from '@mikro-orm/migrations'

/**
 * Events, their deliveries and the attempts at those lie in weeks (UTC) by the time of the event, and are dropped together by the
 * week. Rows that are there are moved by `src/database/partitions/moving.ts`, in batches, after this.
 */
export class Migration20261122124500_event_weeks extends Migration {
  override up(): void {
    this.addSql(`
drop view event_audience;
drop view webhook_delivery_record;
drop index event_owner, event_grantee, event_age;
drop index webhook_delivery_once, webhook_delivery_due, webhook_delivery_testing, webhook_delivery_of_webhook,
  webhook_delivery_event, webhook_delivery_age;
drop index webhook_attempt_delivery;
alter table event rename to event_former;
alter index event_pkey rename to event_former_pkey;
alter table webhook_delivery rename to webhook_delivery_former;
alter index webhook_delivery_pkey rename to webhook_delivery_former_pkey;
alter table webhook_attempt rename to webhook_attempt_former;
alter index webhook_attempt_pkey rename to webhook_attempt_former_pkey;

create table event (
  id uuid not null,
  created_at timestamptz not null,
  livemode boolean not null,
  consumer_id uuid not null references consumer (id),
  grantee_id uuid references consumer (id),
  type text not null,
  body text not null check (octet_length(body) <= 20480),
  primary key (id, created_at, livemode)
) partition by range (created_at);
create index event_owner on event (consumer_id, livemode, created_at, id);
create index event_grantee on event (grantee_id, livemode, created_at, id) where grantee_id is not null;

create view event_audience as
  select id, livemode, type, body, created_at, consumer_id as audience_id from event
  union all
  select id, livemode, type, body, created_at, grantee_id from event where grantee_id is not null;

create table webhook_delivery (
  id uuid not null,
  event_created_at timestamptz not null,
  livemode boolean not null,
  event_id uuid not null,
  webhook_id uuid not null,
  kind text not null check (kind in ('automatic', 'redelivery', 'test')),
  state text not null default 'pending' check (state in ('pending', 'delivered', 'exhausted', 'cancelled')),
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  lease_token uuid,
  asked boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id, event_created_at),
  foreign key (event_id, event_created_at, livemode) references event (id, created_at, livemode),
  foreign key (webhook_id, livemode) references webhook (id, livemode)
) partition by range (event_created_at);
create unique index webhook_delivery_once on webhook_delivery (event_created_at, event_id, webhook_id)
  where kind = 'automatic';
create index webhook_delivery_due on webhook_delivery (webhook_id, asked, next_at) where state = 'pending';
create index webhook_delivery_testing on webhook_delivery (webhook_id) where state = 'pending' and kind = 'test';
create index webhook_delivery_of_webhook on webhook_delivery (webhook_id, state, created_at, id);
create index webhook_delivery_event on webhook_delivery (event_id);

create view webhook_delivery_record as
  select d.*, e.type as event_type, w.status as webhook_status, w.paused_until
  from webhook_delivery d
  join event e on e.id = d.event_id and e.created_at = d.event_created_at
  join webhook w on w.id = d.webhook_id;

create table webhook_attempt (
  id uuid not null,
  event_created_at timestamptz not null,
  delivery_id uuid not null,
  n integer not null,
  started_at timestamptz not null,
  ms integer not null,
  status integer,
  error text,
  answer text,
  primary key (id, event_created_at),
  foreign key (delivery_id, event_created_at) references webhook_delivery (id, event_created_at)
) partition by range (event_created_at);
create index webhook_attempt_delivery on webhook_attempt (delivery_id, n);

create table if not exists moving (
  name text primary key,
  next_block bigint not null default 0,
  rows bigint not null default 0,
  began timestamptz not null default now()
);
insert into moving (name) values ('event'), ('webhook_delivery'), ('webhook_attempt');
`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
