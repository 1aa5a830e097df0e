import { changeScopes } from '../registry/changes/service.ts'
import { explanationScopes } from '../resolution/explanations/service.ts'
import { impactScopes } from '../resolution/impacts/changes.ts'
import {
  destinationCheck,
  destinationChecks,
  exported,
  lookUp,
  missed,
  own,
  payeeCheck,
  payeeChecks,
  perItem,
  type Row,
  reach,
  tells,
} from './prices.ts'

const [explanationScope, ...furtherScopes] = explanationScopes
const [impactScope, ...otherScopes] = [...new Set(Object.values(impactScopes))]
const eitherSide = ['consents:read', 'resolve'] as const
const granting = { requests: 1, grants: 1 }
const claimed = tells('to who proved control of an alias, that somebody holds it; to its holder, that it is claimed')
const granted = tells('to the grantee, whether a grant shows anything now')
const approved = tells('to the requester, that its request was approved')

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
  'Query.claim': { scope: 'claims:read', price: claimed },
  'Query.claims': { scope: 'claims:read', price: claimed },
  'Query.endpoint': { scope: 'endpoints:read', price: own },
  'Query.endpoints': { scope: 'endpoints:read', price: own },
  'Query.changes': { scope: changeScopes, price: own },
  'Query.consentGrant': { scope: eitherSide, price: granted },
  'Query.consentGrants': {
    scope: eitherSide,
    price: granted,
    scopeOf: ({ role, alias, endpoint }) =>
      role === 'owner' || alias || endpoint ? 'consents:read' : role ? 'resolve' : null,
  },
  'Query.consentRequest': { scope: eitherSide, price: approved, servedBy: 'both' },
  'Query.consentRequests': {
    scope: eitherSide,
    price: approved,
    servedBy: 'both',
    scopeOf: ({ direction }) => (direction === 'incoming' ? 'consents:read' : direction ? 'resolve' : null),
  },
  'Query.resolve': { scope: 'resolve', price: lookUp, servedBy: 'resolver' },
  'Query.resolveBulk': { scope: 'resolve', price: perItem, servedBy: 'resolver' },
  'Query.checkPayee': { scope: 'payee_check', price: payeeCheck, servedBy: 'resolver' },
  'Query.checkPayees': { scope: 'payee_check', price: payeeChecks, servedBy: 'resolver' },
  'Query.checkDestination': { scope: 'destination_check', price: destinationCheck, servedBy: 'resolver' },
  'Query.checkDestinations': { scope: 'destination_check', price: destinationChecks, servedBy: 'resolver' },
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
    price: tells('whether a consumer has this id, where a grant to it is asked about', {
      note: 'a new grant costs 1 of `grants` too',
    }),
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
    price: tells('whether an alias is taken', {
      failure: missed,
      note: 'a phone or an e-mail address costs 1 of `registrations` too, made or taken; a refusal that does not depend on the alias costs 1 of `requests` alone',
    }),
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
    price: tells('nothing: it is accepted either way', { success: missed }),
  },
  'Mutation.challengeClaim': {
    scope: 'claims:write',
    price: { ...own, note: 'a code that leaves costs one of 1,000 a day; a contest has 3 a day of its own' },
  },
  'Mutation.contestClaim': { scope: 'claims:write', price: { ...own, note: 'a contest has 3 codes a day of its own' } },
  'Mutation.confirmClaim': { scope: 'claims:write', price: own },
  'Mutation.refuseClaim': { scope: 'claims:write', price: own },
  'Mutation.cancelClaim': { scope: 'claims:write', price: own },
  'Mutation.answerChallenge': {
    scope: 'aliases:write',
    price: tells('whether an answer is right', {
      failure: missed,
      note: 'a wrong answer is a failure here, though it answers 200',
    }),
  },
  'Mutation.challengeEndpoint': { scope: 'endpoints:write', price: own },
  'Mutation.createEndpoint': { scope: 'endpoints:write', price: own },
  'Mutation.updateEndpoint': { scope: 'endpoints:write', price: own },
  'Mutation.removeEndpoint': { scope: 'endpoints:write', price: own },
  'Mutation.grantConsent': {
    scope: 'consents:write',
    price: tells('whether a consumer has this id; its log hears of the grant', { success: granting }),
  },
  'Mutation.updateConsentGrant': {
    scope: 'consents:write',
    price: tells('nothing of others; a grantee that gains something hears of it', {
      success: granting,
      note: '`grants` where the grantee gains something',
    }),
  },
  'Mutation.revokeConsent': { scope: 'consents:write', price: own },
  'Mutation.requestConsent': {
    scope: 'resolve',
    price: tells('nothing: it is accepted either way; the owner of the alias, if there is one, hears of it', {
      success: missed,
    }),
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

  // Fields of records that answer records: no route leads to one, and the document has paid.
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
