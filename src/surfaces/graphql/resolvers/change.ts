import type { Resolvers } from '../generated/resolvers.ts'

export const change: Resolvers = {
  Query: {
    changes: (_, { first, cursor }, context) => context.services.changes.list(context, { first, cursor }),
  },
}
