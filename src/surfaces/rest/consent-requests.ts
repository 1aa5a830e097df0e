import Type from 'typebox'
import { type ConsentRequestDirection, consentRequest, consentWants } from '../../consent/requests/service.ts'
import { camel } from '../../kernel/camel.ts'
import type { RequestConsentInput } from '../graphql/generated/resolvers.ts'
import { namingAlias } from './aliases.ts'
import { covers, granting } from './consent-grants.ts'
import { readNames, restWithNames } from './consumer-names.ts'
import { listView, pageArgs, paging } from './lists.ts'
import { type Noun, route } from './route.ts'
import { body, id, list, nullable, one, oneOf, text, unix } from './schema-parts.ts'

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

const rest = restWithNames(consentRequest)
export const consentRequestRecords = { consentRequest: rest.schema }
export const consentRequestViews = { consentRequest: rest.view }

export const consentRequests: Noun = {
  group: 'Consent',
  tags: { consent_requests: 'Requests for such access, and their answers.' },
  variables: { consent_requests: 'REQUEST' },
  records: consentRequestRecords,
  routes: [
    route('POST /v1/consent_requests', {
      maps: 'Mutation.requestConsent',
      summary: 'Request access to an alias; accepted with or without an existing one',
      status: 202,
      body: bodies.requestConsent,
      example: { alias: '@bob', purpose: 'Payroll', wants: ['disclosure', 'release'] },
      args: ({ body }) => ({ input: body as RequestConsentInput }),
      reads: readNames,
      view: consentRequestViews.consentRequest,
      answers: consentRequestRecords.consentRequest,
    }),
    route('GET /v1/consent_requests', {
      maps: 'Query.consentRequests',
      summary: 'List consent requests',
      query: {
        ...paging,
        direction: oneOf(['outgoing', 'incoming'], 'outgoing: own requests; incoming: matched to own identities'),
      },
      args: ({ query }) => ({ ...pageArgs(query), direction: query.direction as ConsentRequestDirection }),
      reads: readNames,
      view: listView(consentRequestViews.consentRequest),
      answers: list(consentRequestRecords.consentRequest),
    }),
    route('GET /v1/consent_requests/:id', {
      maps: 'Query.consentRequest',
      summary: 'Read a consent request; its requester sees less of it',
      args: id,
      reads: readNames,
      view: consentRequestViews.consentRequest,
      answers: consentRequestRecords.consentRequest,
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
      reads: readNames,
      view: consentRequestViews.consentRequest,
      answers: consentRequestRecords.consentRequest,
    }),
    route('POST /v1/consent_requests/:id/decline', {
      maps: 'Mutation.declineConsentRequest',
      summary: 'Decline an incoming consent request, without notifying its requester',
      args: id,
      reads: readNames,
      view: consentRequestViews.consentRequest,
      answers: consentRequestRecords.consentRequest,
    }),
  ],
}
