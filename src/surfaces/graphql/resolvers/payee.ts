import { connectionOf, pageOf } from '../connection.ts'
import type { Resolvers } from '../generated/resolvers.ts'

export const payee: Resolvers = {
  Query: {
    checkPayee: (_, { input }, context) => context.services.payeeChecks.check(context, input),
    checkPayees: (_, { items }, context) => context.services.payeeChecks.checkMany(context, items),
    checkDestination: (_, { input }, context) => context.services.destinationChecks.check(context, input),
    checkDestinations: (_, { inputs }, context) => context.services.destinationChecks.checkMany(context, inputs),
  },
  Mutation: {
    createPayeeName: (_, { identity, input }, context) => context.services.payeeNames.create(context, identity, input),
    removePayeeName: (_, { id }, context) => context.services.payeeNames.remove(context, id),
  },
  DestinationCheck: { endpointId: ({ endpoint }) => endpoint },
  DestinationCheckEntry: { endpointId: ({ endpoint }) => endpoint },
  PayeeName: {
    identity: ({ identity }) => ({ id: identity }),
    identityId: ({ identity }) => identity,
  },
  Identity: {
    payeeNames: async ({ id }, args, { loaders }) => {
      const page = pageOf(args)
      return connectionOf(await loaders.payeeNamesOf.load({ parent: id, page }), page)
    },
  },
}
