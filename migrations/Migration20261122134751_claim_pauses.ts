import { Migration } from '@mikro-orm/migrations'

/**
 * How long identities and consumers have been suspended, so that a claim is paused for exactly as long as its donor can't
 * answer. Triggers count, so that a change by hand and one of an older version count too; they fire on updates alone.
 *
 * `suspended_seconds` of a consumer is what it has been suspended for, but for the time that is running. Of an identity that
 * is suspended it is the whole time before `suspended_at`, its own and its consumer's; of one that is not it is the time that
 * it was suspended while its consumer was not: time in which both were suspended counts once.
 */
export class Migration20261122134751_claim_pauses extends Migration {
  override up(): void {
    this.addSql(`
alter table identity add column suspended_at timestamptz;
alter table identity add column suspended_seconds float8 not null default 0;
alter table consumer add column suspended_seconds float8 not null default 0;
alter table claim add column donor_suspended_seconds float8 not null default 0;
alter table claim add column stands_still boolean not null default false;
create index claim_still on claim (id) where stands_still;

create function seconds_since(moment timestamptz) returns float8
  language sql stable as $$
  select case when isfinite(moment) then greatest(0, extract(epoch from now() - moment))::float8 else 0 end
$$;

create function count_identity_suspension() returns trigger language plpgsql set search_path from current as $$
declare
  elsewhere float8;
begin
  select k.suspended_seconds + seconds_since(k.suspended_at) into elsewhere from consumer k where k.id = new.consumer_id;
  if new.status = 'suspended' then
    new.suspended_at := now();
    new.suspended_seconds := old.suspended_seconds + elsewhere;
  else
    new.suspended_at := null;
    new.suspended_seconds := old.suspended_seconds + seconds_since(coalesce(old.suspended_at, old.created_at)) - elsewhere;
  end if;
  return new;
end $$;
create trigger identity_suspension before update of status on identity for each row
  when ((old.status = 'suspended') is distinct from (new.status = 'suspended'))
  execute function count_identity_suspension();
alter table identity enable always trigger identity_suspension;

create function count_consumer_suspension() returns trigger language plpgsql set search_path from current as $$
begin
  new.suspended_seconds := old.suspended_seconds + seconds_since(old.suspended_at);
  return new;
end $$;
create trigger consumer_suspension before update of suspended_at on consumer for each row
  when (old.suspended_at is not null and new.suspended_at is null)
  execute function count_consumer_suspension();
alter table consumer enable always trigger consumer_suspension;

update identity i set suspended_at = now(), suspended_seconds = seconds_since(k.suspended_at)
  from consumer k where k.id = i.consumer_id and i.status = 'suspended';
update claim c set donor_suspended_seconds = seconds_since(k.suspended_at),
    stands_still = status in ('open', 'awaiting_second_proof')
  from consumer k where k.id = c.donor_id and c.next_at is not null;
`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
