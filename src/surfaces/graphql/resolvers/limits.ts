import type { Resolvers } from '../generated/resolvers.ts'

export const limits: Resolvers = {
  Caller: {
    limits: (_, __, context) => context.app.limits.read(context),
  },
}
