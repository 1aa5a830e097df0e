import type { Resolvers } from '../generated/resolvers.ts'

export const challenge: Resolvers = {
  Query: { challenge: (_, { id }, { loaders }) => loaders.challenge.load(id) },
  Challenge: {
    aliasId: ({ alias }) => alias,
    claimId: ({ claim }) => claim,
  },
  ChallengeInstructions: {
    recordName: ({ recordName }) => recordName ?? null,
    recordValue: ({ recordValue }) => recordValue ?? null,
    url: ({ url }) => url ?? null,
    content: ({ content }) => content ?? null,
  },
  Mutation: {
    challengeAlias: (_, { id, method }, context) => context.services.challenges.create(context, id, { method }),
    answerChallenge: (_, { id, code }, context) => context.services.challenges.answer(context, id, { code }),
  },
}
