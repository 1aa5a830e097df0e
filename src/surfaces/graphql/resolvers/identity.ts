import { exportOf } from '../../identity-export.ts'
import { connectionOf, pageOf } from '../connection.ts'
import { loadReference } from '../entities.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { loadIdentity, ofIdentity } from '../record-references.ts'

export const identity: Resolvers = {
  Query: {
    identity: (_, { id }, context, info) => loadIdentity(id, context, info),
    identities: async (_, { first, after, last, before, ...filter }, context) => {
      const page = pageOf({ first, after, last, before })
      return connectionOf(await context.services.identities.list(context, page, filter), page)
    },
    identityExport: (_, { id }, context) => exportOf(context, id),
    changes: (_, { first, cursor }, context) => context.services.changes.list(context, { first, cursor }),
  },
  Mutation: {
    createIdentity: (_, { input }, context) => context.services.identities.create(context, input),
    updateIdentity: (_, { id, input }, context) => context.services.identities.update(context, id, input),
    eraseIdentity: (_, { id, confirm }, context) => context.services.identities.erase(context, id, { confirm }),
    resetSandbox: (_, input, context) => context.services.sandbox.reset(context, input),
  },
  Identity: {
    __resolveReference: ({ id }, context, info) =>
      loadReference(id, { load: (key) => loadIdentity(key, context, info) }),
    livemode: ofIdentity('livemode'),
    type: ofIdentity('type'),
    status: ofIdentity('status'),
    displayName: ofIdentity('displayName'),
    defaultPrivacyLevel: ofIdentity('defaultPrivacyLevel'),
    payeeChecks: ofIdentity('payeeChecks'),
    closeMatch: ofIdentity('closeMatch'),
    declaredMatch: ofIdentity('declaredMatch'),
    destinationChecks: ofIdentity('destinationChecks'),
    externalReference: ofIdentity('externalReference'),
    metadata: ofIdentity('metadata'),
    erasing: ofIdentity('erasing'),
    erasedAt: ofIdentity('erasedAt'),
    createdAt: ofIdentity('createdAt'),
    updatedAt: ofIdentity('updatedAt'),
    primaryAlias: async (parent, args, context) => {
      const id = await ofIdentity('primaryAlias')(parent, args, context)
      return id === null ? null : { id, identity: parent.id }
    },
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
  SandboxReset: { consumerId: ({ consumer }) => consumer },
}
