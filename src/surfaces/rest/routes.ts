import type { ConsentGrantRole } from '../../consent/grants/service.ts'
import type { ConsentRequestDirection } from '../../consent/requests/service.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { parsePage } from '../../kernel/page.ts'
import type { AliasType } from '../../registry/aliases/normalization/alias-types.ts'
import type { AliasStatus } from '../../registry/aliases/record.ts'
import type { IdentityStatus, IdentityType } from '../../registry/identities/rules.ts'
import type { DeliveryState } from '../../webhooks/rules.ts'
import { camel } from '../camel.ts'
import type { Connection } from '../graphql/connection.ts'
import type { RequestConsentInput, ResolveInput } from '../graphql/generated/resolvers.ts'
import { ownershipRoutes } from './ownership.ts'
import { filters, paging } from './queries.ts'
import { type Route, route } from './route.ts'
import { bodies, list, records } from './schemas.ts'
import { views } from './views.ts'

type Paging = keyof typeof paging

/** A page of the query string as the connection's arguments. */
function pageArgs(query: { [K in Paging]?: string | undefined }) {
  const { limit, direction, cursor } = parsePage({
    limit: query.limit,
    startingAfter: query.starting_after,
    endingBefore: query.ending_before,
  })
  return direction === 'after' ? { first: limit, after: cursor } : { last: limit, before: cursor }
}

const isBackward = (url: string): boolean => new URLSearchParams(url.split('?')[1]).has('ending_before')

const listView =
  <R>(view: (record: R) => unknown) =>
  ({ edges, pageInfo }: Connection<R>, _: unknown, url: string) => ({
    object: 'list',
    url: url.split('?')[0],
    has_more: isBackward(url) ? pageInfo.hasPreviousPage : pageInfo.hasNextPage,
    data: edges.map(({ node }) => view(node)),
  })

const unix = (at: number | null | undefined): Date | null | undefined =>
  at === undefined || at === null ? at : new Date(at * 1000)

/** A moment of a query string. @throws SignpostError parameter_invalid */
function unixText(text: string | undefined, param: string): Date | undefined {
  if (text === undefined) return undefined
  if (!/^[0-9]{1,11}$/.test(text))
    throw new SignpostError('parameter_invalid', { param, rule: 'The value must be Unix time in seconds.' })
  return new Date(Number(text) * 1000)
}
const delivery = ({ params }: { params: { id: string; delivery: string } }) => ({
  webhook: params.id,
  id: params.delivery,
})

const id = ({ params }: { params: { id: string } }) => ({ id: params.id })

/** Every route of `/v1`: a row each, over the schema's own resolvers. */
export const routes: readonly Route[] = [
  route('POST /v1/identities', {
    maps: 'Mutation.createIdentity',
    scope: 'identities:write',
    summary: 'Create an identity',
    status: 201,
    body: bodies.createIdentity,
    args: ({ body }) => ({ input: camel(body) }),
    view: views.identity,
    answers: records.identity,
  }),
  route('GET /v1/identities', {
    maps: 'Query.identities',
    scope: 'identities:read',
    summary: 'List identities',
    query: { ...paging, ...filters.identities },
    args: ({ query }) => ({
      ...pageArgs(query),
      type: query.type as IdentityType,
      status: query.status as IdentityStatus,
    }),
    view: listView(views.identity),
    answers: list(records.identity),
  }),
  route('GET /v1/identities/:id', {
    maps: 'Query.identity',
    scope: 'identities:read',
    summary: 'Read an identity',
    args: id,
    view: views.identity,
    answers: records.identity,
  }),
  route('PATCH /v1/identities/:id', {
    maps: 'Mutation.updateIdentity',
    scope: 'identities:write',
    summary: 'Change an identity; a closed one stays closed',
    body: bodies.updateIdentity,
    args: ({ params, body }) => ({ id: params.id, input: camel(body) }),
    view: views.identity,
    answers: records.identity,
  }),
  route('GET /v1/identities/:id/aliases', {
    maps: 'Identity.aliases',
    scope: 'aliases:read',
    summary: "List an identity's aliases",
    query: { ...paging, ...filters.aliases },
    args: ({ query }) => ({ ...pageArgs(query), status: query.status as AliasStatus }),
    view: listView(views.alias),
    answers: list(records.alias),
  }),
  route('GET /v1/identities/:id/endpoints', {
    maps: 'Identity.endpoints',
    scope: 'endpoints:read',
    summary: "List an identity's endpoints",
    query: paging,
    args: ({ query }) => pageArgs(query),
    view: listView(views.endpoint),
    answers: list(records.endpoint),
  }),
  route('GET /v1/identities/:id/consent_grants', {
    maps: 'Identity.consentGrants',
    scope: 'consents:read',
    summary: 'List the consent grants on an identity',
    query: paging,
    args: ({ query }) => pageArgs(query),
    view: listView(views.consentGrant),
    answers: list(records.consentGrant),
  }),
  route('GET /v1/identities/:id/disclosures', {
    maps: 'Identity.disclosures',
    scope: 'identities:read',
    summary: "List who saw which of an identity's endpoints",
    query: { ...paging, ...filters.disclosures },
    args: ({ query }) => ({
      ...pageArgs(query),
      consumer: query.consumer,
      since: unixText(query.since, 'since'),
      until: unixText(query.until, 'until'),
    }),
    view: listView(views.disclosure),
    answers: list(records.disclosure),
  }),

  route('POST /v1/aliases', {
    maps: 'Mutation.createAlias',
    scope: 'aliases:write',
    summary: 'Register an alias',
    status: 201,
    body: bodies.createAlias,
    args: ({ body }) => ({ input: { ...camel(body), type: body.type as AliasType } }),
    view: views.alias,
    answers: records.alias,
  }),
  route('POST /v1/aliases/normalize', {
    maps: 'Query.normalizeAlias',
    scope: null,
    summary: 'Show what would be stored of an alias; nothing is looked up',
    body: bodies.alias,
    args: ({ body }) => ({ input: body as ResolveInput }),
    view: views.normalizedAlias,
    answers: records.normalizedAlias,
  }),
  route('GET /v1/aliases/:id', {
    maps: 'Query.alias',
    scope: 'aliases:read',
    summary: 'Read an alias',
    args: id,
    view: views.alias,
    answers: records.alias,
  }),
  route('PATCH /v1/aliases/:id', {
    maps: 'Mutation.updateAlias',
    scope: 'aliases:write',
    summary: "Change an alias's privacy level or primary mark",
    body: bodies.updateAlias,
    args: ({ params, body }) => ({ id: params.id, input: camel(body) }),
    view: views.alias,
    answers: records.alias,
  }),
  route('DELETE /v1/aliases/:id', {
    maps: 'Mutation.releaseAlias',
    scope: 'aliases:write',
    summary: 'Release an alias into its cooldown',
    args: id,
    view: views.alias,
    answers: records.alias,
  }),
  route('POST /v1/aliases/:id/verify', {
    maps: 'Mutation.verifyAlias',
    scope: 'aliases:write',
    summary: "Mark an alias as verified, by its owner's word",
    body: bodies.verifyAlias,
    args: ({ params, body }) => ({ id: params.id, method: body.method }),
    view: views.alias,
    answers: records.alias,
  }),
  ...ownershipRoutes,

  route('POST /v1/endpoints', {
    maps: 'Mutation.createEndpoint',
    scope: 'endpoints:write',
    summary: 'Create an endpoint',
    status: 201,
    body: bodies.createEndpoint,
    args: ({ body }) => ({ input: camel(body) }),
    view: views.endpoint,
    answers: records.endpoint,
  }),
  route('GET /v1/endpoints/:id', {
    maps: 'Query.endpoint',
    scope: 'endpoints:read',
    summary: 'Read an endpoint',
    args: id,
    view: views.endpoint,
    answers: records.endpoint,
  }),
  route('PATCH /v1/endpoints/:id', {
    maps: 'Mutation.updateEndpoint',
    scope: 'endpoints:write',
    summary: 'Change an endpoint; its address cannot be',
    body: bodies.updateEndpoint,
    args: ({ params, body }) => ({ id: params.id, input: camel(body) }),
    view: views.endpoint,
    answers: records.endpoint,
  }),
  route('DELETE /v1/endpoints/:id', {
    maps: 'Mutation.removeEndpoint',
    scope: 'endpoints:write',
    summary: 'Remove an endpoint and erase its address',
    args: id,
    view: views.removed('endpoint'),
    answers: records.removal,
  }),

  route('POST /v1/consent_grants', {
    maps: 'Mutation.grantConsent',
    scope: 'consents:write',
    summary: 'Grant a consumer sight of consent-required records',
    status: 201,
    body: bodies.grantConsent,
    args: ({ body: { expires_at, ...body } }) => ({ input: { ...camel(body), expiresAt: unix(expires_at) } }),
    view: views.consentGrant,
    answers: records.consentGrant,
  }),
  route('GET /v1/consent_grants', {
    maps: 'Query.consentGrants',
    scope: ['consents:read', 'resolve'],
    summary: 'List consent grants',
    query: { ...paging, ...filters.consentGrants },
    args: ({ query }) => ({ ...pageArgs(query), role: query.role as ConsentGrantRole }),
    view: listView(views.consentGrant),
    answers: list(records.consentGrant),
  }),
  route('GET /v1/consent_grants/:id', {
    maps: 'Query.consentGrant',
    scope: ['consents:read', 'resolve'],
    summary: 'Read a consent grant; its grantee sees less of it',
    args: id,
    view: views.consentGrant,
    answers: records.consentGrant,
  }),
  route('DELETE /v1/consent_grants/:id', {
    maps: 'Mutation.revokeConsent',
    scope: 'consents:write',
    summary: 'Revoke a consent grant, at once',
    args: id,
    view: views.consentGrant,
    answers: records.consentGrant,
  }),

  route('POST /v1/consent_requests', {
    maps: 'Mutation.requestConsent',
    scope: 'resolve',
    summary: 'Ask for sight of an alias; accepted whether or not it exists',
    status: 202,
    body: bodies.requestConsent,
    args: ({ body }) => ({ input: body as RequestConsentInput }),
    view: views.consentRequest,
    answers: records.consentRequest,
  }),
  route('GET /v1/consent_requests', {
    maps: 'Query.consentRequests',
    scope: ['consents:read', 'resolve'],
    summary: 'List consent requests',
    query: { ...paging, ...filters.consentRequests },
    args: ({ query }) => ({ ...pageArgs(query), direction: query.direction as ConsentRequestDirection }),
    view: listView(views.consentRequest),
    answers: list(records.consentRequest),
  }),
  route('GET /v1/consent_requests/:id', {
    maps: 'Query.consentRequest',
    scope: ['consents:read', 'resolve'],
    summary: 'Read a consent request; its requester sees less of it',
    args: id,
    view: views.consentRequest,
    answers: records.consentRequest,
  }),
  route('POST /v1/consent_requests/:id/approve', {
    maps: 'Mutation.approveConsentRequest',
    scope: 'consents:write',
    summary: 'Approve an incoming consent request: a grant is made or widened',
    body: bodies.approveConsentRequest,
    bodyOptional: true,
    args: ({ params, body: { expires_at, ...body } }) => ({
      id: params.id,
      input: { ...camel(body), expiresAt: unix(expires_at) },
    }),
    view: views.consentRequest,
    answers: records.consentRequest,
  }),
  route('POST /v1/consent_requests/:id/decline', {
    maps: 'Mutation.declineConsentRequest',
    scope: 'consents:write',
    summary: 'Decline an incoming consent request; its requester is not told',
    args: id,
    view: views.consentRequest,
    answers: records.consentRequest,
  }),

  route('POST /v1/resolve', {
    maps: 'Query.resolve',
    scope: 'resolve',
    summary: 'Resolve an alias',
    body: bodies.alias,
    args: ({ body }) => ({ input: body as ResolveInput }),
    view: views.resolution,
    answers: records.resolution,
  }),
  route('POST /v1/resolve/bulk', {
    maps: 'Query.resolveBulk',
    scope: 'resolve',
    summary: 'Resolve up to 100 aliases',
    body: bodies.bulk,
    isBulk: true,
    args: ({ body }) => ({ items: body.items as ResolveInput[] }),
    view: views.bulk,
    answers: records.bulk,
  }),

  route('POST /v1/api_keys', {
    maps: 'Mutation.createApiKey',
    scope: 'keys:write',
    summary: 'Create an API key; the secret is shown once',
    status: 201,
    body: bodies.createApiKey,
    args: ({ body: { expires_at, ...body } }) => ({ input: { ...camel(body), expiresAt: unix(expires_at) } }),
    view: views.apiKeyWithSecret,
    answers: records.apiKeyWithSecret,
  }),
  route('GET /v1/api_keys', {
    maps: 'Query.apiKeys',
    scope: 'keys:write',
    summary: 'List the API keys of the own consumer',
    query: paging,
    args: ({ query }) => pageArgs(query),
    view: listView(views.apiKey),
    answers: list(records.apiKey),
  }),
  route('GET /v1/api_keys/:id', {
    maps: 'Query.apiKey',
    scope: 'keys:write',
    summary: 'Read an API key of the own consumer; never its secret',
    args: id,
    view: views.apiKey,
    answers: records.apiKey,
  }),
  route('POST /v1/api_keys/:id/roll', {
    maps: 'Mutation.rollApiKey',
    scope: 'keys:write',
    summary: 'Replace an API key; the old one ends after a while',
    body: bodies.rollApiKey,
    bodyOptional: true,
    args: ({ params, body }) => ({ id: params.id, expiresIn: body.expires_in }),
    view: views.apiKeyWithSecret,
    answers: records.apiKeyWithSecret,
  }),
  route('DELETE /v1/api_keys/:id', {
    maps: 'Mutation.revokeApiKey',
    scope: 'keys:write',
    summary: 'Revoke an API key',
    args: id,
    view: views.removed('api_key'),
    answers: records.removal,
  }),

  route('POST /v1/webhooks', {
    maps: 'Mutation.createWebhook',
    scope: 'webhooks:write',
    summary: 'Create a webhook; the signing secret is shown once',
    status: 201,
    body: bodies.createWebhook,
    args: ({ body }) => ({ input: camel(body) }),
    view: views.webhookWithSecret,
    answers: records.webhookWithSecret,
  }),
  route('GET /v1/webhooks', {
    maps: 'Query.webhooks',
    scope: 'webhooks:read',
    summary: 'List webhooks',
    query: paging,
    args: ({ query }) => pageArgs(query),
    view: listView(views.webhook),
    answers: list(records.webhook),
  }),
  route('GET /v1/webhooks/:id', {
    maps: 'Query.webhook',
    scope: 'webhooks:read',
    summary: 'Read a webhook',
    args: id,
    view: views.webhook,
    answers: records.webhook,
  }),
  route('PATCH /v1/webhooks/:id', {
    maps: 'Mutation.updateWebhook',
    scope: 'webhooks:write',
    summary: 'Change a webhook, disable it or enable it again',
    body: bodies.updateWebhook,
    args: ({ params, body }) => ({ id: params.id, input: camel(body) }),
    view: views.webhook,
    answers: records.webhook,
  }),
  route('DELETE /v1/webhooks/:id', {
    maps: 'Mutation.deleteWebhook',
    scope: 'webhooks:write',
    summary: 'Remove a webhook; what is pending is cancelled',
    args: id,
    view: views.removed('webhook'),
    answers: records.removal,
  }),
  route('POST /v1/webhooks/:id/rotate_secret', {
    maps: 'Mutation.rotateWebhookSecret',
    scope: 'webhooks:write',
    summary: 'Replace the signing secret; the old one may sign beside it for a while',
    body: bodies.rotateWebhookSecret,
    bodyOptional: true,
    args: ({ params, body }) => ({ id: params.id, previousExpiresIn: body.previous_expires_in }),
    view: views.webhookWithSecret,
    answers: records.webhookWithSecret,
  }),
  route('POST /v1/webhooks/:id/test', {
    maps: 'Mutation.testWebhook',
    scope: 'webhooks:write',
    summary: 'Send a test event now; the answer says what came of it',
    args: id,
    view: views.webhookDeliveryWithAttempts,
    answers: records.webhookDeliveryWithAttempts,
  }),
  route('GET /v1/webhooks/:id/deliveries', {
    maps: 'Query.webhookDeliveries',
    scope: 'webhooks:read',
    summary: 'List the deliveries of a webhook',
    query: { ...paging, ...filters.deliveries },
    args: ({ params, query }) => ({ ...pageArgs(query), webhook: params.id, state: query.state as DeliveryState }),
    view: listView(views.webhookDelivery),
    answers: list(records.webhookDelivery),
  }),
  route('GET /v1/webhooks/:id/deliveries/:delivery', {
    maps: 'Query.webhookDelivery',
    scope: 'webhooks:read',
    summary: 'Read a delivery with its attempts',
    args: delivery,
    view: views.webhookDeliveryWithAttempts,
    answers: records.webhookDeliveryWithAttempts,
  }),
  route('POST /v1/webhooks/:id/deliveries/:delivery/redeliver', {
    maps: 'Mutation.redeliverWebhookDelivery',
    scope: 'webhooks:write',
    summary: 'Send the same event once more',
    status: 201,
    args: delivery,
    view: views.webhookDeliveryWithAttempts,
    answers: records.webhookDeliveryWithAttempts,
  }),
  route('POST /v1/webhooks/:id/recover', {
    maps: 'Mutation.recoverWebhook',
    scope: 'webhooks:write',
    summary: 'Queue again what a webhook has missed since then, in the background',
    status: 202,
    body: bodies.recoverWebhook,
    args: ({ params, body }) => ({ id: params.id, since: new Date(body.since * 1000) }),
    view: views.webhookRecovery,
    answers: records.webhookRecovery,
  }),

  route('GET /v1/events', {
    maps: 'Query.events',
    scope: 'webhooks:read',
    summary: 'List events',
    query: paging,
    args: ({ query }) => pageArgs(query),
    view: listView(views.event),
    answers: list(records.event),
  }),
  route('GET /v1/events/:id', {
    maps: 'Query.event',
    scope: 'webhooks:read',
    summary: 'Read an event',
    args: id,
    view: views.event,
    answers: records.event,
  }),
  route('GET /v1/event_types', {
    maps: 'Query.eventTypes',
    scope: null,
    summary: 'The catalogue of event types, with the JSON Schema of the data of each',
    args: () => ({}),
    view: views.eventTypes,
    answers: records.eventTypes,
  }),

  route('GET /v1/me', {
    maps: 'Query.viewer',
    scope: null,
    summary: 'Who the key belongs to',
    args: () => ({}),
    view: views.consumer,
    answers: records.consumer,
  }),
  route('GET /v1/limits', {
    maps: 'Caller.limits',
    scope: null,
    summary: 'What is left of the caller’s quotas',
    args: () => ({}),
    view: views.limits,
    answers: records.limits,
  }),
]
