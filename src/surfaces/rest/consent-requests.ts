import Type from 'typebox'
import { type ConsentRequestDirection, consentRequest, consentWants } from '../../consent/requests/service.ts'
import { camel } from '../../kernel/camel.ts'
import type { RequestConsentInput } from '../graphql/generated/resolvers.ts'
import { namingAlias } from './aliases.ts'
import { covers, granting } from './consent-grants.ts'
import { restWithNames } from './consumer-names.ts'
import { pageArgs, paging } from './lists.ts'
import { lists, type Noun, route, shows } from './route.ts'
import { body, id, nullable, one, oneOf, text, unix } from './schema-parts.ts'

const bodies = {
  requestConsent: namingAlias({
    purpose: Type.Optional(nullable(text('The reason, for the owner'))),
    wants: Type.Optional(
      Type.Array(one(consentWants), { description: 'disclosure by default; release implies it', minItems: 1 }),
    ),
  }),
  approveConsentRequest: body({
    covers: Type.Optional(covers),
    ...granting,
  }),
}

export const consentRequestRest = restWithNames(consentRequest)

export const consentRequests: Noun = {
  group: 'Consent',
  tags: { consent_requests: 'Requests for such access, and their answers.' },
  variables: { consent_requests: 'REQUEST' },
  records: { consentRequest: consentRequestRest.schema },
  routes: [
    route('POST /v1/consent_requests', {
      maps: 'Mutation.requestConsent',
      summary: 'Request access to an alias; accepted with or without an existing one',
      status: 202,
      body: bodies.requestConsent,
      example: { alias: '@bob', purpose: 'Payroll', wants: ['disclosure', 'release'] },
      args: ({ body }) => ({ input: body as RequestConsentInput }),
      ...shows(consentRequestRest),
    }),
    route('GET /v1/consent_requests', {
      maps: 'Query.consentRequests',
      summary: 'List consent requests',
      query: {
        ...paging,
        direction: oneOf(['outgoing', 'incoming'], 'outgoing: own requests; incoming: matched to own identities'),
      },
      args: ({ query }) => ({ ...pageArgs(query), direction: query.direction as ConsentRequestDirection }),
      ...lists(consentRequestRest),
    }),
    route('GET /v1/consent_requests/:id', {
      maps: 'Query.consentRequest',
      summary: 'Read a consent request; its requester sees less of it',
      args: id,
      ...shows(consentRequestRest),
    }),
    route('POST /v1/consent_requests/:id/approve', {
      maps: 'Mutation.approveConsentRequest',
      summary: 'Approve an incoming consent request: it creates or extends a grant',
      body: bodies.approveConsentRequest,
      bodyOptional: true,
      example: { covers: { all: true } },
      args: ({ params, body: { expires_at, ...body } }) => ({
        id: params.id,
        input: { ...camel(body), expiresAt: unix(expires_at) },
      }),
      ...shows(consentRequestRest),
    }),
    route('POST /v1/consent_requests/:id/decline', {
      maps: 'Mutation.declineConsentRequest',
      summary: 'Decline an incoming consent request, without notifying its requester',
      args: id,
      ...shows(consentRequestRest),
    }),
  ],
}
