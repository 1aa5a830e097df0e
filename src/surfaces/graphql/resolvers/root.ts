import { type GraphQLResolveInfo, GraphQLScalarType } from 'graphql'
import { DateTimeResolver, JSONResolver } from 'graphql-scalars'
import type { ConsumerName } from '../../../access/consumers/names.ts'
import { SignpostError } from '../../../kernel/errors.ts'
import type { Kind } from '../../../kernel/id.ts'
import { encodeId, kindOf } from '../../../kernel/id.ts'
import { isScope } from '../../../kernel/scopes.ts'
import type { Loaders } from '../../loaders.ts'
import { admitFurther } from '../../perform.ts'
import type { RequestContext } from '../../request-context.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { loadIdentity } from '../record-references.ts'

type NodeRecord = { id: string } | null
type Read = (loaders: Loaders, id: string, context: RequestContext, info: GraphQLResolveInfo) => Promise<NodeRecord>

/** The kinds that are Nodes, with the GraphQL type and the reader of each. */
const nodes: Partial<Record<Kind, { type: string; read: Read }>> = {
  identity: { type: 'Identity', read: (_, id, context, info) => loadIdentity(id, context, info) },
  alias: { type: 'Alias', read: (loaders, id) => loaders.alias.load(id) },
  endpoint: { type: 'Endpoint', read: (loaders, id) => loaders.endpoint.load(id) },
  consentGrant: { type: 'ConsentGrant', read: (loaders, id) => loaders.consentGrant.load(id) },
  consentRequest: { type: 'ConsentRequest', read: (loaders, id) => loaders.consentRequest.load(id) },
  claim: { type: 'Claim', read: (loaders, id) => loaders.claim.load(id) },
  challenge: { type: 'Challenge', read: (loaders, id) => loaders.challenge.load(id) },
  webhook: { type: 'Webhook', read: (loaders, id) => loaders.webhook.load(id) },
  delivery: { type: 'WebhookDelivery', read: (loaders, id) => loaders.webhookDelivery.load(id) },
  event: { type: 'Event', read: (loaders, id) => loaders.event.load(id) },
  apiKey: { type: 'ApiKey', read: (loaders, id) => loaders.apiKey.load(id) },
  payeeName: { type: 'PayeeName', read: (loaders, id) => loaders.payeeName.load(id) },
  sealingKey: { type: 'SealingKey', read: (loaders, id) => loaders.sealingKey.load(id) },
  release: { type: 'Release', read: (loaders, id) => loaders.release.load(id) },
  consumer: { type: 'Consumer', read: (loaders, id) => named(loaders.tiedConsumer.load(id)) },
}

/** Returns null for a consumer unrelated to the caller, as for an absent one. */
const named = async (found: Promise<ConsumerName | null>): Promise<NodeRecord> => {
  const consumer = await found
  return consumer && consumer.name !== null ? consumer : null
}

const nodeOf = (id: string) => {
  const kind = kindOf(id)
  return kind === null ? undefined : nodes[kind]
}

const readNode = async (id: string, context: RequestContext, info: GraphQLResolveInfo): Promise<NodeRecord> =>
  (await nodeOf(id)?.read(context.loaders, id, context, info)) ?? null

const nodesLimit = 100
const nodesRule = `The list must have at most ${nodesLimit} ids.`

/** RFC 3339 text outside, `Date` inside. Its description equals the one in the SDL. */
const dateTime = new GraphQLScalarType({
  ...DateTimeResolver.toConfig(),
  description: 'A moment as RFC 3339 text.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time',
  serialize: (value) => (value instanceof Date ? value.toISOString() : DateTimeResolver.serialize(value)),
})

/** Any JSON value. */
const json = new GraphQLScalarType({
  ...JSONResolver.toConfig(),
  description: 'Any JSON value.',
  specifiedByURL: 'https://datatracker.ietf.org/doc/html/rfc8259',
})

export const root: Resolvers = {
  DateTime: dateTime,
  JSON: json,
  Query: {
    viewer: (_, __, { caller }) => caller,
    node: ((_: unknown, { id }: { id: string }, context: RequestContext, info: GraphQLResolveInfo) =>
      readNode(id, context, info)) as never,
    nodes: (async (_: unknown, { ids }: { ids: string[] }, context: RequestContext, info: GraphQLResolveInfo) => {
      if (ids.length > nodesLimit) throw new SignpostError('parameter_invalid', { param: 'ids', rule: nodesRule })
      const releases = ids.filter((id) => kindOf(id) === 'release').length
      if (releases > 1) await admitFurther(context, releases - 1)
      return ids.map((id) => readNode(id, context, info))
    }) as never,
  },
  Node: {
    __resolveType: (({ id }: { id: string }) => nodeOf(id)?.type) as never,
  },
  Caller: {
    id: ({ consumerId }) => encodeId('consumer', consumerId),
    name: ({ consumerName }) => consumerName,
    scopes: ({ scopes }) => scopes.filter(isScope),
    keyId: ({ keyId }) => encodeId('apiKey', keyId),
    requiredProofs: ({ livemode }, _, { app }) => (livemode ? [...app.config.ownership.requireProof] : []),
  },
}
