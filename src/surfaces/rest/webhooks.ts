import Type from 'typebox'
import { camel } from '../../kernel/camel.ts'
import { restOf } from '../../kernel/record.ts'
import { webhook, webhookWithSecret } from '../../webhooks/record.ts'
import { pageArgs, paging } from './lists.ts'
import { lists, type Noun, removes, route, shows } from './route.ts'
import { body, id, nullable, one, text } from './schema-parts.ts'

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

const rest = restOf(webhook)
const withSecret = restOf(webhookWithSecret)

export const webhooks: Noun = {
  group: 'Webhooks',
  tags: { webhooks: 'Where events are delivered, signed.' },
  variables: { webhooks: 'WEBHOOK' },
  records: { webhook: rest.schema, webhookWithSecret: withSecret.schema },
  routes: [
    route('POST /v1/webhooks', {
      maps: 'Mutation.createWebhook',
      summary: 'Create a webhook; the signing secret is shown once',
      status: 201,
      body: bodies.createWebhook,
      example: {
        url: 'https://hooks.example.com/signpost',
        enabled_events: ['alias.*', 'consent.requested'],
        description: 'Ledger',
      },
      args: ({ body }) => ({ input: camel(body) }),
      ...shows(withSecret),
    }),
    route('GET /v1/webhooks', {
      maps: 'Query.webhooks',
      summary: 'List webhooks',
      query: paging,
      args: ({ query }) => pageArgs(query),
      ...lists(rest),
    }),
    route('GET /v1/webhooks/:id', {
      maps: 'Query.webhook',
      summary: 'Read a webhook',
      args: id,
      ...shows(rest),
    }),
    route('PATCH /v1/webhooks/:id', {
      maps: 'Mutation.updateWebhook',
      summary: 'Change a webhook, disable it or enable it again',
      body: bodies.updateWebhook,
      example: { description: 'Ledger, second try' },
      args: ({ params, body }) => ({ id: params.id, input: camel(body) }),
      ...shows(rest),
    }),
    route('DELETE /v1/webhooks/:id', {
      maps: 'Mutation.deleteWebhook',
      summary: 'Remove a webhook and cancel its pending deliveries',
      args: id,
      ...removes('webhook'),
    }),
    route('POST /v1/webhooks/:id/rotate_secret', {
      maps: 'Mutation.rotateWebhookSecret',
      summary: 'Replace the signing secret; the old one may also sign for a while',
      body: bodies.rotateWebhookSecret,
      bodyOptional: true,
      example: { previous_expires_in: 3600 },
      args: ({ params, body }) => ({ id: params.id, previousExpiresIn: body.previous_expires_in }),
      ...shows(withSecret),
    }),
  ],
}
