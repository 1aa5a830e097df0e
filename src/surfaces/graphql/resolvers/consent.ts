import { hasScope } from '../../../kernel/scopes.ts'
import { connected } from '../connection.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { aliasOf, consumerOf, grantOf, identityOf } from '../record-references.ts'

export const consent: Resolvers = {
  Query: {
    consentGrant: (_, { id }, { loaders }) => loaders.consentGrant.load(id),
    consentGrants: (_, { role, alias, endpoint, ...args }, context) => {
      const isOwner = alias || endpoint || hasScope(context.caller.scopes, 'consents:read')
      const side = role ?? (isOwner ? 'owner' : 'grantee')
      return connected(args, (page) => context.services.consentGrants.list(context, page, side, { alias, endpoint }))
    },
    consentRequest: (_, { id }, { loaders }) => loaders.consentRequest.load(id),
    consentRequests: (_, { direction, ...args }, context) => {
      const side = direction ?? (hasScope(context.caller.scopes, 'consents:read') ? 'incoming' : 'outgoing')
      return connected(args, (page) => context.services.consentRequests.list(context, page, side))
    },
  },
  Mutation: {
    grantConsent: (_, { input }, context) => context.services.consentGrants.grant(context, input),
    updateConsentGrant: (_, { id, input }, context) => context.services.consentGrants.update(context, id, input),
    revokeConsent: (_, { id }, context) => context.services.consentGrants.revoke(context, id),
    requestConsent: (_, { input }, context) => context.services.consentRequests.ask(context, input),
    approveConsentRequest: (_, { id, input }, context) =>
      context.services.consentRequestsApproval.approve(context, id, input ?? {}),
    declineConsentRequest: (_, { id }, context) => context.services.consentRequestsApproval.decline(context, id),
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
  ConsentRequest: {
    identityId: ({ owned }) => owned?.identity ?? null,
    identity: identityOf(({ owned }) => owned?.identity),
    aliasId: ({ owned }) => owned?.alias ?? null,
    alias: aliasOf(({ owned }) => owned && { id: owned.alias, identity: owned.identity }),
    consumerId: ({ owned }) => owned?.consumer ?? null,
    consumer: consumerOf(({ owned }) => owned?.consumer),
    grantId: ({ grant }) => grant ?? null,
    grant: grantOf(({ grant }) => grant),
    updatedAt: ({ owned }) => owned?.updatedAt ?? null,
  },
}
