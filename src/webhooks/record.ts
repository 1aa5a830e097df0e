import { encodeId } from '../kernel/id.ts'
import {
  extended,
  flag,
  type Kind,
  type KindOf,
  list,
  listOrNone,
  moment,
  nullable,
  one,
  owner,
  parts,
  type RecordOf,
  record,
  secret,
  shape,
  text,
  whole,
} from '../kernel/record.ts'
import { readMoment, readStored, readTexts } from '../kernel/stored.ts'
import type { Sensitive } from '../vault/secret.ts'
import type { DeliveryRow } from './deliveries/store.ts'
import {
  attemptErrors,
  type DisabledReason,
  deliveryKinds,
  deliveryStates,
  type PendingReason,
  pendingReasons,
  readDisabledReason,
  readWebhookStatus,
  type WebhookStatus,
  webhookStatuses,
} from './rules.ts'
import type { AttemptRow, WebhookRow } from './store.ts'

/** The record, its fields once: docs/architecture.md says what is made of them. */
export const webhook = record('webhook', {
  url: owner(text()),
  description: owner(nullable(text())),
  enabledEvents: owner(list(text())),
  status: owner(one(webhookStatuses)),
  disabledReason: owner(nullable(text('owner, failing or gone') as Kind<DisabledReason>)),
  failingSince: owner(nullable(moment())),
  pausedUntil: owner(nullable(moment('Nothing but a redelivery or a test is sent before then'))),
})

export type WebhookRecord = RecordOf<typeof webhook>

/** The secret is shown once: null when the answer is a replay. */
export const webhookWithSecret = extended(webhook, { signingSecret: owner(secret<Sensitive>('whsec_…, shown once')) })
export type WebhookWithSecret = RecordOf<typeof webhookWithSecret>

export const webhookRecord = (row: WebhookRow, now: number): WebhookRecord => ({
  id: encodeId('webhook', row.id),
  livemode: row.livemode,
  url: row.url,
  description: row.description,
  enabledEvents: readTexts(row.enabled_events),
  status: readWebhookStatus(row.status),
  disabledReason: readDisabledReason(row.disabled_reason),
  failingSince: row.failing_since,
  pausedUntil: pauseOf(readWebhookStatus(row.status), row.paused_until, now),
  createdAt: readMoment(row.created_at),
  updatedAt: readMoment(row.updated_at),
})

const attempt = parts({
  n: whole(),
  startedAt: moment(),
  ms: whole(),
  status: nullable(whole()),
  error: nullable(one(attemptErrors) as Kind<string>),
  answer: nullable(text('At most 1 KiB')),
})
export type AttemptRecord = KindOf<typeof attempt>

/** The record, its fields once: docs/architecture.md says what is made of them. */
export const delivery = record('webhook_delivery', {
  webhook: owner(text('whk_…')),
  event: owner(text('evt_…')),
  eventType: owner(text()),
  kind: owner(one(deliveryKinds)),
  state: owner(one(deliveryStates)),
  attemptCount: owner(whole()),
  /** Why a pending delivery was not attempted yet; null for any other. */
  pendingReason: owner(nullable(one(pendingReasons))),
  /** Null while an attempt is under way, and where none is planned. */
  nextAttemptAt: owner(nullable(moment())),
  pausedUntil: owner(nullable(moment("Until when its webhook's pause holds it up"))),
})

/** With its attempts: none where they were not read with the delivery. */
export const deliveryWithAttempts = extended(delivery, {
  attempts: owner(listOrNone(attempt)),
})
export type DeliveryRecord = RecordOf<typeof deliveryWithAttempts>

/** Until when nothing is sent: null for a webhook that takes deliveries now, and for one that is disabled. */
const pauseOf = (status: WebhookStatus, pausedUntil: Date | null, now: number): Date | null =>
  status === 'enabled' && pausedUntil !== null && pausedUntil.getTime() > now ? pausedUntil : null

function pendingReason(row: DeliveryRow, pause: Date | null, now: number): PendingReason | null {
  if (row.state !== 'pending') return null
  const isLater = row.next_at.getTime() > now
  if (row.lease_token !== null && isLater) return 'in_flight'
  if (row.webhook_status !== 'enabled') return 'webhook_disabled'
  if (pause !== null) return 'webhook_paused'
  return isLater ? 'scheduled' : 'due'
}

function nextAttemptAt({ next_at }: DeliveryRow, reason: PendingReason | null, pause: Date | null): Date | null {
  if (reason === null || reason === 'in_flight' || reason === 'webhook_disabled') return null
  return pause !== null && pause > next_at ? pause : next_at
}

export function deliveryRecord(row: DeliveryRow, now: number, attempts: AttemptRecord[] | null = null): DeliveryRecord {
  // A redelivery that was asked for waits for no pause.
  const pause = row.asked ? null : pauseOf(readWebhookStatus(row.webhook_status), row.paused_until, now)
  const reason = pendingReason(row, pause, now)
  return {
    id: encodeId('delivery', row.id),
    livemode: row.livemode,
    webhook: encodeId('webhook', row.webhook_id),
    event: encodeId('event', row.event_id),
    eventType: row.event_type,
    kind: readStored(deliveryKinds, row.kind, 'automatic'),
    state: readStored(deliveryStates, row.state, 'cancelled'),
    pendingReason: reason,
    attemptCount: row.attempts,
    nextAttemptAt: nextAttemptAt(row, reason, pause),
    pausedUntil: reason === 'webhook_paused' ? pause : null,
    attempts,
    createdAt: readMoment(row.created_at),
    updatedAt: readMoment(row.updated_at),
  }
}

export const attemptRecord = ({ n, started_at, ms, status, error, answer }: AttemptRow): AttemptRecord => ({
  n,
  startedAt: readMoment(started_at),
  ms,
  status,
  error,
  answer,
})

export const recovery = shape('webhook_recovery', {
  webhook: owner(text('whk_…')),
  livemode: owner(flag()),
  since: owner(moment()),
})
export type RecoveryRecord = RecordOf<typeof recovery>
