import { Migration } from '@mikro-orm/migrations'

/** What of an endpoint its identity's snapshot holds, or is chosen by. */
const columns =
  'id, identity_id, livemode, type, status, privacy_level, priority, created_at, capabilities, projection, mark, removed_at'

/**
 * Marks bind an alias to its identity and owner, and capabilities to their endpoint (registry/binding.ts). Those of endpoints
 * are in the snapshot beside what they vouch for.
 */
export class Migration20261123213500_marks extends Migration {
  override up(): void {
    this.addSql(`
alter table alias add column mark bytea;
alter table endpoint add column mark bytea;

create or replace function endpoint_snapshot(of_identity uuid, of_livemode boolean) returns text
  language sql stable set search_path from current as $$
  select coalesce((
    select json_agg(json_build_array(e.id, e.type, e.status, e.privacy_level, e.priority,
        extract(epoch from e.created_at)::float8,
        (select coalesce(json_agg(
            case when c.capability ?| array['supportsInstant', 'minAmount', 'maxAmount']
              then json_build_array(c.capability -> 'asset', c.capability -> 'rail', c.network,
                coalesce(c.capability -> 'supportsInstant' = 'true', false),
                case jsonb_typeof(c.capability -> 'minAmount') when 'number' then c.capability -> 'minAmount' end,
                case jsonb_typeof(c.capability -> 'maxAmount') when 'number' then c.capability -> 'maxAmount' end)
              else json_build_array(c.capability -> 'asset', c.capability -> 'rail', c.network)
            end order by c.n), '[]')
          from (
            select u.capability, u.n,
              case jsonb_typeof(u.capability -> 'network') when 'string' then u.capability -> 'network' end as network
            from jsonb_array_elements(case jsonb_typeof(e.capabilities) when 'array' then e.capabilities else '[]' end)
              with ordinality as u (capability, n)
            where jsonb_typeof(u.capability -> 'asset') = 'string' and jsonb_typeof(u.capability -> 'rail') = 'string'
          ) c),
        translate(encode(e.projection, 'base64'), E'\\n', ''),
        translate(encode(e.mark, 'base64'), E'\\n', '')
      ) order by e.priority desc, e.created_at, e.id)::text
    from endpoint e where e.identity_id = of_identity and e.livemode = of_livemode and e.removed_at is null), '[]')
$$;

create or replace function endpoints_changed() returns trigger language plpgsql set search_path from current as $$
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
`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
