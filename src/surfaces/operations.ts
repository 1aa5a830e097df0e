import { type GraphQLField, type GraphQLSchema, getNamedType, isCompositeType, isObjectType } from 'graphql'
import type { Role } from '../config/processes.ts'
import type { CallerPolicy } from '../kernel/call.ts'
import type { Kind } from '../kernel/id.ts'
import type { Scope } from '../kernel/scopes.ts'
import { changeScopes } from '../registry/changes/service.ts'
import { explanationScopes } from '../resolution/explanations/service.ts'
import { impactScopes } from '../resolution/impacts/changes.ts'

type Policy = CallerPolicy | 'grants' | 'releases' | 'unauthenticated'

/** Tokens by bucket. */
export type Cost = Readonly<{ [P in Policy]?: number }>

export type Price = {
  /** Facts that the response may reveal about other consumers' records or the outside world. Null for none. */
  tells: string | null
  success: Cost
  failure: Cost
  /** When another number of tokens is due. */
  note?: string
}

const request = { requests: 1 } as const

/** Reads and writes of the caller's own records: another's is answered like an absent one. */
const own: Price = { tells: null, success: request, failure: request }

const tells = (text: string): Price => ({ ...own, tells: text })

const lookUp: Price = {
  tells: 'whether an alias shows the caller anything',
  success: { requests: 1, resolve: 1 },
  failure: { requests: 1, resolve: 1, misses: 1 },
  note: 'more of `resolve` for many endpoints; past 10 amounts an hour for an alias, a miss each',
}

const perItem: Price = {
  ...lookUp,
  note: `\`resolve\` and \`misses\` per item, a malformed item costs no miss; ${lookUp.note}`,
}

const payeeCheck: Price = {
  tells: 'whether a name is like that of a payee who shows the caller an alias',
  success: { requests: 1, resolve: 1 },
  failure: { requests: 1, resolve: 1, misses: 1 },
  note: 'a value that was asked within 24 hours costs no miss, unless the answer is `unavailable`',
}

const destinationCheck: Price = {
  tells: 'whether a destination is one that a payee discloses to the caller',
  success: { requests: 1, resolve: 1 },
  failure: { requests: 1, resolve: 1, misses: 1 },
  note: 'a destination that was asked within 24 hours costs no miss, unless the answer is `unavailable`',
}

/** An export reads many pages. */
const exported: Price = {
  ...own,
  note: 'each further 100 records of a list cost 1 more of `requests`',
}

/** Reveals if a webhook's address answers, and nothing about records. */
const reach = tells('whether a name leads to public addresses')

/** Any one of several scopes is sufficient. Null needs none. */
export type Needed = Scope | readonly [Scope, ...Scope[]] | null

/** One operation: a field of the schema, by which REST, GraphQL, the clients and the documents know it. */
type Row = {
  readonly scope: Needed
  /** Scopes that it needs besides, each of them. The service requires them, and REST before it reads the body. */
  readonly also?: readonly Scope[]
  /** The scope where an argument decides; null where `scope` does. */
  readonly scopeOf?: (args: Readonly<Record<string, unknown>>) => Scope | null
  /** Its price, and the facts that it may reveal. A nested field without a route has none: the document has paid. */
  readonly price?: Price
  /** Processes of role `control` serve it when absent. */
  readonly servedBy?: 'resolver' | 'both'
  /** Its parent holds a reference to the record, which needs no scope. More of the record needs it. */
  readonly isReference?: true
}

const [explanationScope, ...furtherScopes] = explanationScopes
const [impactScope, ...otherScopes] = [...new Set(Object.values(impactScopes))]
const eitherSide = ['consents:read', 'resolve'] as const

/**
 * Every operation, a row each. Writes (`Mutation`) take an Idempotency-Key.
 *
 * INVARIANT (no free look): an operation whose response depends on records of others costs something on success and on failure.
 */
export const operations = {
  'Query.viewer': { scope: null, price: own, servedBy: 'both' },
  'Query.node': { scope: null, price: own },
  'Query.nodes': { scope: null, price: { ...own, note: 'each release but the first costs 1 more of `requests`' } },
  'Query.identity': { scope: 'identities:read', price: own },
  'Query.identities': { scope: 'identities:read', price: own },
  'Query.identityExport': { scope: 'identities:read', price: exported },
  'Query.alias': { scope: 'aliases:read', price: own },
  'Query.aliases': { scope: 'aliases:read', price: own },
  'Query.normalizeAlias': { scope: null, price: own },
  'Query.challenge': { scope: 'aliases:write', price: own },
  'Query.claim': {
    scope: 'claims:read',
    price: tells('to who proved control of an alias, that somebody holds it; to its holder, that it is claimed'),
  },
  'Query.claims': {
    scope: 'claims:read',
    price: tells('to who proved control of an alias, that somebody holds it; to its holder, that it is claimed'),
  },
  'Query.endpoint': { scope: 'endpoints:read', price: own },
  'Query.endpoints': { scope: 'endpoints:read', price: own },
  'Query.changes': { scope: changeScopes, price: own },
  'Query.consentGrant': { scope: eitherSide, price: tells('to the grantee, whether a grant shows anything now') },
  'Query.consentGrants': {
    scope: eitherSide,
    price: tells('to the grantee, whether a grant shows anything now'),
    scopeOf: ({ role, alias, endpoint }) =>
      role === 'owner' || alias || endpoint ? 'consents:read' : role ? 'resolve' : null,
  },
  'Query.consentRequest': {
    scope: eitherSide,
    price: tells('to the requester, that its request was approved'),
    servedBy: 'both',
  },
  'Query.consentRequests': {
    scope: eitherSide,
    price: tells('to the requester, that its request was approved'),
    servedBy: 'both',
    scopeOf: ({ direction }) => (direction === 'incoming' ? 'consents:read' : direction ? 'resolve' : null),
  },
  'Query.resolve': { scope: 'resolve', price: lookUp, servedBy: 'resolver' },
  'Query.resolveBulk': { scope: 'resolve', price: perItem, servedBy: 'resolver' },
  'Query.checkPayee': { scope: 'payee_check', price: payeeCheck, servedBy: 'resolver' },
  'Query.checkPayees': {
    scope: 'payee_check',
    price: {
      ...payeeCheck,
      note: '`resolve` and `misses` per item, a malformed item costs no miss',
    },
    servedBy: 'resolver',
  },
  'Query.checkDestination': { scope: 'destination_check', price: destinationCheck, servedBy: 'resolver' },
  'Query.checkDestinations': {
    scope: 'destination_check',
    price: {
      ...destinationCheck,
      note: '`resolve` and `misses` per item, a malformed item costs no miss',
    },
    servedBy: 'resolver',
  },
  'Query._entities': { scope: null, price: perItem, servedBy: 'both' },
  'Query._service': { scope: null, price: own, servedBy: 'both' },
  'Query.apiKey': { scope: 'keys:write', price: own },
  'Query.apiKeys': { scope: 'keys:write', price: own },
  'Query.webhook': { scope: 'webhooks:read', price: own },
  'Query.webhooks': { scope: 'webhooks:read', price: own },
  'Query.webhookDelivery': { scope: 'webhooks:read', price: own },
  'Query.webhookDeliveries': { scope: 'webhooks:read', price: own },
  'Query.event': { scope: 'webhooks:read', price: own },
  'Query.events': { scope: 'webhooks:read', price: own },
  'Query.eventTypes': { scope: null, price: own },
  'Query.catalogue': { scope: null, price: own },
  'Query.usage': { scope: null, price: own },
  'Query.keyUsage': { scope: 'requests:read', price: own },
  'Query.explanation': { scope: explanationScope, also: furtherScopes, price: own },
  'Query.impact': {
    scope: [impactScope!, ...otherScopes],
    also: ['consents:read'],
    price: {
      tells: 'whether a consumer has this id, where a grant to it is asked about',
      success: request,
      failure: request,
      note: 'a new grant costs 1 of `grants` too',
    },
  },
  'Query.auditEntry': { scope: 'audit:read', price: own },
  'Query.auditEntries': { scope: 'audit:read', price: own },
  'Query.requests': { scope: 'requests:read', price: own },
  'Identity.aliases': { scope: 'aliases:read', price: own },
  'Identity.endpoints': { scope: 'endpoints:read', price: own },
  'Identity.consentGrants': { scope: 'consents:read', price: own },
  'Identity.disclosures': { scope: 'identities:read', price: own },
  'Identity.payeeNames': { scope: 'payee_names:read', price: own },
  'Caller.limits': { scope: null, price: own, servedBy: 'both' },
  'Mutation.createIdentity': { scope: 'identities:write', price: own },
  'Mutation.updateIdentity': { scope: 'identities:write', price: own },
  'Mutation.eraseIdentity': { scope: 'identities:erase', price: own },
  'Mutation.createAlias': {
    scope: 'aliases:write',
    price: {
      tells: 'whether an alias is taken',
      success: request,
      failure: { requests: 1, misses: 1 },
      note: 'a phone or an e-mail address costs 1 of `registrations` too, made or taken; a refusal that does not depend on the alias costs 1 of `requests` alone',
    },
  },
  'Mutation.updateAlias': { scope: 'aliases:write', price: own },
  'Mutation.verifyAlias': { scope: 'aliases:write', price: own },
  'Mutation.releaseAlias': { scope: 'aliases:write', price: own },
  'Mutation.challengeAlias': {
    scope: 'aliases:write',
    price: { ...own, note: 'a code that leaves costs one of 1,000 a day' },
  },
  'Mutation.createClaim': {
    scope: 'claims:write',
    price: {
      tells: 'nothing: it is accepted either way',
      success: { requests: 1, misses: 1 },
      failure: request,
    },
  },
  'Mutation.challengeClaim': {
    scope: 'claims:write',
    price: {
      ...own,
      note: 'a code that leaves costs one of 1,000 a day; a contest has 3 a day of its own',
    },
  },
  'Mutation.contestClaim': { scope: 'claims:write', price: { ...own, note: 'a contest has 3 codes a day of its own' } },
  'Mutation.confirmClaim': { scope: 'claims:write', price: own },
  'Mutation.refuseClaim': { scope: 'claims:write', price: own },
  'Mutation.cancelClaim': { scope: 'claims:write', price: own },
  'Mutation.answerChallenge': {
    scope: 'aliases:write',
    price: {
      tells: 'whether an answer is right',
      success: request,
      failure: { requests: 1, misses: 1 },
      note: 'a wrong answer is a failure here, though it answers 200',
    },
  },
  'Mutation.challengeEndpoint': { scope: 'endpoints:write', price: own },
  'Mutation.createEndpoint': { scope: 'endpoints:write', price: own },
  'Mutation.updateEndpoint': { scope: 'endpoints:write', price: own },
  'Mutation.removeEndpoint': { scope: 'endpoints:write', price: own },
  'Mutation.grantConsent': {
    scope: 'consents:write',
    price: {
      tells: 'whether a consumer has this id; its log hears of the grant',
      success: { requests: 1, grants: 1 },
      failure: request,
    },
  },
  'Mutation.updateConsentGrant': {
    scope: 'consents:write',
    price: {
      tells: 'nothing of others; a grantee that gains something hears of it',
      success: { requests: 1, grants: 1 },
      failure: request,
      note: '`grants` where the grantee gains something',
    },
  },
  'Mutation.revokeConsent': { scope: 'consents:write', price: own },
  'Mutation.requestConsent': {
    scope: 'resolve',
    price: {
      tells: 'nothing: it is accepted either way; the owner of the alias, if there is one, hears of it',
      success: { requests: 1, misses: 1 },
      failure: request,
    },
    servedBy: 'both',
  },
  'Mutation.approveConsentRequest': { scope: 'consents:write', price: own },
  'Mutation.declineConsentRequest': { scope: 'consents:write', price: own },
  'Mutation.createWebhook': { scope: 'webhooks:write', price: reach },
  'Mutation.updateWebhook': { scope: 'webhooks:write', price: reach },
  'Mutation.deleteWebhook': { scope: 'webhooks:write', price: own },
  'Mutation.rotateWebhookSecret': { scope: 'webhooks:write', price: own },
  'Mutation.testWebhook': { scope: 'webhooks:write', price: tells('how the webhook’s own receiver answers') },
  'Mutation.recoverWebhook': { scope: 'webhooks:write', price: own },
  'Mutation.redeliverWebhookDelivery': { scope: 'webhooks:write', price: own },
  'Query.sealingKeys': { scope: 'sealing_keys:read', price: own },
  'Query.releases': { scope: 'release', price: own },
  'Query.release': { scope: 'release', price: own },
  'Mutation.createSealingKey': {
    scope: 'sealing_keys:write',
    price: tells('whether somebody has registered this public key'),
  },
  'Mutation.removeSealingKey': { scope: 'sealing_keys:write', price: own },
  'Mutation.createRelease': {
    scope: 'release',
    price: {
      tells: 'whether an endpoint is released to the caller',
      success: { requests: 1, releases: 1 },
      failure: { requests: 1, releases: 1, misses: 1 },
      note: 'one endpoint has a bucket of its own; a sealing key that is not there or not usable costs no miss',
    },
  },
  'Mutation.createPayeeName': { scope: 'payee_names:write', price: own },
  'Mutation.removePayeeName': { scope: 'payee_names:write', price: own },
  'Mutation.createApiKey': { scope: 'keys:write', price: own },
  'Mutation.rollApiKey': { scope: 'keys:write', price: own },
  'Mutation.revokeApiKey': { scope: 'keys:write', price: own },
  'Mutation.resetSandbox': { scope: '*', price: own },
  'WebhookDelivery.attempts': { scope: 'webhooks:read' },
  'WebhookDelivery.webhook': { scope: 'webhooks:read', isReference: true },
  'WebhookDelivery.event': { scope: 'webhooks:read', isReference: true },
  'ConsentGrant.identity': { scope: 'identities:read', isReference: true },
  'ConsentRequest.identity': { scope: 'identities:read', isReference: true },
  'ConsentRequest.alias': { scope: 'aliases:read', isReference: true },
  'ConsentRequest.grant': { scope: 'consents:read', isReference: true },
  'DisclosureRecord.identity': { scope: 'identities:read', isReference: true },
  'DisclosureRecord.alias': { scope: 'aliases:read', isReference: true },
  'DisclosureRecord.grant': { scope: 'consents:read', isReference: true },
  'Claim.identity': { scope: 'identities:read', isReference: true },
  'PayeeName.identity': { scope: 'identities:read', isReference: true },
  'Alias.identity': { scope: 'identities:read', isReference: true },
  'Endpoint.identity': { scope: 'identities:read', isReference: true },
  'Identity.primaryAlias': { scope: 'aliases:read', isReference: true },
  'ApiKeyWithSecret.apiKey': { scope: null },
  'WebhookWithSecret.webhook': { scope: null },
  'ConsentGrant.covers': { scope: null },
  'Resolution.identity': { scope: null },
  'Resolution.endpoints': { scope: null },
  'Resolution.disclosure': { scope: null },
  'Resolution.assurance': { scope: null },
  'BulkResolveEntry.identity': { scope: null },
  'BulkResolveEntry.disclosure': { scope: null },
  'BulkResolveEntry.assurance': { scope: null },
  'BulkResolveEntry.endpoints': { scope: null },
  'Catalogue.networks': { scope: null },
  'Catalogue.rails': { scope: null },
  'ConsentGrant.consumer': { scope: null },
  'ConsentRequest.consumer': { scope: null },
  'DisclosureRecord.consumer': { scope: null },
  'Claim.consumer': { scope: null },
} satisfies Record<string, Row>

export type OperationField = keyof typeof operations

const rows: Readonly<Record<string, Row>> = operations

/** @throws Error for a field without a row */
export function rowOf(field: string): Row {
  const row = Object.hasOwn(rows, field) ? rows[field] : undefined
  if (!row) throw new Error(`operations.ts has no row for ${field}.`)
  return row
}

/** A nested field that answers plain values of its parent has no row. */
export const nestedRowOf = (field: string): Row | null => (Object.hasOwn(rows, field) ? (rows[field] ?? null) : null)

/** Returns the scopes of which any one is sufficient; an empty list needs none. */
export function scopesOf({ scope, scopeOf }: Row, args: Readonly<Record<string, unknown>> = {}): readonly Scope[] {
  const needed = scopeOf?.(args) ?? scope
  return typeof needed === 'string' ? [needed] : (needed ?? [])
}

/** The operations that have a price, in the order of the page that shows it. */
export const priced = Object.entries(rows).flatMap(([field, { price }]) => (price ? [[field, price] as const] : []))

/** The operation that reads one record of a kind, for `node`, `nodes` and `_entities`. */
export const readsOf: Partial<Record<Kind, OperationField>> = {
  identity: 'Query.identity',
  alias: 'Query.alias',
  endpoint: 'Query.endpoint',
  consentGrant: 'Query.consentGrant',
  consentRequest: 'Query.consentRequest',
  claim: 'Query.claim',
  challenge: 'Query.challenge',
  webhook: 'Query.webhook',
  delivery: 'Query.webhookDelivery',
  event: 'Query.event',
  apiKey: 'Query.apiKey',
  payeeName: 'Identity.payeeNames',
  sealingKey: 'Query.sealingKeys',
  release: 'Query.release',
}

/** A process of this role answers a field at the root, on any surface. */
export function serves(role: Role, field: string): boolean {
  const [, name = ''] = field.split('.')
  if (role === 'all' || name.startsWith('__')) return true
  const { servedBy = 'control' } = rowOf(field)
  return servedBy === 'both' || servedBy === role
}

/**
 * Holds the schema to the table: each field at the root, and each nested field whose resolver answers records.
 * @throws Error for a field without a row
 */
export function requireRows(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    const isRoot = type === schema.getQueryType() || type === schema.getMutationType()
    for (const field of Object.values(type.getFields())) {
      if (isRoot || readsRecords(field)) rowOf(`${type.name}.${field.name}`)
    }
  }
}

const readsRecords = ({ type, resolve }: GraphQLField<unknown, unknown>): boolean =>
  resolve !== undefined && isCompositeType(getNamedType(type))

/** Prices of requests that never become an operation. */
export const otherPrices = {
  'A key that is missing or wrong, on REST or GraphQL': {
    tells: 'whether a key works',
    success: {},
    failure: { unauthenticated: 1 },
  },
  'A GraphQL document that is refused before it runs': {
    tells: null,
    success: {},
    failure: request,
  },
} satisfies Record<string, Price>
