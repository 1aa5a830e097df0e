import { heardDays } from '../events/event-types.ts'
import { readStored } from '../kernel/stored.ts'

/** Statuses of a webhook. The service sets `auto_disabled`: after failures alone, or an answer of 410. */
export const webhookStatuses = ['enabled', 'disabled', 'auto_disabled'] as const
export type WebhookStatus = (typeof webhookStatuses)[number]

/** An unknown status reads as `disabled`. */
export const readWebhookStatus = (stored: unknown): WebhookStatus => readStored(webhookStatuses, stored, 'disabled')

export const disabledReasons = ['owner', 'failing', 'gone'] as const
export type DisabledReason = (typeof disabledReasons)[number]

/** An unknown reason reads as the owner's, who can enable it again. */
export const readDisabledReason = (stored: unknown): DisabledReason | null =>
  stored === null ? null : readStored(disabledReasons, stored, 'owner')

export const deliveryKinds = ['automatic', 'redelivery', 'test'] as const
export type DeliveryKind = (typeof deliveryKinds)[number]

export const deliveryStates = ['pending', 'delivered', 'exhausted', 'cancelled'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Why a pending delivery was not attempted yet. */
export const pendingReasons = ['due', 'scheduled', 'in_flight', 'webhook_paused', 'webhook_disabled'] as const
export type PendingReason = (typeof pendingReasons)[number]

export const isDeliveryState = (value: unknown): value is DeliveryState =>
  deliveryStates.includes(value as DeliveryState)

/** Why an attempt got no answer. INVARIANT: none of these tells what is behind an address that we refuse to dial. */
export const attemptErrors = [
  'blocked_address',
  'connection_refused',
  'connection_reset',
  'connection_timeout',
  'connection_failed',
  'host_unreachable',
  'tls_failed',
  'answer_invalid',
  'timeout',
] as const
export type AttemptError = (typeof attemptErrors)[number]

/** Source: docs/rules.md#events. */
export const webhookLimits = {
  perConsumer: 50,
  urlLength: 2_048,
  descriptionLength: 500,
  enabledEvents: 50,
  /** Seconds that a replaced secret may go on signing. */
  overlap: { default: 0, max: 604_800 },
  /** Of one consumer, at once: test sends, and look-ups of names that are being registered. */
  testsUnderWay: 2,
  lookUpsUnderWay: 2,
  recoverDays: 14,
  /** Of events, so that all attempts are made before their week is dropped. */
  redeliverDays: 23,
  /** On re-enabling, younger pending deliveries resume and older ones are exhausted. */
  resumeDays: 3,
  retentionDays: heardDays,
}
