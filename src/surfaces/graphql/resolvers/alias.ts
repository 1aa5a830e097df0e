import { connectionOf, pageOf } from '../connection.ts'
import { loadReference } from '../entities.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { ofAlias } from '../record-references.ts'

export const alias: Resolvers = {
  Query: {
    alias: (_, { id }, { loaders }) => loaders.alias.load(id),
    aliases: async (_, { first, after, last, before, ...filter }, context) => {
      const page = pageOf({ first, after, last, before })
      return connectionOf(await context.services.aliases.list(context, page, filter), page)
    },
    normalizeAlias: (_, { input }, { services }) => services.aliases.normalize(input),
  },
  Mutation: {
    createAlias: (_, { input }, context) => context.services.aliases.create(context, input),
    updateAlias: (_, { id, input }, context) => context.services.aliases.update(context, id, input),
    verifyAlias: (_, { id, method }, context) => context.services.aliases.verify(context, id, { method }),
    releaseAlias: (_, { id }, context) => context.services.aliases.release(context, id),
  },
  Alias: {
    __resolveReference: ({ id }, { loaders }) => loadReference(id, loaders.alias),
    livemode: ofAlias('livemode'),
    identity: ({ identity }) => ({ id: identity }),
    identityId: ({ identity }) => identity,
    type: ofAlias('type'),
    value: ofAlias('value'),
    privacyLevel: ofAlias('privacyLevel'),
    isPrimary: ofAlias('isPrimary'),
    status: ofAlias('status'),
    verification: ofAlias('verification'),
    verifiedAt: ofAlias('verifiedAt'),
    verifiedMethod: ofAlias('verifiedMethod'),
    proofExpiresAt: ofAlias('proofExpiresAt'),
    availableAt: ofAlias('availableAt'),
    externalReference: ofAlias('externalReference'),
    metadata: ofAlias('metadata'),
    createdAt: ofAlias('createdAt'),
    updatedAt: ofAlias('updatedAt'),
  },
}
