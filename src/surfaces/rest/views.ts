import type { ApiKeyRecord, ApiKeyWithSecret } from '../../access/api-keys/service.ts'
import type { LimitRecord } from '../../access/quotas/service.ts'
import type { ConsentGrantRecord } from '../../consent/grants/service.ts'
import type { ConsentRequestRecord } from '../../consent/requests/service.ts'
import type { EventRecord, EventTypeRecord } from '../../events/service.ts'
import type { Call, Caller } from '../../kernel/call.ts'
import { encodeId } from '../../kernel/id.ts'
import type { Removed } from '../../kernel/input.ts'
import type { AliasRecord } from '../../registry/aliases/record.ts'
import type { Capability } from '../../registry/endpoints/capability.ts'
import type { EndpointRecord } from '../../registry/endpoints/record.ts'
import type { IdentityRecord } from '../../registry/identities/service.ts'
import type { DisclosureRecord } from '../../resolution/disclosures/service.ts'
import type { ResolutionRecord } from '../../resolution/judging.ts'
import type { BulkEntry } from '../../resolution/service.ts'
import type { AttemptRecord, DeliveryRecord } from '../../webhooks/deliveries/record.ts'
import type { RecoveryRecord } from '../../webhooks/deliveries/service.ts'
import type { WebhookRecord, WebhookWithSecret } from '../../webhooks/service.ts'

/** Unix seconds. */
export const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)
export const secondsOrNull = (at: Date | null): number | null => at && seconds(at)

const capability = ({ asset, network, rail, supportsInstant, minAmount, maxAmount }: Capability) => ({
  asset,
  network,
  rail,
  supports_instant: supportsInstant,
  min_amount: minAmount,
  max_amount: maxAmount,
})

const disclosure = ({ consumer, totalEndpoints, disclosed }: ResolutionRecord['disclosure']) => ({
  consumer,
  total_endpoints: totalEndpoints,
  disclosed,
})

/** The answer as a whole says the environment and the request. */
function bulkEntry({ livemode: _, requestId: __, ...entry }: BulkEntry) {
  if (entry.status !== 'resolved') return entry
  const { alias, status, identity, type, matchedAlias, endpoints } = entry
  const shown = { alias, status, identity, type, matched_alias: matchedAlias, endpoints }
  return { ...shown, disclosure: disclosure(entry.disclosure) }
}

const apiKey = (record: ApiKeyRecord) => ({
  object: 'api_key',
  id: record.id,
  livemode: record.livemode,
  name: record.name,
  scopes: record.scopes,
  prefix: record.prefix,
  last4: record.last4,
  router: record.router,
  expires_at: secondsOrNull(record.expiresAt),
  revoked_at: secondsOrNull(record.revokedAt),
  last_used_at: secondsOrNull(record.lastUsedAt),
  rolled_to: record.rolledTo,
  created: seconds(record.createdAt),
  updated: seconds(record.updatedAt),
})

const webhook = (record: WebhookRecord) => ({
  object: 'webhook',
  id: record.id,
  livemode: record.livemode,
  url: record.url,
  description: record.description,
  enabled_events: record.enabledEvents,
  status: record.status,
  disabled_reason: record.disabledReason,
  failing_since: secondsOrNull(record.failingSince),
  paused_until: secondsOrNull(record.pausedUntil),
  created: seconds(record.createdAt),
  updated: seconds(record.updatedAt),
})

const webhookDelivery = (record: DeliveryRecord) => ({
  object: 'webhook_delivery',
  id: record.id,
  livemode: record.livemode,
  webhook: record.webhook,
  event: record.event,
  event_type: record.eventType,
  kind: record.kind,
  state: record.state,
  attempt_count: record.attemptCount,
  pending_reason: record.pendingReason,
  next_attempt_at: secondsOrNull(record.nextAttemptAt),
  paused_until: secondsOrNull(record.pausedUntil),
  created: seconds(record.createdAt),
  updated: seconds(record.updatedAt),
})

const webhookAttempt = ({ n, startedAt, ms, status, error, answer }: AttemptRecord) => ({
  n,
  started: seconds(startedAt),
  ms,
  status,
  error,
  answer,
})

/** Records as REST shows them: snake_case, Unix seconds. */
export const views = {
  identity: (record: IdentityRecord) => ({
    object: 'identity',
    id: record.id,
    livemode: record.livemode,
    type: record.type,
    status: record.status,
    display_name: record.displayName,
    default_privacy_level: record.defaultPrivacyLevel,
    primary_alias: record.primaryAlias,
    payee_checks: record.payeeChecks,
    close_match: record.closeMatch,
    created: seconds(record.createdAt),
    updated: seconds(record.updatedAt),
  }),

  alias: (record: AliasRecord) => ({
    object: 'alias',
    id: record.id,
    livemode: record.livemode,
    identity: record.identity,
    type: record.type,
    value: record.value,
    privacy_level: record.privacyLevel,
    is_primary: record.isPrimary,
    status: record.status,
    verification: record.verification,
    verified_at: secondsOrNull(record.verifiedAt),
    verified_method: record.verifiedMethod,
    proof_expires_at: secondsOrNull(record.proofExpiresAt),
    ...(record.availableAt === null ? {} : { available_at: seconds(record.availableAt) }),
    created: seconds(record.createdAt),
    updated: seconds(record.updatedAt),
  }),

  endpoint: (record: EndpointRecord) => ({
    object: 'endpoint',
    id: record.id,
    livemode: record.livemode,
    identity: record.identity,
    type: record.type,
    privacy_level: record.privacyLevel,
    priority: record.priority,
    capabilities: record.capabilities.map(capability),
    status: record.status,
    address_preview: record.addressPreview,
    created: seconds(record.createdAt),
    updated: seconds(record.updatedAt),
  }),

  consentGrant: ({ id, livemode, identity, status, expiresAt, owned }: ConsentGrantRecord) => ({
    object: 'consent_grant',
    id,
    livemode,
    identity,
    status,
    expires_at: secondsOrNull(expiresAt),
    ...(owned && {
      consumer: owned.consumer,
      covers: owned.covers,
      purpose: owned.purpose,
      revoked_at: secondsOrNull(owned.revokedAt),
      created: seconds(owned.createdAt),
      updated: seconds(owned.updatedAt),
    }),
  }),

  consentRequest: ({ owned, ...record }: ConsentRequestRecord) => ({
    object: 'consent_request',
    id: record.id,
    livemode: record.livemode,
    type: record.type,
    value: record.value,
    purpose: record.purpose,
    status: record.status,
    expires_at: seconds(record.expiresAt),
    created: seconds(record.createdAt),
    ...(owned && {
      identity: owned.identity,
      alias: owned.alias,
      consumer: owned.consumer,
      grant: owned.grant,
      updated: seconds(owned.updatedAt),
    }),
  }),

  disclosure: (record: DisclosureRecord) => ({
    object: 'disclosure',
    id: record.id,
    livemode: record.livemode,
    identity: record.identity,
    consumer: record.consumer,
    alias: record.alias,
    endpoints: record.endpoints,
    grant: record.grant,
    request_id: record.requestId,
    kind: record.kind,
    verdict: record.verdict,
    created: seconds(record.createdAt),
    updated: seconds(record.createdAt),
  }),

  apiKey,
  apiKeyWithSecret: (record: ApiKeyWithSecret) => ({ ...apiKey(record), key: record.key?.reveal() ?? null }),

  webhook,
  webhookWithSecret: (record: WebhookWithSecret) => ({
    ...webhook(record),
    signing_secret: record.signingSecret?.reveal() ?? null,
  }),
  webhookDelivery,
  webhookDeliveryWithAttempts: (record: DeliveryRecord) => ({
    ...webhookDelivery(record),
    attempts: (record.attempts ?? []).map(webhookAttempt),
  }),
  webhookRecovery: ({ webhook, livemode, since }: RecoveryRecord) => ({
    object: 'webhook_recovery',
    webhook,
    livemode,
    since: seconds(since),
  }),

  event: ({ id, livemode, type, data, createdAt }: EventRecord) => ({
    object: 'event',
    id,
    livemode,
    type,
    data,
    created: seconds(createdAt),
    updated: seconds(createdAt),
  }),
  eventTypes: (types: readonly EventTypeRecord[], _: unknown, url: string) => ({
    object: 'list',
    url,
    has_more: false,
    data: types.map((entry) => ({ object: 'event_type', ...entry })),
  }),

  removed:
    (object: string) =>
    ({ id, livemode }: Removed) => ({ id, object, livemode, deleted: true }),

  normalizedAlias: ({ type, value }: { type: string; value: string }) => ({ type, value }),

  resolution: (record: ResolutionRecord) => ({
    identity: record.identity,
    type: record.type,
    matched_alias: record.matchedAlias,
    endpoints: record.endpoints,
    disclosure: disclosure(record.disclosure),
    livemode: record.livemode,
    request_id: record.requestId,
  }),

  bulk: (entries: readonly BulkEntry[], { caller, requestId }: Call) => ({
    results: entries.map(bulkEntry),
    livemode: caller.livemode,
    request_id: encodeId('request', requestId),
  }),

  consumer: (caller: Caller) => ({
    object: 'consumer',
    id: encodeId('consumer', caller.consumerId),
    name: caller.consumerName,
    livemode: caller.livemode,
    scopes: caller.scopes,
    key: encodeId('apiKey', caller.keyId),
  }),

  limits: (limits: readonly LimitRecord[], { caller }: Call) => ({
    object: 'limits',
    livemode: caller.livemode,
    data: limits.map(({ policy, size, refillPerSecond, remaining, retryAfter }) => ({
      policy,
      size,
      refill_per_second: refillPerSecond,
      remaining,
      retry_after: retryAfter,
    })),
  }),
}
