import { heardDays } from '../events/event-types.ts'
import { readStored } from '../kernel/stored.ts'
import { type Cidr, isAllowed, isGlobalUnicast } from './address.ts'

/** Statuses of a webhook. The service sets `auto_disabled`: after failures alone, or an answer of 410. */
export const webhookStatuses = ['enabled', 'disabled', 'auto_disabled'] as const
export type WebhookStatus = (typeof webhookStatuses)[number]

/** An unknown status reads as `disabled`. */
export const readWebhookStatus = (stored: unknown): WebhookStatus => readStored(webhookStatuses, stored, 'disabled')

const disabledReasons = ['owner', 'failing', 'gone'] as const
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

const publicPorts = new Set(['', '443', '8443'])

/** True for a URL in the form of the public internet; any other is for opened networks only. */
export const isPublicForm = ({ protocol, port }: Pick<URL, 'protocol' | 'port'>): boolean =>
  protocol === 'https:' && publicPorts.has(port)

/**
 * Reads a webhook URL; null when it can never be one: not http(s), user information, too long. The parser already turns
 * decimal, octal, hexadecimal and full-width spellings of an address into the address.
 */
export function readWebhookUrl(text: unknown): URL | null {
  if (typeof text !== 'string' || text.length > webhookLimits.urlLength || !URL.canParse(text)) return null
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  if (url.username !== '' || url.password !== '') return null
  url.hash = ''
  return url
}

/**
 * True if a URL of this form may be sent to all addresses of its name. INVARIANT (egress): every answer must pass, so a name that
 * answers with one good and one bad address is refused.
 */
export function mayDial(
  url: Pick<URL, 'protocol' | 'port'>,
  addresses: readonly string[],
  allowed: readonly Cidr[],
): boolean {
  const isPublic = isPublicForm(url)
  return (
    addresses.length > 0 &&
    addresses.every((address) => isAllowed(address, allowed) || (isPublic && isGlobalUnicast(address)))
  )
}

/** The deliveries in flight of one process, at most. */
export type Caps = { total: number; perWebhook: number; perHost: number; perConsumer: number }
export const standardCaps: Caps = { total: 50, perWebhook: 4, perHost: 16, perConsumer: 10 }
