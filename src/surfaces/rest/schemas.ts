import Type, { type TSchema } from 'typebox'
import { errorCatalogue } from '../../kernel/errors.ts'
import { privacyLevels } from '../../kernel/privacy.ts'
import { scopes } from '../../kernel/scopes.ts'
import { aliasStatuses, verificationMethods, verifications, verifiedMethods } from '../../registry/aliases/record.ts'
import { endpointStatuses, endpointTypes } from '../../registry/endpoints/endpoint-types.ts'
import { identityStatuses, identityTypes, switches } from '../../registry/identities/rules.ts'
import { disclosureKinds, verdicts } from '../../resolution/judging.ts'
import { attemptErrors, deliveryKinds, deliveryStates, pendingReasons, webhookStatuses } from '../../webhooks/rules.ts'

/*
 * The JSON Schemas of bodies and records: requests are validated with them, and the OpenAPI document shows them.
 * Alias types and values are plain strings here: normalization has its own codes for them.
 */

const closed = { additionalProperties: false } as const
export const text = (description?: string) => Type.String(description === undefined ? {} : { description })
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
export const unixSeconds = (description = 'Unix time in seconds') =>
  Type.Integer({ description, minimum: 0, maximum: 253_402_300_799 })
export const one = <const T extends readonly string[]>(values: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values] })
export const body = <T extends Record<string, TSchema>>(properties: T) => Type.Object(properties, closed)
export const keys = <T extends Record<string, unknown>>(catalogue: T) => Object.keys(catalogue) as (keyof T & string)[]

const level = one(privacyLevels)

const capability = body({
  asset: text(),
  network: Type.Optional(text()),
  rail: text(),
  supports_instant: Type.Optional(Type.Boolean()),
  min_amount: Type.Optional(Type.Number({ description: 'Routing context only, never a charge' })),
  max_amount: Type.Optional(Type.Number({ description: 'Routing context only, never a charge' })),
})
const capabilities = Type.Array(capability, { maxItems: 50 })

const covers = body({
  all: Type.Optional(Type.Boolean()),
  aliases: Type.Optional(Type.Array(text('als_…'), { maxItems: 100 })),
  endpoints: Type.Optional(Type.Array(text('end_…'), { maxItems: 50 })),
})

/** An item is judged on its own, by the use case: here it may be anything. */
export const bulkItem = Type.Unknown({ description: 'A string, or an object with type and value' })

export const bodies = {
  createIdentity: body({
    type: one(identityTypes),
    display_name: Type.Optional(nullable(text())),
    default_privacy_level: Type.Optional(level),
  }),
  updateIdentity: body({
    status: Type.Optional(one(identityStatuses)),
    display_name: Type.Optional(nullable(text())),
    default_privacy_level: Type.Optional(level),
    payee_checks: Type.Optional(one(switches)),
    close_match: Type.Optional(one(switches)),
  }),
  createAlias: body({
    identity: text('idn_…'),
    type: text('username, phone, email, merchant_handle or payment_link'),
    value: text('As people write it; normalized on create'),
    privacy_level: Type.Optional(level),
    is_primary: Type.Optional(Type.Boolean()),
  }),
  updateAlias: body({ privacy_level: Type.Optional(level), is_primary: Type.Optional(Type.Boolean()) }),
  verifyAlias: body({ method: one(verificationMethods) }),
  alias: body({
    alias: Type.Optional(text('An alias whose type is detected')),
    type: Type.Optional(text('With `value`, instead of `alias`')),
    value: Type.Optional(text('With `type`, instead of `alias`')),
  }),
  bulk: body({ items: Type.Array(bulkItem) }),
  createEndpoint: body({
    identity: text('idn_…'),
    type: one(keys(endpointTypes)),
    address: text('The raw destination: sealed at once, never read back'),
    privacy_level: Type.Optional(level),
    priority: Type.Optional(Type.Number()),
    capabilities: Type.Optional(capabilities),
  }),
  updateEndpoint: body({
    privacy_level: Type.Optional(level),
    priority: Type.Optional(Type.Number()),
    capabilities: Type.Optional(capabilities),
    status: Type.Optional(one(endpointStatuses)),
  }),
  grantConsent: body({
    identity: text('idn_…'),
    consumer: text('apc_…'),
    covers,
    purpose: Type.Optional(nullable(text())),
    expires_at: Type.Optional(nullable(unixSeconds())),
  }),
  requestConsent: body({
    alias: Type.Optional(text('An alias whose type is detected')),
    type: Type.Optional(text('With `value`, instead of `alias`')),
    value: Type.Optional(text('With `type`, instead of `alias`')),
    purpose: Type.Optional(nullable(text('What the owner reads of the reason'))),
  }),
  approveConsentRequest: body({
    covers: Type.Optional(covers),
    expires_at: Type.Optional(nullable(unixSeconds())),
  }),
  createApiKey: body({
    scopes: Type.Array(one(keys(scopes)), { minItems: 1 }),
    name: Type.Optional(nullable(text())),
    expires_at: Type.Optional(nullable(unixSeconds())),
    router: Type.Optional(Type.Boolean({ description: 'Held by a federation router' })),
  }),
  createWebhook: body({
    url: text('https, on port 443 or 8443'),
    enabled_events: Type.Array(text('An event type, `family.*` or `*`'), { minItems: 1, maxItems: 50 }),
    description: Type.Optional(nullable(text())),
  }),
  updateWebhook: body({
    url: Type.Optional(text()),
    enabled_events: Type.Optional(Type.Array(text(), { minItems: 1, maxItems: 50 })),
    description: Type.Optional(nullable(text())),
    status: Type.Optional(one(['enabled', 'disabled'])),
  }),
  rotateWebhookSecret: body({
    previous_expires_in: Type.Optional(Type.Integer({ minimum: 0, maximum: 604_800, default: 0 })),
  }),
  recoverWebhook: body({ since: unixSeconds('At most 14 days back') }),
  rollApiKey: body({ expires_in: Type.Optional(Type.Integer({ minimum: 0, maximum: 604_800 })) }),
}

/** A record's schema: what every record has, and what this one adds. */
export const record = <T extends Record<string, TSchema>>(object: string, properties: T) =>
  Type.Object({
    object: Type.Literal(object),
    id: text(),
    livemode: Type.Boolean(),
    ...properties,
    created: unixSeconds(),
    updated: unixSeconds(),
  })

export const list = (item: TSchema) =>
  Type.Object({ object: Type.Literal('list'), url: text(), has_more: Type.Boolean(), data: Type.Array(item) })

export const disclosedEndpoint = Type.Object({
  id: text('end_…'),
  type: text(),
  capabilities: Type.Array(Type.Object({ asset: text(), network: Type.Optional(text()), rail: text() })),
  address: Type.Optional(text('Of a crypto_wallet: abbreviated')),
  last4: Type.Optional(nullable(text('Null for an address of fewer than eight characters'))),
  token: Type.Optional(nullable(text('Of a bank_account: stable per caller, null without a covering grant'))),
  url: Type.Optional(text('Of a payment_pointer')),
})

const disclosure = Type.Object({ consumer: text('apc_…'), total_endpoints: Type.Integer(), disclosed: Type.Integer() })

const apiKey = record('api_key', {
  name: nullable(text()),
  scopes: Type.Array(text()),
  prefix: text(),
  last4: text(),
  router: Type.Boolean(),
  expires_at: nullable(unixSeconds()),
  revoked_at: nullable(unixSeconds()),
  last_used_at: nullable(unixSeconds()),
  rolled_to: nullable(text('key_…')),
})

const webhook = record('webhook', {
  url: text(),
  description: nullable(text()),
  enabled_events: Type.Array(text()),
  status: one(webhookStatuses),
  disabled_reason: nullable(text('owner, failing or gone')),
  failing_since: nullable(unixSeconds()),
  paused_until: nullable(unixSeconds('Nothing but a redelivery or a test is sent before then')),
})

const webhookDelivery = record('webhook_delivery', {
  webhook: text('whk_…'),
  event: text('evt_…'),
  event_type: text(),
  kind: one(deliveryKinds),
  state: one(deliveryStates),
  attempt_count: Type.Integer(),
  pending_reason: nullable(one(pendingReasons)),
  next_attempt_at: nullable(unixSeconds()),
  paused_until: nullable(unixSeconds("Until when its webhook's pause holds it up")),
})

const webhookAttempt = Type.Object({
  n: Type.Integer(),
  started: unixSeconds(),
  ms: Type.Integer(),
  status: nullable(Type.Integer()),
  error: nullable(one(attemptErrors)),
  answer: nullable(text('At most 1 KiB')),
})

const normalizedAlias = Type.Object({ type: text(), value: text() })

export const records = {
  identity: record('identity', {
    type: one(identityTypes),
    status: one(identityStatuses),
    display_name: nullable(text()),
    default_privacy_level: level,
    primary_alias: nullable(text('als_…')),
    payee_checks: one(switches),
    close_match: one(switches),
  }),
  alias: record('alias', {
    identity: text('idn_…'),
    type: text(),
    value: text(),
    privacy_level: level,
    is_primary: Type.Boolean(),
    status: one(aliasStatuses),
    verification: one(verifications),
    verified_at: nullable(unixSeconds()),
    verified_method: nullable(one(verifiedMethods)),
    proof_expires_at: nullable(unixSeconds("Of a domain's proof")),
    available_at: Type.Optional(unixSeconds('When a released alias may be registered again')),
  }),
  endpoint: record('endpoint', {
    identity: text('idn_…'),
    type: text(),
    privacy_level: level,
    priority: Type.Number(),
    capabilities: Type.Array(capability),
    status: one(endpointStatuses),
    address_preview: nullable(text('Masked; null when what is stored cannot be opened')),
  }),
  consentGrant: Type.Object({
    object: Type.Literal('consent_grant'),
    id: text(),
    livemode: Type.Boolean(),
    identity: text('idn_…'),
    status: one(['active', 'revoked', 'expired']),
    expires_at: nullable(unixSeconds()),
    consumer: Type.Optional(text('The grantee; to the owner only, like all that follows')),
    covers: Type.Optional(
      Type.Object({ all: Type.Boolean(), aliases: Type.Array(text()), endpoints: Type.Array(text()) }),
    ),
    purpose: Type.Optional(nullable(text())),
    revoked_at: Type.Optional(nullable(unixSeconds())),
    created: Type.Optional(unixSeconds()),
    updated: Type.Optional(unixSeconds()),
  }),
  consentRequest: Type.Object({
    object: Type.Literal('consent_request'),
    id: text('crq_…'),
    livemode: Type.Boolean(),
    type: text(),
    value: text('Normalized'),
    purpose: nullable(text()),
    status: one(['pending', 'approved', 'declined', 'expired']),
    expires_at: unixSeconds(),
    created: unixSeconds(),
    identity: Type.Optional(text('idn_…, to the owner only, like all that follows')),
    alias: Type.Optional(text('als_…')),
    consumer: Type.Optional(text('The requester')),
    grant: Type.Optional(nullable(text('cgr_…, what the approval made or widened'))),
    updated: Type.Optional(unixSeconds()),
  }),
  disclosure: record('disclosure', {
    identity: text('idn_…'),
    consumer: text('Who saw the endpoints'),
    alias: text('als_…, the alias that was resolved'),
    endpoints: Type.Array(text('end_…')),
    grant: nullable(text('cgr_…, the active grant, if there was one')),
    request_id: text('req_…'),
    kind: one(disclosureKinds),
    verdict: nullable(one(verdicts)),
  }),
  apiKey,
  apiKeyWithSecret: Type.Object({ ...apiKey.properties, key: nullable(text('Shown once')) }),
  webhook,
  webhookWithSecret: Type.Object({ ...webhook.properties, signing_secret: nullable(text('whsec_…, shown once')) }),
  webhookDelivery,
  webhookDeliveryWithAttempts: Type.Object({ ...webhookDelivery.properties, attempts: Type.Array(webhookAttempt) }),
  webhookRecovery: Type.Object({
    object: Type.Literal('webhook_recovery'),
    webhook: text('whk_…'),
    livemode: Type.Boolean(),
    since: unixSeconds(),
  }),
  event: record('event', { type: text(), data: Type.Record(Type.String(), Type.Unknown()) }),
  eventTypes: Type.Object({
    object: Type.Literal('list'),
    url: text(),
    has_more: Type.Literal(false),
    data: Type.Array(
      Type.Object({
        object: Type.Literal('event_type'),
        type: text(),
        when: text(),
        data: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown(), { description: 'JSON Schema' })),
      }),
    ),
  }),
  removal: Type.Object({
    id: text(),
    object: text('What was removed'),
    livemode: Type.Boolean(),
    deleted: Type.Literal(true),
  }),
  normalizedAlias,
  resolution: Type.Object({
    identity: text('idn_…'),
    type: one(identityTypes),
    matched_alias: normalizedAlias,
    endpoints: Type.Array(disclosedEndpoint),
    disclosure,
    livemode: Type.Boolean(),
    request_id: text('req_…'),
  }),
  bulk: Type.Object({
    results: Type.Array(
      Type.Object({
        alias: text(),
        status: one(['resolved', 'consent_pending', 'error']),
        identity: Type.Optional(text()),
        type: Type.Optional(one(identityTypes)),
        matched_alias: Type.Optional(normalizedAlias),
        endpoints: Type.Optional(Type.Array(disclosedEndpoint)),
        disclosure: Type.Optional(disclosure),
        error: Type.Optional(Type.Object({ type: text(), code: text() })),
      }),
    ),
    livemode: Type.Boolean(),
    request_id: text('req_…'),
  }),
  consumer: Type.Object({
    object: Type.Literal('consumer'),
    id: text('apc_…'),
    name: text(),
    livemode: Type.Boolean(),
    scopes: Type.Array(text()),
    key: text('key_…'),
  }),
  limits: Type.Object({
    object: Type.Literal('limits'),
    livemode: Type.Boolean(),
    data: Type.Array(
      Type.Object({
        policy: text(
          'requests, resolve (look-ups), misses (what was not found) or registrations (phones and e-mail addresses)',
        ),
        size: Type.Number(),
        refill_per_second: Type.Number(),
        remaining: Type.Integer(),
        retry_after: Type.Integer({ description: 'Seconds until it admits again; 0 when it does' }),
      }),
    ),
  }),
}

const errorTypes = [...new Set(Object.values(errorCatalogue).map(({ type }) => type))]

export const errorEnvelope = Type.Object({
  error: Type.Object({
    type: one(errorTypes),
    code: one(keys(errorCatalogue)),
    message: text(),
    param: Type.Optional(text()),
    doc_url: text('What the code means'),
    request_id: text('req_…'),
  }),
})
