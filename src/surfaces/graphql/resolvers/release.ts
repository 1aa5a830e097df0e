import { SignpostError } from '../../../kernel/errors.ts'
import { connectionOf, pageOf } from '../connection.ts'
import type { Resolvers } from '../generated/resolvers.ts'

export const release: Resolvers = {
  Query: {
    sealingKeys: async (_, args, context) => {
      const page = pageOf(args)
      return connectionOf(await context.services.sealingKeys.list(context, page), page)
    },
    /** Null for what is not there, as every record by its id. */
    release: async (_, { id }, context) => {
      try {
        return await context.services.releases.read(context, id)
      } catch (error) {
        if (error instanceof SignpostError && error.code === 'resource_missing') return null
        throw error
      }
    },
  },
  Mutation: {
    createSealingKey: (_, { jwk }, context) => context.services.sealingKeys.create(context, jwk),
    removeSealingKey: (_, { id }, context) => context.services.sealingKeys.remove(context, id),
    createRelease: (_, { input }, context) => context.services.releases.create(context, input),
  },
  Release: {
    jwe: ({ jwe }) => jwe?.reveal() ?? null,
  },
}
