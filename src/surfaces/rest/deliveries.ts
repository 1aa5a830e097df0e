import Type from 'typebox'
import { eventTypes } from '../../events/event-types.ts'
import type { AttemptRecord, DeliveryRecord } from '../../webhooks/deliveries/record.ts'
import type { RecoveryRecord } from '../../webhooks/deliveries/service.ts'
import {
  attemptErrors,
  type DeliveryState,
  deliveryKinds,
  deliveryStates,
  pendingReasons,
} from '../../webhooks/rules.ts'
import { listView, pageArgs, paging } from './lists.ts'
import { type Noun, route } from './route.ts'
import { body, list, nullable, one, oneOf, record, text, typeOf, unixSeconds } from './schema-parts.ts'
import { seconds, secondsOrNull } from './view-parts.ts'

const bodies = {
  testWebhook: body({
    type: Type.Optional(typeOf(eventTypes, 'What type of event to send an example of: in test mode any')),
  }),
  recoverWebhook: body({ since: unixSeconds('At most 14 days back') }),
}

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

export const deliveryRecords = {
  webhookDelivery,
  webhookDeliveryWithAttempts: Type.Object({ ...webhookDelivery.properties, attempts: Type.Array(webhookAttempt) }),
  webhookRecovery: Type.Object({
    object: Type.Literal('webhook_recovery'),
    webhook: text('whk_…'),
    livemode: Type.Boolean(),
    since: unixSeconds(),
  }),
}

const deliveryView = (record: DeliveryRecord) => ({
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

const attemptView = ({ n, startedAt, ms, status, error, answer }: AttemptRecord) => ({
  n,
  started: seconds(startedAt),
  ms,
  status,
  error,
  answer,
})

export const deliveryViews = {
  webhookDelivery: deliveryView,
  webhookDeliveryWithAttempts: (record: DeliveryRecord) => ({
    ...deliveryView(record),
    attempts: (record.attempts ?? []).map(attemptView),
  }),
  webhookRecovery: ({ webhook, livemode, since }: RecoveryRecord) => ({
    object: 'webhook_recovery',
    webhook,
    livemode,
    since: seconds(since),
  }),
}

const delivery = ({ params }: { params: { id: string; delivery: string } }) => ({
  webhook: params.id,
  id: params.delivery,
})

export const deliveries: Noun = {
  group: 'Webhooks',
  tags: {},
  variables: { delivery: 'DELIVERY' },
  records: deliveryRecords,
  routes: [
    route('POST /v1/webhooks/:id/test', {
      maps: 'Mutation.testWebhook',
      scope: 'webhooks:write',
      summary: 'Send a test event now; the answer says what came of it',
      body: bodies.testWebhook,
      example: { type: 'webhook.test' },
      bodyOptional: true,
      args: ({ params, body }) => ({ id: params.id, type: body.type }),
      view: deliveryViews.webhookDeliveryWithAttempts,
      answers: deliveryRecords.webhookDeliveryWithAttempts,
    }),
    route('GET /v1/webhooks/:id/deliveries', {
      maps: 'Query.webhookDeliveries',
      scope: 'webhooks:read',
      summary: 'List the deliveries of a webhook',
      query: { ...paging, state: oneOf(deliveryStates, 'Only this state') },
      args: ({ params, query }) => ({ ...pageArgs(query), webhook: params.id, state: query.state as DeliveryState }),
      view: listView(deliveryViews.webhookDelivery),
      answers: list(deliveryRecords.webhookDelivery),
    }),
    route('GET /v1/webhooks/:id/deliveries/:delivery', {
      maps: 'Query.webhookDelivery',
      scope: 'webhooks:read',
      summary: 'Read a delivery with its attempts',
      args: delivery,
      view: deliveryViews.webhookDeliveryWithAttempts,
      answers: deliveryRecords.webhookDeliveryWithAttempts,
    }),
    route('POST /v1/webhooks/:id/deliveries/:delivery/redeliver', {
      maps: 'Mutation.redeliverWebhookDelivery',
      scope: 'webhooks:write',
      summary: 'Send the same event once more',
      status: 201,
      args: delivery,
      view: deliveryViews.webhookDeliveryWithAttempts,
      answers: deliveryRecords.webhookDeliveryWithAttempts,
    }),
    route('POST /v1/webhooks/:id/recover', {
      maps: 'Mutation.recoverWebhook',
      scope: 'webhooks:write',
      summary: 'Queue again what a webhook has missed since then, in the background',
      status: 202,
      body: bodies.recoverWebhook,
      example: { since: 1_790_000_000 },
      args: ({ params, body }) => ({ id: params.id, since: new Date(body.since * 1000) }),
      view: deliveryViews.webhookRecovery,
      answers: deliveryRecords.webhookRecovery,
    }),
  ],
}
