import { hasScope } from '../../../kernel/scopes.ts'
import { connectionOf, pageOf } from '../connection.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { consumerOf, identityOf } from '../record-references.ts'

export const consent: Resolvers = {
  Query: {
    consentGrant: (_, { id }, { loaders }) => loaders.consentGrant.load(id),
    consentGrants: async (_, { role, alias, endpoint, ...args }, context) => {
      const page = pageOf(args)
      const isOwner = alias || endpoint || hasScope(context.caller.scopes, 'consents:read')
      const side = role ?? (isOwner ? 'owner' : 'grantee')
      return connectionOf(await context.services.consentGrants.list(context, page, side, { alias, endpoint }), page)
    },
  },
  Mutation: {
    grantConsent: (_, { input }, context) => context.services.consentGrants.grant(context, input),
    updateConsentGrant: (_, { id, input }, context) => context.services.consentGrants.update(context, id, input),
    revokeConsent: (_, { id }, context) => context.services.consentGrants.revoke(context, id),
  },
  ConsentGrant: {
    identityId: ({ identity }) => identity,
    identity: identityOf(({ identity }) => identity),
    consumerId: ({ owned }) => owned?.consumer ?? null,
    consumer: consumerOf(({ owned }) => owned?.consumer),
    covers: ({ owned }) => owned?.covers ?? null,
    purpose: ({ owned }) => owned?.purpose ?? null,
    version: ({ owned }) => owned?.version ?? null,
    revokedAt: ({ owned }) => owned?.revokedAt ?? null,
    createdAt: ({ owned }) => owned?.createdAt ?? null,
    updatedAt: ({ owned }) => owned?.updatedAt ?? null,
  },
}
