import type { Resolvers } from '../generated/resolvers.ts'

export const challenge: Resolvers = {
  Query: { challenge: (_, { id }, { loaders }) => loaders.challenge.load(id) },
  Mutation: {
    challengeAlias: (_, { id, method }, context) => context.services.challenges.create(context, id, { method }),
    answerChallenge: (_, { id, code }, context) => context.services.challenges.answer(context, id, { code }),
  },
}
