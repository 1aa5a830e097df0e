import { hasScope } from '../../../kernel/scopes.ts'
import { beside } from '../beside.ts'
import { connectionOf, pageOf } from '../connection.ts'
import type { Resolvers } from '../generated/resolvers.ts'

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
    identityRecord: beside(
      'identities:read',
      ({ owned }) => owned?.identity,
      ({ loaders }) => loaders.identity,
    ),
    aliasRecord: beside(
      'aliases:read',
      ({ owned }) => owned?.alias,
      ({ loaders }) => loaders.alias,
    ),
    consumerRecord: beside(
      null,
      ({ owned }) => owned?.consumer,
      ({ loaders }) => loaders.consumer,
    ),
    grantRecord: beside(
      'consents:read',
      ({ owned }) => owned?.grant,
      ({ loaders }) => loaders.consentGrant,
    ),
    identity: ({ owned }) => owned?.identity ?? null,
    alias: ({ owned }) => owned?.alias ?? null,
    consumer: ({ owned }) => owned?.consumer ?? null,
    grant: ({ owned }) => owned?.grant ?? null,
    updatedAt: ({ owned }) => owned?.updatedAt ?? null,
  },
}
