import { readEndpointType } from '../../../registry/endpoints/endpoint-types.ts'
import { connectionOf, pageOf } from '../connection.ts'
import { loadReference } from '../entities.ts'
import type { Resolvers } from '../generated/resolvers.ts'

export const endpoint: Resolvers = {
  Query: {
    endpoint: (_, { id }, { loaders }) => loaders.endpoint.load(id),
    catalogue: (_, __, { services }) => services.endpoints.catalogue(),
    endpoints: async (_, { first, after, last, before, ...filter }, context) => {
      const page = pageOf({ first, after, last, before })
      return connectionOf(await context.services.endpoints.list(context, page, filter), page)
    },
  },
  Mutation: {
    challengeEndpoint: (_, { input }, context) => context.services.walletProofs.challenge(context, input),
    createEndpoint: (_, { input }, context) => context.services.endpoints.create(context, input),
    updateEndpoint: (_, { id, input }, context) => context.services.endpoints.update(context, id, input),
    removeEndpoint: (_, { id }, context) => context.services.endpoints.remove(context, id),
  },
  Endpoint: {
    __resolveReference: ({ id }, { loaders }) => loadReference(id, loaders.endpoint),
    type: ({ type }) => readEndpointType(type),
    identity: ({ identity }) => ({ id: identity }),
    identityId: ({ identity }) => identity,
  },
  Catalogue: {
    networks: ({ networks }) => [...networks],
    rails: ({ rails }) => [...rails],
  },
  CatalogueNetwork: {
    names: ({ names }) => [...names],
    addressChecked: ({ isChecked }) => isChecked === true,
  },
  CatalogueRail: {
    names: ({ names }) => [...names],
  },
  Removal: {
    deleted: () => true,
  },
}
