import Type from 'typebox'
import { webhookStatuses } from '../../webhooks/rules.ts'
import type { WebhookRecord, WebhookWithSecret } from '../../webhooks/service.ts'
import { camel } from '../camel.ts'
import { listView, pageArgs, paging } from './lists.ts'
import { type Noun, route } from './route.ts'
import { body, list, nullable, one, record, removal, text, unixSeconds } from './schema-parts.ts'
import { id, removedView, seconds, secondsOrNull } from './view-parts.ts'

const bodies = {
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
}

const webhook = record('webhook', {
  url: text(),
  description: nullable(text()),
  enabled_events: Type.Array(text()),
  status: one(webhookStatuses),
  disabled_reason: nullable(text('owner, failing or gone')),
  failing_since: nullable(unixSeconds()),
  paused_until: nullable(unixSeconds('Nothing but a redelivery or a test is sent before then')),
})

export const webhookRecords = {
  webhook,
  webhookWithSecret: Type.Object({ ...webhook.properties, signing_secret: nullable(text('whsec_…, shown once')) }),
}

const webhookView = (record: WebhookRecord) => ({
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

export const webhookViews = {
  webhook: webhookView,
  webhookWithSecret: (record: WebhookWithSecret) => ({
    ...webhookView(record),
    signing_secret: record.signingSecret?.reveal() ?? null,
  }),
}

export const webhooks: Noun = {
  group: 'Webhooks',
  tags: { webhooks: 'Where events are delivered, signed.' },
  variables: { webhooks: 'WEBHOOK' },
  records: webhookRecords,
  routes: [
    route('POST /v1/webhooks', {
      maps: 'Mutation.createWebhook',
      scope: 'webhooks:write',
      summary: 'Create a webhook; the signing secret is shown once',
      status: 201,
      body: bodies.createWebhook,
      example: {
        url: 'https://hooks.example.com/signpost',
        enabled_events: ['alias.*', 'consent.requested'],
        description: 'Ledger',
      },
      args: ({ body }) => ({ input: camel(body) }),
      view: webhookViews.webhookWithSecret,
      answers: webhookRecords.webhookWithSecret,
    }),
    route('GET /v1/webhooks', {
      maps: 'Query.webhooks',
      scope: 'webhooks:read',
      summary: 'List webhooks',
      query: paging,
      args: ({ query }) => pageArgs(query),
      view: listView(webhookViews.webhook),
      answers: list(webhookRecords.webhook),
    }),
    route('GET /v1/webhooks/:id', {
      maps: 'Query.webhook',
      scope: 'webhooks:read',
      summary: 'Read a webhook',
      args: id,
      view: webhookViews.webhook,
      answers: webhookRecords.webhook,
    }),
    route('PATCH /v1/webhooks/:id', {
      maps: 'Mutation.updateWebhook',
      scope: 'webhooks:write',
      summary: 'Change a webhook, disable it or enable it again',
      body: bodies.updateWebhook,
      example: { description: 'Ledger, second try' },
      args: ({ params, body }) => ({ id: params.id, input: camel(body) }),
      view: webhookViews.webhook,
      answers: webhookRecords.webhook,
    }),
    route('DELETE /v1/webhooks/:id', {
      maps: 'Mutation.deleteWebhook',
      scope: 'webhooks:write',
      summary: 'Remove a webhook; what is pending is cancelled',
      args: id,
      view: removedView('webhook'),
      answers: removal,
    }),
    route('POST /v1/webhooks/:id/rotate_secret', {
      maps: 'Mutation.rotateWebhookSecret',
      scope: 'webhooks:write',
      summary: 'Replace the signing secret; the old one may sign beside it for a while',
      body: bodies.rotateWebhookSecret,
      bodyOptional: true,
      example: { previous_expires_in: 3600 },
      args: ({ params, body }) => ({ id: params.id, previousExpiresIn: body.previous_expires_in }),
      view: webhookViews.webhookWithSecret,
      answers: webhookRecords.webhookWithSecret,
    }),
  ],
}
