import type { Resolvers } from '../generated/resolvers.ts'

export const usage: Resolvers = {
  Query: {
    usage: (_, input, context) => context.services.usage.read(context, input),
  },
}
