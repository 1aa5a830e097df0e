import { encodeId } from '../kernel/id.ts'
import {
  extended,
  type Kind,
  list,
  moment,
  nullable,
  one,
  owner,
  type RecordOf,
  record,
  secret,
  text,
} from '../kernel/record.ts'
import { readMoment, readTexts } from '../kernel/stored.ts'
import type { Sensitive } from '../vault/secret.ts'
import { pauseOf } from './deliveries/record.ts'
import { type DisabledReason, readDisabledReason, readWebhookStatus, webhookStatuses } from './rules.ts'
import type { WebhookRow } from './store.ts'

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
