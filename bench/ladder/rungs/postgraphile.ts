import { createServer, type IncomingMessage } from 'node:http'
import { listen, openRung } from './opening.ts'

/**
 * PostGraphile 5 over a function that implements resolve in SQL, for the consumer of the key, which is a setting of the
 * transaction as in its manual; projections stay sealed.
 */
const { app } = await openRung()
await app.pool.query(
  `
  create schema if not exists bench;
  create or replace function bench.resolve_alias(alias text) returns jsonb language sql stable as $$
    select jsonb_build_object('identity', i.id, 'type', i.type,
      'total', (select count(*) from public.endpoint e where e.identity_id = i.id and e.removed_at is null),
      'endpoints', coalesce((
        select jsonb_agg(jsonb_build_object('id', e.id, 'type', e.type, 'capabilities', e.capabilities,
          'projection', encode(e.projection, 'base64')) order by e.priority desc)
        from public.endpoint e
        where e.identity_id = i.id and e.status = 'active' and e.removed_at is null
          and (e.privacy_level = 'public' or e.privacy_level = 'consent_required'
            and (g.covers_all or e.id = any (g.covers_endpoints)))), '[]'))
    from public.alias a join public.identity i on i.id = a.identity_id
    left join public.consent_grant g on g.identity_id = i.id and g.status = 'active'
      and g.consumer_id = current_setting('signpost.consumer')::uuid and (g.expires_at is null or g.expires_at > now())
    where not a.livemode and a.type = 'username' and a.skeleton = replace(replace(alias, '0', 'o'), '1', 'l')
      and a.value = alias and a.status = 'registered' and a.privacy_level = 'public' and i.status = 'active'
  $$`,
)
/** A package of the ladder's own folder, without types here. */
const foreign = (name: string): string => name
const { postgraphile } = await import(foreign('postgraphile'))
const { PostGraphileAmberPreset } = await import(foreign('postgraphile/presets/amber'))
const { makePgService } = await import(foreign('postgraphile/adaptors/pg'))
const { grafserv } = await import(foreign('postgraphile/grafserv/node'))
const server = createServer()
const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString: process.env.DATABASE_URL!, schemas: ['bench'] })],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false },
  grafast: {
    explain: false,
    context: async (context: { node?: { req: IncomingMessage } }) => {
      const { consumerId } = await app.services.authentication.authenticate(
        context.node?.req.headers.authorization,
        '127.0.0.1',
      )
      return { pgSettings: { 'signpost.consumer': consumerId } }
    },
  },
})
await instance.createServ(grafserv).addTo(server)
listen(server)
