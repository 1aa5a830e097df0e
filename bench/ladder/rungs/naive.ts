import { ApolloServer, HeaderMap } from '@apollo/server'
import { endpointRecord } from '../../../src/registry/binding.ts'
import type { pg } from '../../packages.ts'
import { Fastify } from '../../packages.ts'
import { openApp, ready, setting } from './serving.ts'

/** Apollo as it is often written: each field asks the database for itself, one prepared statement at a time. */
const typeDefs = `
  type Capability { asset: String! network: String rail: String! }
  type Endpoint { id: ID! type: String! capabilities: [Capability!]! address: String last4: String }
  type Identity { id: ID! type: String! endpoints: [Endpoint!]! total: Int! }
  type Query { resolve(alias: String!): Identity  resolveMany(aliases: [String!]!): [Identity]! }
`
const app = await openApp()
const { pool, keyring } = app
const rows = async (name: string, text: string, values: unknown[]) =>
  (await pool.query({ name, text, values } as pg.QueryConfig)).rows

async function identityOf(alias: string) {
  const [found] = await rows(
    'naive-alias',
    "select * from alias where not livemode and type = 'username' and value = $1 and skeleton = replace(replace($1, '0', 'o'), '1', 'l') and status = 'registered'",
    [alias.slice(1)],
  )
  if (found?.privacy_level !== 'public') return null
  const [identity] = await rows('naive-identity', 'select * from identity where id = $1', [found.identity_id])
  return identity?.status === 'active' ? identity : null
}

type Row = {
  id: string
  livemode: boolean
  identity_id: string
  consumer_id: string
  type: string
  capabilities: unknown
  projection: Buffer
  privacy_level: string
}

const recordOf = ({ identity_id: identityId, consumer_id: consumerId, ...row }: Row) =>
  endpointRecord({ ...row, identityId, consumerId })

const endpoint = {
  capabilities: async ({ id }: Row) =>
    (await rows('naive-capabilities', 'select capabilities from endpoint where id = $1', [id]))[0].capabilities,
  address: (row: Row) =>
    JSON.parse(keyring.open('projection', recordOf(row), false, row.projection).toString()).address ?? null,
  last4: (row: Row) =>
    JSON.parse(keyring.open('projection', recordOf(row), false, row.projection).toString()).last4 ?? null,
}

const apollo = new ApolloServer({
  typeDefs,
  resolvers: {
    Query: {
      resolve: (_: unknown, { alias }: { alias: string }) => identityOf(alias),
      resolveMany: (_: unknown, { aliases }: { aliases: string[] }) => Promise.all(aliases.map(identityOf)),
    },
    Identity: {
      endpoints: async ({ id }: { id: string }) => {
        const all = (await rows(
          'naive-endpoints',
          "select * from endpoint where identity_id = $1 and status = 'active' and removed_at is null order by priority desc",
          [id],
        )) as Row[]
        const [grant] = await rows(
          'naive-grant',
          "select * from consent_grant where identity_id = $1 and consumer_id = $2 and status = 'active'",
          [id, setting.consumerId],
        )
        return all.filter(
          ({ privacy_level }) => privacy_level === 'public' || (privacy_level === 'consent_required' && grant),
        )
      },
      total: async ({ id }: { id: string }) =>
        Number((await rows('naive-count', 'select count(*) from endpoint where identity_id = $1', [id]))[0].count),
    },
    Endpoint: endpoint,
  },
})
await apollo.start()
const fastify = Fastify({ logger: false })
fastify.post('/graphql', async (request, reply) => {
  const headers = new HeaderMap(Object.entries(request.headers) as [string, string][])
  await app.services.authentication.authenticate(request.headers.authorization, '127.0.0.1')
  const answer = await apollo.executeHTTPGraphQLRequest({
    httpGraphQLRequest: { method: 'POST', headers, search: '', body: request.body },
    context: async () => ({}),
  })
  reply.type('application/json')
  return answer.body.kind === 'complete' ? answer.body.string : ''
})
await fastify.listen({ port: setting.port, host: '127.0.0.1' })
ready()
