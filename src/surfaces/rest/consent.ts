import Type from 'typebox'
import { consentGrant } from '../../consent/grants/record.ts'
import type { ConsentGrantRole } from '../../consent/grants/service.ts'
import { type ConsentRequestDirection, consentRequest, consentWants } from '../../consent/requests/service.ts'
import { camel } from '../../kernel/camel.ts'
import type { RequestConsentInput } from '../graphql/generated/resolvers.ts'
import { namingAlias } from './aliases.ts'
import { restWithNames } from './consumer-names.ts'
import { pageArgs, paging } from './lists.ts'
import { lists, type Noun, route, shows } from './route.ts'
import { body, exampleId, id, nullable, one, oneOf, text, unix, unixSeconds } from './schema-parts.ts'

const covers = body({
  all: Type.Optional(Type.Boolean()),
  aliases: Type.Optional(Type.Array(text('als_…'), { maxItems: 100 })),
  endpoints: Type.Optional(Type.Array(text('end_…'), { maxItems: 50 })),
})

const release = Type.Optional(
  Type.Array(text('end_…'), { maxItems: 50, description: 'Covered endpoints whose addresses it may receive' }),
)
/** Of bodies that grant something. */
const granting = { release, expires_at: Type.Optional(nullable(unixSeconds())) }

export const consentGrantRest = restWithNames(consentGrant)
export const consentRequestRest = restWithNames(consentRequest)

export const consent: Noun = {
  group: 'Consent',
  tags: {
    consent_grants: 'Access to consent-required records.',
    consent_requests: 'Requests for such access, and their answers.',
  },
  variables: { consent_grants: 'GRANT', apc: 'CONSUMER', consent_requests: 'REQUEST' },
  records: { consentGrant: consentGrantRest.schema, consentRequest: consentRequestRest.schema },
  routes: [
    route('POST /v1/consent_grants', {
      maps: 'Mutation.grantConsent',
      summary: 'Grant a consumer access to consent-required records',
      status: 201,
      body: body({
        identity: text('idn_…'),
        consumer: text('apc_…'),
        covers,
        purpose: Type.Optional(nullable(text())),
        ...granting,
      }),
      example: {
        identity: exampleId('idn'),
        consumer: exampleId('apc'),
        covers: { endpoints: [exampleId('end')] },
        purpose: 'Payroll',
      },
      args: ({ body: { expires_at, ...body } }) => ({ input: { ...camel(body), expiresAt: unix(expires_at) } }),
      ...shows(consentGrantRest),
    }),
    route('GET /v1/consent_grants', {
      maps: 'Query.consentGrants',
      summary: 'List consent grants',
      query: {
        ...paging,
        role: oneOf(['owner', 'grantee'], 'owner: on own identities; grantee: made to the caller'),
        alias: text('als_…: only active grants on own identities that cover it'),
        endpoint: text('end_…: only active grants on own identities that cover it'),
      },
      args: ({ query: { role, alias, endpoint, ...page } }) => ({
        ...pageArgs(page),
        role: role as ConsentGrantRole,
        alias,
        endpoint,
      }),
      ...lists(consentGrantRest),
    }),
    route('GET /v1/consent_grants/:id', {
      maps: 'Query.consentGrant',
      summary: 'Read a consent grant; its grantee sees less of it',
      args: id,
      ...shows(consentGrantRest),
    }),
    route('PATCH /v1/consent_grants/:id', {
      maps: 'Mutation.updateConsentGrant',
      summary: 'Change the covers, releases or end of a consent grant: each given field replaces the stored value',
      body: body({
        covers: Type.Optional(covers),
        ...granting,
        version: Type.Optional(
          Type.Integer({ description: 'The version that you have read: it must be the current one', minimum: 1 }),
        ),
      }),
      example: { covers: { endpoints: [exampleId('end')] }, release: [exampleId('end')], version: 1 },
      args: ({ params, body: { expires_at, ...body } }) => ({
        id: params.id,
        input: { ...camel(body), expiresAt: unix(expires_at) },
      }),
      ...shows(consentGrantRest),
    }),
    route('DELETE /v1/consent_grants/:id', {
      maps: 'Mutation.revokeConsent',
      summary: 'Revoke a consent grant, at once',
      args: id,
      ...shows(consentGrantRest),
    }),
    route('POST /v1/consent_requests', {
      maps: 'Mutation.requestConsent',
      summary: 'Request access to an alias; accepted with or without an existing one',
      status: 202,
      body: namingAlias({
        purpose: Type.Optional(nullable(text('The reason, for the owner'))),
        wants: Type.Optional(
          Type.Array(one(consentWants), { description: 'disclosure by default; release implies it', minItems: 1 }),
        ),
      }),
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
      body: body({
        covers: Type.Optional(covers),
        ...granting,
      }),
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
