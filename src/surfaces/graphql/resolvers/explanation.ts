import type { Resolvers } from '../generated/resolvers.ts'

export const explanation: Resolvers = {
  Query: {
    explanation: (_, { input }, context) => context.services.explanations.explain(context, input),
  },
  ExplainedEndpoint: { endpointId: ({ endpoint }) => endpoint },
}
