import { hasScope } from '../../../kernel/scopes.ts'
import { beside } from '../beside.ts'
import { connectionOf, pageOf } from '../connection.ts'
import type { Resolvers } from '../generated/resolvers.ts'

export const consent: Resolvers = {
  Query: {
    consentGrant: (_, { id }, { loaders }) => loaders.consentGrant.load(id),
    consentGrants: async (_, { role, ...args }, context) => {
      const page = pageOf(args)
      const side = role ?? (hasScope(context.caller.scopes, 'consents:read') ? 'owner' : 'grantee')
      return connectionOf(await context.services.consentGrants.list(context, page, side), page)
    },
  },
  Mutation: {
    grantConsent: (_, { input }, context) => context.services.consentGrants.grant(context, input),
    revokeConsent: (_, { id }, context) => context.services.consentGrants.revoke(context, id),
  },
  ConsentGrant: {
    identityRecord: beside(
      'identities:read',
      ({ owned, identity }) => owned && identity,
      ({ loaders }) => loaders.identity,
    ),
    consumer: ({ owned }) => owned?.consumer ?? null,
    consumerRecord: beside(
      null,
      ({ owned }) => owned?.consumer,
      ({ loaders }) => loaders.consumer,
    ),
    covers: ({ owned }) => owned?.covers ?? null,
    release: ({ owned }) => owned?.release ?? null,
    purpose: ({ owned }) => owned?.purpose ?? null,
    revokedAt: ({ owned }) => owned?.revokedAt ?? null,
    createdAt: ({ owned }) => owned?.createdAt ?? null,
    updatedAt: ({ owned }) => owned?.updatedAt ?? null,
  },
}
