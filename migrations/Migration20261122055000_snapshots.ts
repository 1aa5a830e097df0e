import { Migration } from '@mikro-orm/migrations'

/** What of an endpoint its identity's snapshot holds, or is chosen by. */
const columns =
  'id, identity_id, livemode, type, status, privacy_level, priority, created_at, capabilities, projection, removed_at'

/**
 * The snapshot of an identity's endpoints (`identity.card`) can't disagree with their rows: whatever changes them, by the
 * service or by hand, the database writes it from the rows in the same statement. Nothing runs on the insert path: an
 * endpoint that is inserted by hand is missing from the snapshot, which discloses less, until `doctor --repair-snapshots`.
 *
 * The triggers fire always, also for sessions that switch the others off (`session_replication_role`).
 */
export class Migration20261122055000_snapshots extends Migration {
  override up(): void {
    this.addSql(`
create function endpoint_snapshot(of_identity uuid, of_livemode boolean) returns text
  language sql stable set search_path from current as $$
  select coalesce((
    select json_agg(json_build_array(e.id, e.type, e.status, e.privacy_level, e.priority,
        extract(epoch from e.created_at)::float8,
        (select coalesce(json_agg(json_build_array(c.capability -> 'asset', c.capability -> 'rail',
            case jsonb_typeof(c.capability -> 'network') when 'string' then c.capability -> 'network' end)
          order by c.n), '[]')
          from jsonb_array_elements(case jsonb_typeof(e.capabilities) when 'array' then e.capabilities else '[]' end)
            with ordinality as c (capability, n)
          where jsonb_typeof(c.capability -> 'asset') = 'string' and jsonb_typeof(c.capability -> 'rail') = 'string'),
        translate(encode(e.projection, 'base64'), E'\\n', '')
      ) order by e.priority desc, e.created_at, e.id)::text
    from endpoint e where e.identity_id = of_identity and e.livemode = of_livemode and e.removed_at is null), '[]')
$$;

create function write_snapshot() returns trigger language plpgsql set search_path from current as $$
begin
  new.card := endpoint_snapshot(new.id, new.livemode);
  return new;
end $$;
create trigger identity_snapshot before update of card, id, livemode on identity
  for each row execute function write_snapshot();
alter table identity enable always trigger identity_snapshot;

create function endpoints_changed() returns trigger language plpgsql set search_path from current as $$
declare
  touched uuid[];
begin
  if tg_op = 'DELETE' then
    select array_agg(distinct identity_id) into touched from gone;
  else
    with was as (select ${columns} from gone), became as (select ${columns} from come)
    select array_agg(distinct identity_id) into touched
    from ((table was except all table became) union all (table became except all table was)) as changed;
  end if;
  perform from identity where id = any (touched) order by id for no key update;
  update identity set card = default where id = any (touched);
  return null;
end $$;
create trigger endpoint_updated after update on endpoint referencing old table as gone new table as come
  for each statement execute function endpoints_changed();
create trigger endpoint_deleted after delete on endpoint referencing old table as gone
  for each statement execute function endpoints_changed();
alter table endpoint enable always trigger endpoint_updated;
alter table endpoint enable always trigger endpoint_deleted;

create function endpoints_truncated() returns trigger language plpgsql set search_path from current as $$
begin
  update identity set card = default where card <> '[]';
  return null;
end $$;
create trigger endpoint_truncated after truncate on endpoint
  for each statement execute function endpoints_truncated();
alter table endpoint enable always trigger endpoint_truncated;
`)
  }
}
