import Type from 'typebox'
import type { ConsentGrantRecord, ConsentGrantRole } from '../../consent/grants/service.ts'
import { camel } from '../camel.ts'
import { consumerRecord, nameBeside, readingNames } from './consumer-names.ts'
import { listView, pageArgs, paging } from './lists.ts'
import { type Noun, route } from './route.ts'
import { body, list, nullable, one, oneOf, text, unixSeconds } from './schema-parts.ts'
import { exampleId, id, seconds, secondsOrNull, unix } from './view-parts.ts'

export const covers = body({
  all: Type.Optional(Type.Boolean()),
  aliases: Type.Optional(Type.Array(text('als_…'), { maxItems: 100 })),
  endpoints: Type.Optional(Type.Array(text('end_…'), { maxItems: 50 })),
})

const bodies = {
  grantConsent: body({
    identity: text('idn_…'),
    consumer: text('apc_…'),
    covers,
    release: Type.Optional(Type.Array(text('end_…'), { maxItems: 50, description: 'Whose addresses it may have' })),
    purpose: Type.Optional(nullable(text())),
    expires_at: Type.Optional(nullable(unixSeconds())),
  }),
}

export const consentGrantRecords = {
  consentGrant: Type.Object({
    object: Type.Literal('consent_grant'),
    id: text(),
    livemode: Type.Boolean(),
    identity: text('idn_…'),
    status: one(['active', 'revoked', 'expired']),
    expires_at: nullable(unixSeconds()),
    consumer: Type.Optional(text('The grantee; to the owner only, like all that follows')),
    consumer_record: Type.Optional(nullable(consumerRecord)),
    covers: Type.Optional(
      Type.Object({ all: Type.Boolean(), aliases: Type.Array(text()), endpoints: Type.Array(text()) }),
    ),
    release: Type.Optional(Type.Array(text('end_…'))),
    purpose: Type.Optional(nullable(text())),
    revoked_at: Type.Optional(nullable(unixSeconds())),
    created: Type.Optional(unixSeconds()),
    updated: Type.Optional(unixSeconds()),
  }),
}

export const consentGrantViews = {
  consentGrant: (grant: ConsentGrantRecord) => ({
    object: 'consent_grant',
    id: grant.id,
    livemode: grant.livemode,
    identity: grant.identity,
    status: grant.status,
    expires_at: secondsOrNull(grant.expiresAt),
    ...(grant.owned && {
      consumer: grant.owned.consumer,
      consumer_record: nameBeside(grant),
      covers: grant.owned.covers,
      release: grant.owned.release,
      purpose: grant.owned.purpose,
      revoked_at: secondsOrNull(grant.owned.revokedAt),
      created: seconds(grant.owned.createdAt),
      updated: seconds(grant.owned.updatedAt),
    }),
  }),
}

/** For every route that shows a grant. */
export const readingGrantees = readingNames<ConsentGrantRecord>(({ owned }) => owned?.consumer)

export const consentGrants: Noun = {
  group: 'Consent',
  tags: { consent_grants: 'Who may see what is consent-required.' },
  variables: { consent_grants: 'GRANT', apc: 'CONSUMER' },
  records: consentGrantRecords,
  routes: [
    route('POST /v1/consent_grants', {
      maps: 'Mutation.grantConsent',
      scope: 'consents:write',
      summary: 'Grant a consumer sight of consent-required records',
      status: 201,
      body: bodies.grantConsent,
      example: {
        identity: exampleId('idn'),
        consumer: exampleId('apc'),
        covers: { endpoints: [exampleId('end')] },
        purpose: 'Payroll',
      },
      args: ({ body: { expires_at, ...body } }) => ({ input: { ...camel(body), expiresAt: unix(expires_at) } }),
      reads: readingGrantees,
      view: consentGrantViews.consentGrant,
      answers: consentGrantRecords.consentGrant,
    }),
    route('GET /v1/consent_grants', {
      maps: 'Query.consentGrants',
      scope: ['consents:read', 'resolve'],
      summary: 'List consent grants',
      query: { ...paging, role: oneOf(['owner', 'grantee'], 'owner: on own identities; grantee: made to the caller') },
      args: ({ query }) => ({ ...pageArgs(query), role: query.role as ConsentGrantRole }),
      reads: readingGrantees,
      view: listView(consentGrantViews.consentGrant),
      answers: list(consentGrantRecords.consentGrant),
    }),
    route('GET /v1/consent_grants/:id', {
      maps: 'Query.consentGrant',
      scope: ['consents:read', 'resolve'],
      summary: 'Read a consent grant; its grantee sees less of it',
      args: id,
      reads: readingGrantees,
      view: consentGrantViews.consentGrant,
      answers: consentGrantRecords.consentGrant,
    }),
    route('DELETE /v1/consent_grants/:id', {
      maps: 'Mutation.revokeConsent',
      scope: 'consents:write',
      summary: 'Revoke a consent grant, at once',
      args: id,
      reads: readingGrantees,
      view: consentGrantViews.consentGrant,
      answers: consentGrantRecords.consentGrant,
    }),
  ],
}
