import { connectionOf, pageOf } from '../connection.ts'
import type { Resolvers } from '../generated/resolvers.ts'

export const release: Resolvers = {
  Query: {
    sealingKeys: async (_, args, context) => {
      const page = pageOf(args)
      return connectionOf(await context.services.sealingKeys.list(context, page), page)
    },
    release: (_, { id }, { loaders }) => loaders.release.load(id),
    releases: async (_, args, context) => {
      const page = pageOf(args)
      return connectionOf(await context.services.releases.list(context, page), page)
    },
  },
  Mutation: {
    createSealingKey: (_, { jwk }, context) => context.services.sealingKeys.create(context, jwk),
    removeSealingKey: (_, { id }, context) => context.services.sealingKeys.remove(context, id),
    createRelease: (_, { input }, context) => context.services.releases.create(context, input),
  },
  Release: {
    endpointId: ({ endpoint }) => endpoint,
    sealingKeyId: ({ sealingKey }) => sealingKey,
    jwe: ({ jwe }) => jwe?.reveal() ?? null,
  },
}
