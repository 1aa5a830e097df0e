import { hasScope } from '../../../kernel/scopes.ts'
import { connectionOf, pageOf } from '../connection.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { aliasOf, consumerOf, grantOf, identityOf } from '../record-references.ts'

export const consentRequest: Resolvers = {
  Query: {
    consentRequest: (_, { id }, { loaders }) => loaders.consentRequest.load(id),
    consentRequests: async (_, { direction, ...args }, context) => {
      const page = pageOf(args)
      const side = direction ?? (hasScope(context.caller.scopes, 'consents:read') ? 'incoming' : 'outgoing')
      return connectionOf(await context.services.consentRequests.list(context, page, side), page)
    },
  },
  Mutation: {
    requestConsent: (_, { input }, context) => context.services.consentRequests.ask(context, input),
    approveConsentRequest: (_, { id, input }, context) =>
      context.services.consentRequestsApproval.approve(context, id, input ?? {}),
    declineConsentRequest: (_, { id }, context) => context.services.consentRequestsApproval.decline(context, id),
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
