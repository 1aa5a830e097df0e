import type { CallerPolicy } from '../../kernel/call.ts'
import type { MutationResolvers, QueryResolvers } from './generated/resolvers.ts'

type Policy = CallerPolicy | 'grants' | 'releases' | 'unauthenticated'

/** Tokens by bucket. */
export type Cost = Readonly<{ [P in Policy]?: number }>

export type Price = {
  /** What the answer may tell of what exists elsewhere: of other consumers' records, or outside. Null when nothing. */
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

/** An export reads many pages. */
const exported: Price = {
  ...own,
  note: 'each further 100 records of a list cost 1 more of `requests`',
}

/** How a webhook's address answers is told, of nobody's records. */
const reach = tells('whether a name leads to public addresses')

type RootField = `Query.${string & keyof QueryResolvers}` | `Mutation.${string & keyof MutationResolvers}`
type Nested =
  | 'Identity.aliases'
  | 'Identity.endpoints'
  | 'Identity.consentGrants'
  | 'Identity.disclosures'
  | 'Identity.payeeNames'
type Federated = 'Query._entities' | 'Query._service'

/**
 * What each operation costs, on REST and on GraphQL.
 *
 * INVARIANT (no free look): what answers differently by what exists elsewhere costs something either way.
 */
export const prices = {
  'Query.viewer': own,
  'Query.node': own,
  'Query.nodes': { ...own, note: 'each release but the first costs 1 more of `requests`' },
  'Query.identity': own,
  'Query.identities': own,
  'Query.identityExport': exported,
  'Query.alias': own,
  'Query.aliases': own,
  'Query.normalizeAlias': own,
  'Query.challenge': own,
  'Query.claim': tells('to who proved control of an alias, that somebody holds it; to its holder, that it is claimed'),
  'Query.claims': tells('to who proved control of an alias, that somebody holds it; to its holder, that it is claimed'),
  'Query.endpoint': own,
  'Query.endpoints': own,
  'Query.changes': own,
  'Query.consentGrant': tells('to the grantee, whether a grant shows anything now'),
  'Query.consentGrants': tells('to the grantee, whether a grant shows anything now'),
  'Query.consentRequest': tells('to the requester, that its request was approved'),
  'Query.consentRequests': tells('to the requester, that its request was approved'),
  'Query.resolve': lookUp,
  'Query.resolveBulk': perItem,
  'Query.checkPayee': payeeCheck,
  'Query.checkPayees': {
    ...payeeCheck,
    note: '`resolve` and `misses` per item, a malformed item costs no miss',
  },
  'Query._entities': perItem,
  'Query._service': own,
  'Query.apiKey': own,
  'Query.apiKeys': own,
  'Query.webhook': own,
  'Query.webhooks': own,
  'Query.webhookDelivery': own,
  'Query.webhookDeliveries': own,
  'Query.event': own,
  'Query.events': own,
  'Query.eventTypes': own,
  'Query.catalogue': own,
  'Query.usage': own,
  'Identity.aliases': own,
  'Identity.endpoints': own,
  'Identity.consentGrants': own,
  'Identity.disclosures': own,
  'Identity.payeeNames': own,
  'Caller.limits': own,
  'Mutation.createIdentity': own,
  'Mutation.updateIdentity': own,
  'Mutation.eraseIdentity': own,
  'Mutation.createAlias': {
    tells: 'whether an alias is taken',
    success: request,
    failure: { requests: 1, misses: 1 },
    note: 'a phone or an e-mail address costs 1 of `registrations` too, made or taken; a refusal that does not depend on the alias costs 1 of `requests` alone',
  },
  'Mutation.updateAlias': own,
  'Mutation.verifyAlias': own,
  'Mutation.releaseAlias': own,
  'Mutation.challengeAlias': { ...own, note: 'a code that leaves costs one of 1,000 a day' },
  'Mutation.createClaim': {
    tells: 'nothing: it is accepted either way',
    success: { requests: 1, misses: 1 },
    failure: request,
  },
  'Mutation.challengeClaim': {
    ...own,
    note: 'a code that leaves costs one of 1,000 a day; a contest has 3 a day of its own',
  },
  'Mutation.contestClaim': { ...own, note: 'a contest has 3 codes a day of its own' },
  'Mutation.confirmClaim': own,
  'Mutation.refuseClaim': own,
  'Mutation.cancelClaim': own,
  'Mutation.answerChallenge': {
    tells: 'whether an answer is right',
    success: request,
    failure: { requests: 1, misses: 1 },
    note: 'a wrong answer is a failure here, though it answers 200',
  },
  'Mutation.challengeEndpoint': own,
  'Mutation.createEndpoint': own,
  'Mutation.updateEndpoint': own,
  'Mutation.removeEndpoint': own,
  'Mutation.grantConsent': {
    tells: 'whether a consumer has this id; its log hears of the grant',
    success: { requests: 1, grants: 1 },
    failure: request,
  },
  'Mutation.revokeConsent': own,
  'Mutation.requestConsent': {
    tells: 'nothing: it is accepted either way; the owner of the alias, if there is one, hears of it',
    success: { requests: 1, misses: 1 },
    failure: request,
  },
  'Mutation.approveConsentRequest': own,
  'Mutation.declineConsentRequest': own,
  'Mutation.createWebhook': reach,
  'Mutation.updateWebhook': reach,
  'Mutation.deleteWebhook': own,
  'Mutation.rotateWebhookSecret': own,
  'Mutation.testWebhook': tells('how the webhook’s own receiver answers'),
  'Mutation.recoverWebhook': own,
  'Mutation.redeliverWebhookDelivery': own,
  'Query.sealingKeys': own,
  'Query.release': own,
  'Mutation.createSealingKey': tells('whether somebody has registered this public key'),
  'Mutation.removeSealingKey': own,
  'Mutation.createRelease': {
    tells: 'whether an endpoint is released to the caller',
    success: { requests: 1, releases: 1 },
    failure: { requests: 1, releases: 1, misses: 1 },
    note: 'one endpoint has a bucket of its own; a sealing key that is not there or not usable costs no miss',
  },
  'Mutation.createPayeeName': own,
  'Mutation.removePayeeName': own,
  'Mutation.createApiKey': own,
  'Mutation.rollApiKey': own,
  'Mutation.revokeApiKey': own,
} satisfies Record<RootField | Nested | Federated | 'Caller.limits', Price>

export type Priced = keyof typeof prices

/** What is no operation: it never gets as far as one. */
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
