import type { Route } from './route.ts'

/** Ids of examples: well-formed, and of nobody. */
const id = (prefix: string) => `${prefix}_01h455vb4pex5vsknk084sn02q`

/** What each route that takes a body can be sent: the OpenAPI document shows it, and the collection sends it. */
export const examples: Partial<Record<Route['maps'], object>> = {
  'Mutation.createIdentity': { type: 'user', display_name: 'Bob', default_privacy_level: 'public' },
  'Mutation.updateIdentity': { display_name: 'Bob Miller' },
  'Mutation.createAlias': { identity: id('idn'), type: 'username', value: '@Bob', privacy_level: 'public' },
  'Query.normalizeAlias': { alias: '+49 170 1234567' },
  'Mutation.updateAlias': { is_primary: true },
  'Mutation.verifyAlias': { method: 'otp' },
  'Mutation.challengeAlias': { method: 'email_code' },
  'Mutation.answerChallenge': { code: '000000' },
  'Mutation.createEndpoint': {
    identity: id('idn'),
    type: 'bank_account',
    address: 'DE89 3704 0044 0532 0130 00',
    privacy_level: 'consent_required',
    capabilities: [{ asset: 'EUR', rail: 'sepa', supports_instant: true }],
  },
  'Mutation.updateEndpoint': { priority: 1 },
  'Mutation.grantConsent': {
    identity: id('idn'),
    consumer: id('apc'),
    covers: { endpoints: [id('end')] },
    purpose: 'Payroll',
  },
  'Mutation.requestConsent': { alias: '@bob', purpose: 'Payroll' },
  'Mutation.approveConsentRequest': { covers: { all: true } },
  'Query.resolve': { alias: '@bob' },
  'Query.resolveBulk': { items: ['@bob', { type: 'email', value: 'nobody@example.com' }] },
  'Mutation.createPayeeName': { kind: 'legal', given: 'Robert', family: 'Miller' },
  'Query.checkPayee': { alias: '@bob', name: 'Robert Miller' },
  'Query.checkPayees': { items: [{ alias: '@bob', name: 'Robert Miller' }] },
  'Mutation.createApiKey': { scopes: ['resolve'], name: 'Checkout' },
  'Mutation.rollApiKey': { expires_in: 3600 },
  'Mutation.createWebhook': {
    url: 'https://hooks.example.com/signpost',
    enabled_events: ['alias.*', 'consent.requested'],
    description: 'Ledger',
  },
  'Mutation.updateWebhook': { description: 'Ledger, second try' },
  'Mutation.rotateWebhookSecret': { previous_expires_in: 3600 },
  'Mutation.recoverWebhook': { since: 1_790_000_000 },
}
