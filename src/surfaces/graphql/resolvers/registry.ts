import { readEndpointType } from '../../../registry/endpoints/endpoint-types.ts'
import { exportOf } from '../../identity-export.ts'
import { connected } from '../connection.ts'
import { loadReference } from '../entities.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { aliasFields, identityFields, loadIdentity } from '../record-references.ts'

export const registry: Resolvers = {
  Query: {
    identity: (_, { id }, context, info) => loadIdentity(id, context, info),
    identities: (_, { first, after, last, before, ...filter }, context) =>
      connected({ first, after, last, before }, (page) => context.services.identities.list(context, page, filter)),
    identityExport: (_, { id }, context) => exportOf(context, id),
    alias: (_, { id }, { loaders }) => loaders.alias.load(id),
    aliases: (_, { first, after, last, before, ...filter }, context) =>
      connected({ first, after, last, before }, (page) => context.services.aliases.list(context, page, filter)),
    normalizeAlias: (_, { input }, { services }) => services.aliases.normalize(input),
    endpoint: (_, { id }, { loaders }) => loaders.endpoint.load(id),
    catalogue: (_, __, { services }) => services.endpoints.catalogue(),
    endpoints: (_, { first, after, last, before, ...filter }, context) =>
      connected({ first, after, last, before }, (page) => context.services.endpoints.list(context, page, filter)),
    changes: (_, { first, cursor }, context) => context.services.changes.list(context, { first, cursor }),
    checkPayee: (_, { input }, context) => context.services.payeeChecks.check(context, input),
    checkPayees: (_, { items }, context) => context.services.payeeChecks.checkMany(context, items),
    checkDestination: (_, { input }, context) => context.services.destinationChecks.check(context, input),
    checkDestinations: (_, { inputs }, context) => context.services.destinationChecks.checkMany(context, inputs),
  },
  Mutation: {
    createIdentity: (_, { input }, context) => context.services.identities.create(context, input),
    updateIdentity: (_, { id, input }, context) => context.services.identities.update(context, id, input),
    eraseIdentity: (_, { id, confirm }, context) => context.services.identities.erase(context, id, { confirm }),
    createAlias: (_, { input }, context) => context.services.aliases.create(context, input),
    updateAlias: (_, { id, input }, context) => context.services.aliases.update(context, id, input),
    verifyAlias: (_, { id, method }, context) => context.services.aliases.verify(context, id, { method }),
    releaseAlias: (_, { id }, context) => context.services.aliases.release(context, id),
    challengeEndpoint: (_, { input }, context) => context.services.walletProofs.challenge(context, input),
    createEndpoint: (_, { input }, context) => context.services.endpoints.create(context, input),
    updateEndpoint: (_, { id, input }, context) => context.services.endpoints.update(context, id, input),
    removeEndpoint: (_, { id }, context) => context.services.endpoints.remove(context, id),
    resetSandbox: (_, input, context) => context.services.sandbox.reset(context, input),
    createPayeeName: (_, { identity, input }, context) => context.services.payeeNames.create(context, identity, input),
    removePayeeName: (_, { id }, context) => context.services.payeeNames.remove(context, id),
  },
  Identity: {
    __resolveReference: ({ id }, context, info) =>
      loadReference(id, { load: (key) => loadIdentity(key, context, info) }),
    ...identityFields,
    primaryAlias: async (parent, args, context) => {
      const id = await identityFields.primaryAlias(parent, args, context)
      return id === null ? null : { id, identity: parent.id }
    },
    aliases: ({ id }, { status, ...args }, { loaders }) =>
      connected(args, (page) => loaders.aliasesOf.load({ parent: id, page, status: status ?? null })),
    endpoints: ({ id }, args, { loaders }) => connected(args, (page) => loaders.endpointsOf.load({ parent: id, page })),
    consentGrants: ({ id }, args, { loaders }) =>
      connected(args, (page) => loaders.consentGrantsOf.load({ parent: id, page })),
    payeeNames: ({ id }, args, { loaders }) =>
      connected(args, (page) => loaders.payeeNamesOf.load({ parent: id, page })),
  },
  Alias: {
    __resolveReference: ({ id }, { loaders }) => loadReference(id, loaders.alias),
    ...aliasFields,
    identity: ({ identity }) => ({ id: identity }),
    identityId: ({ identity }) => identity,
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
  SandboxReset: {
    consumerId: ({ consumer }) => consumer,
  },
  DestinationCheck: {
    endpointId: ({ endpoint }) => endpoint,
  },
  DestinationCheckEntry: {
    endpointId: ({ endpoint }) => endpoint,
  },
  PayeeName: {
    identity: ({ identity }) => ({ id: identity }),
    identityId: ({ identity }) => identity,
  },
}
