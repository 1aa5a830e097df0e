import type { GraphQLResolveInfo } from 'graphql'
import type { Kind } from '../../../kernel/id.ts'
import { encodeId, kindOf } from '../../../kernel/id.ts'
import type { Loaders } from '../../loaders.ts'
import type { RequestContext } from '../../request-context.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { loadIdentity } from '../record-references.ts'
import { dateTime } from '../scalars.ts'

type NodeRecord = { id: string } | null
type Read = (loaders: Loaders, id: string, context: RequestContext, info: GraphQLResolveInfo) => Promise<NodeRecord>

/** The kinds that are Nodes: the GraphQL type of each, and how one is read. */
const nodes: Partial<Record<Kind, { type: string; read: Read }>> = {
  identity: { type: 'Identity', read: (_, id, context, info) => loadIdentity(id, context, info) },
  alias: { type: 'Alias', read: (loaders, id) => loaders.alias.load(id) },
  endpoint: { type: 'Endpoint', read: (loaders, id) => loaders.endpoint.load(id) },
  consentGrant: { type: 'ConsentGrant', read: (loaders, id) => loaders.consentGrant.load(id) },
  consentRequest: { type: 'ConsentRequest', read: (loaders, id) => loaders.consentRequest.load(id) },
  claim: { type: 'Claim', read: (loaders, id) => loaders.claim.load(id) },
  challenge: { type: 'Challenge', read: (loaders, id) => loaders.challenge.load(id) },
  webhook: { type: 'Webhook', read: (loaders, id) => loaders.webhook.load(id) },
  event: { type: 'Event', read: (loaders, id) => loaders.event.load(id) },
}

const nodeOf = (id: string) => {
  const kind = kindOf(id)
  return kind === null ? undefined : nodes[kind]
}

export const root: Resolvers = {
  DateTime: dateTime,
  Query: {
    viewer: (_, __, { caller }) => caller,
    node: (async (_: unknown, { id }: { id: string }, context: RequestContext, info: GraphQLResolveInfo) =>
      (await nodeOf(id)?.read(context.loaders, id, context, info)) ?? null) as never,
  },
  Node: {
    __resolveType: (({ id }: { id: string }) => nodeOf(id)?.type) as never,
  },
  Caller: {
    id: ({ consumerId }) => encodeId('consumer', consumerId),
    name: ({ consumerName }) => consumerName,
    scopes: ({ scopes }) => [...scopes],
    key: ({ keyId }) => encodeId('apiKey', keyId),
  },
}
