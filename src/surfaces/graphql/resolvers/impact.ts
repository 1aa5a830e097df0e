import type { Resolvers } from '../generated/resolvers.ts'

export const impact: Resolvers = {
  Query: {
    impact: (_, { input }, context) => context.services.impacts.predict(context, input),
  },
  ImpactSide: {
    aliasIds: ({ aliases }) => aliases,
    endpointIds: ({ endpoints }) => endpoints,
  },
  GrantImpact: {
    consentGrantId: ({ consentGrant }) => consentGrant,
    consumerId: ({ consumer }) => consumer,
    aliasIds: ({ aliases }) => aliases,
    endpointIds: ({ endpoints }) => endpoints,
  },
}
