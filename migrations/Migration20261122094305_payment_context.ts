import { Migration } from '@mikro-orm/migrations'

/**
 * A snapshot holds what resolve chooses endpoints by for a payment: of a capability that says so, whether it is instant and
 * its least and greatest amount. Snapshots of such endpoints are written again.
 */
export class Migration20261122094305_payment_context extends Migration {
  override up(): void {
    this.addSql(`
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
        translate(encode(e.projection, 'base64'), E'\\n', '')
      ) order by e.priority desc, e.created_at, e.id)::text
    from endpoint e where e.identity_id = of_identity and e.livemode = of_livemode and e.removed_at is null), '[]')
$$;

update identity set card = default where id in (
  select identity_id from endpoint
  where removed_at is null and capabilities::text ~ '"(supportsInstant|minAmount|maxAmount)"');
`)
  }

  override down(): void {
    throw new Error('This migration has no way back: restore the database instead.')
  }
}
