import { connected } from '../connection.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { consumerOf, identityOf } from '../record-references.ts'

export const ownership: Resolvers = {
  Query: {
    challenge: (_, { id }, { loaders }) => loaders.challenge.load(id),
    claim: (_, { id }, { loaders }) => loaders.claim.load(id),
    claims: (_, { direction, ...args }, context) =>
      connected(args, (page) => context.services.claims.list(context, page, direction ?? 'outgoing')),
  },
  Mutation: {
    challengeAlias: (_, { id, method }, context) => context.services.challenges.create(context, id, { method }),
    answerChallenge: (_, { id, code }, context) => context.services.challenges.answer(context, id, { code }),
    createClaim: (_, { input }, context) => context.services.claims.create(context, input),
    challengeClaim: (_, { id, method }, context) => context.services.claims.challenge(context, id, { method }),
    confirmClaim: (_, { id }, context) => context.services.claims.confirm(context, id),
    refuseClaim: (_, { id }, context) => context.services.claims.refuse(context, id),
    contestClaim: (_, { id, method }, context) => context.services.claims.contest(context, id, { method }),
    cancelClaim: (_, { id }, context) => context.services.claims.cancel(context, id),
  },
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
  Claim: {
    identityId: ({ identity }) => identity,
    identity: identityOf(({ identity }) => identity),
    consumerId: ({ consumer }) => consumer,
    consumer: consumerOf(({ consumer }) => consumer),
    challengeId: ({ challenge }) => challenge,
  },
}
