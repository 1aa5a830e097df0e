import { connectionOf, pageOf } from '../connection.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { loadReference } from '../references.ts'

export const identity: Resolvers = {
  Query: {
    identity: (_, { id }, { loaders }) => loaders.identity.load(id),
    identities: async (_, { type, status, ...args }, context) => {
      const page = pageOf(args)
      const filter = { type: type ?? null, status: status ?? null }
      return connectionOf(await context.services.identities.list(context, page, filter), page)
    },
  },
  Mutation: {
    createIdentity: (_, { input }, context) => context.services.identities.create(context, input),
    updateIdentity: (_, { id, input }, context) => context.services.identities.update(context, id, input),
  },
  Identity: {
    __resolveReference: ({ id }, { loaders }) => loadReference(id, loaders.identity),
    primaryAlias: ({ primaryAlias }, _, { loaders }) =>
      primaryAlias === null ? null : loaders.alias.load(primaryAlias),
    aliases: async ({ id }, { status, ...args }, { loaders }) => {
      const page = pageOf(args)
      return connectionOf(await loaders.aliasesOf.load({ parent: id, page, status: status ?? null }), page)
    },
    endpoints: async ({ id }, args, { loaders }) => {
      const page = pageOf(args)
      return connectionOf(await loaders.endpointsOf.load({ parent: id, page }), page)
    },
    consentGrants: async ({ id }, args, { loaders }) => {
      const page = pageOf(args)
      return connectionOf(await loaders.consentGrantsOf.load({ parent: id, page }), page)
    },
  },
}
