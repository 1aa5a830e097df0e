import Type from 'typebox'
import type { ConsentRequestDirection, ConsentRequestRecord } from '../../consent/requests/service.ts'
import { aliasTypes } from '../../registry/aliases/normalization/alias-types.ts'
import { camel } from '../camel.ts'
import type { RequestConsentInput } from '../graphql/generated/resolvers.ts'
import { namingAlias } from './aliases.ts'
import { covers } from './consent-grants.ts'
import { consumerRecord, nameBeside, readingNames } from './consumer-names.ts'
import { listView, pageArgs, paging } from './lists.ts'
import { type Noun, route } from './route.ts'
import { body, list, nullable, one, oneOf, text, typeOf, unixSeconds } from './schema-parts.ts'
import { id, seconds, unix } from './view-parts.ts'

const bodies = {
  requestConsent: namingAlias({
    purpose: Type.Optional(nullable(text('What the owner reads of the reason'))),
  }),
  approveConsentRequest: body({
    covers: Type.Optional(covers),
    expires_at: Type.Optional(nullable(unixSeconds())),
  }),
}

export const consentRequestRecords = {
  consentRequest: Type.Object({
    object: Type.Literal('consent_request'),
    id: text('crq_…'),
    livemode: Type.Boolean(),
    type: typeOf(aliasTypes),
    value: text('Normalized'),
    purpose: nullable(text()),
    status: one(['pending', 'approved', 'declined', 'expired']),
    expires_at: unixSeconds(),
    created: unixSeconds(),
    identity: Type.Optional(text('idn_…, to the owner only, like all that follows')),
    alias: Type.Optional(text('als_…')),
    consumer: Type.Optional(text('The requester')),
    consumer_record: Type.Optional(nullable(consumerRecord)),
    grant: Type.Optional(nullable(text('cgr_…, what the approval made or widened'))),
    updated: Type.Optional(unixSeconds()),
  }),
}

export const consentRequestViews = {
  consentRequest: (record: ConsentRequestRecord) => ({
    object: 'consent_request',
    id: record.id,
    livemode: record.livemode,
    type: record.type,
    value: record.value,
    purpose: record.purpose,
    status: record.status,
    expires_at: seconds(record.expiresAt),
    created: seconds(record.createdAt),
    ...(record.owned && {
      identity: record.owned.identity,
      alias: record.owned.alias,
      consumer: record.owned.consumer,
      consumer_record: nameBeside(record),
      grant: record.owned.grant,
      updated: seconds(record.owned.updatedAt),
    }),
  }),
}

/** For every route that shows a request. */
export const readingRequesters = readingNames<ConsentRequestRecord>(({ owned }) => owned?.consumer)

export const consentRequests: Noun = {
  group: 'Consent',
  tags: { consent_requests: 'Asking for such sight, and answering.' },
  variables: { consent_requests: 'REQUEST' },
  records: consentRequestRecords,
  routes: [
    route('POST /v1/consent_requests', {
      maps: 'Mutation.requestConsent',
      scope: 'resolve',
      summary: 'Ask for sight of an alias; accepted whether or not it exists',
      status: 202,
      body: bodies.requestConsent,
      example: { alias: '@bob', purpose: 'Payroll' },
      args: ({ body }) => ({ input: body as RequestConsentInput }),
      reads: readingRequesters,
      view: consentRequestViews.consentRequest,
      answers: consentRequestRecords.consentRequest,
    }),
    route('GET /v1/consent_requests', {
      maps: 'Query.consentRequests',
      scope: ['consents:read', 'resolve'],
      summary: 'List consent requests',
      query: {
        ...paging,
        direction: oneOf(['outgoing', 'incoming'], 'outgoing: own requests; incoming: matched to own identities'),
      },
      args: ({ query }) => ({ ...pageArgs(query), direction: query.direction as ConsentRequestDirection }),
      reads: readingRequesters,
      view: listView(consentRequestViews.consentRequest),
      answers: list(consentRequestRecords.consentRequest),
    }),
    route('GET /v1/consent_requests/:id', {
      maps: 'Query.consentRequest',
      scope: ['consents:read', 'resolve'],
      summary: 'Read a consent request; its requester sees less of it',
      args: id,
      reads: readingRequesters,
      view: consentRequestViews.consentRequest,
      answers: consentRequestRecords.consentRequest,
    }),
    route('POST /v1/consent_requests/:id/approve', {
      maps: 'Mutation.approveConsentRequest',
      scope: 'consents:write',
      summary: 'Approve an incoming consent request: a grant is made or widened',
      body: bodies.approveConsentRequest,
      bodyOptional: true,
      example: { covers: { all: true } },
      args: ({ params, body: { expires_at, ...body } }) => ({
        id: params.id,
        input: { ...camel(body), expiresAt: unix(expires_at) },
      }),
      reads: readingRequesters,
      view: consentRequestViews.consentRequest,
      answers: consentRequestRecords.consentRequest,
    }),
    route('POST /v1/consent_requests/:id/decline', {
      maps: 'Mutation.declineConsentRequest',
      scope: 'consents:write',
      summary: 'Decline an incoming consent request; its requester is not told',
      args: id,
      reads: readingRequesters,
      view: consentRequestViews.consentRequest,
      answers: consentRequestRecords.consentRequest,
    }),
  ],
}
