import { isScope } from '../../../kernel/scopes.ts'
import { connectionOf, pageOf } from '../connection.ts'
import type { Resolvers } from '../generated/resolvers.ts'

export const apiKey: Resolvers = {
  Query: {
    apiKey: (_, { id }, { loaders }) => loaders.apiKey.load(id),
    apiKeys: async (_, args, context) => {
      const page = pageOf(args)
      return connectionOf(await context.services.apiKeys.list(context, page), page)
    },
  },
  Mutation: {
    createApiKey: (_, { input }, context) => context.services.apiKeys.create(context, input),
    rollApiKey: (_, { id, expiresIn }, context) => context.services.apiKeys.roll(context, id, expiresIn ?? undefined),
    revokeApiKey: (_, { id }, context) => context.services.apiKeys.revoke(context, id),
  },
  ApiKey: {
    scopes: ({ scopes }) => scopes.filter(isScope),
    rolledToId: ({ rolledTo }) => rolledTo,
  },
  ApiKeyWithSecret: {
    apiKey: (record) => record,
    key: ({ key }) => key?.reveal() ?? null,
  },
}
