import Type from 'typebox'
import { eventTypes } from '../../events/event-types.ts'
import { camel } from '../../kernel/camel.ts'
import { restOf } from '../../kernel/record.ts'
import { delivery, deliveryWithAttempts, recovery, webhook, webhookWithSecret } from '../../webhooks/record.ts'
import { type DeliveryState, deliveryStates } from '../../webhooks/rules.ts'
import { pageArgs, paging } from './lists.ts'
import { lists, type Noun, removes, route, shows } from './route.ts'
import { body, id, nullable, one, oneOf, text, typeOf, unixSeconds } from './schema-parts.ts'

const webhookRest = restOf(webhook)
const withSecret = restOf(webhookWithSecret)
const deliveryRest = restOf(delivery)
const withAttempts = restOf(deliveryWithAttempts)
const recovered = restOf(recovery)

/** The delivery that a path names. */
const named = ({ params }: { params: { id: string; delivery: string } }) => ({
  webhook: params.id,
  id: params.delivery,
})

export const webhooks: Noun = {
  group: 'Webhooks',
  tags: { webhooks: 'Where events are delivered, signed.' },
  variables: { webhooks: 'WEBHOOK', delivery: 'DELIVERY' },
  records: {
    webhook: webhookRest.schema,
    webhookWithSecret: withSecret.schema,
    webhookDelivery: deliveryRest.schema,
    webhookDeliveryWithAttempts: withAttempts.schema,
    webhookRecovery: recovered.schema,
  },
  routes: [
    route('POST /v1/webhooks', {
      maps: 'Mutation.createWebhook',
      summary: 'Create a webhook; the signing secret is shown once',
      status: 201,
      body: body({
        url: text('https, on port 443 or 8443'),
        enabled_events: Type.Array(text('An event type, `family.*` or `*`'), { minItems: 1, maxItems: 50 }),
        description: Type.Optional(nullable(text())),
      }),
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
      ...lists(webhookRest),
    }),
    route('GET /v1/webhooks/:id', {
      maps: 'Query.webhook',
      summary: 'Read a webhook',
      args: id,
      ...shows(webhookRest),
    }),
    route('PATCH /v1/webhooks/:id', {
      maps: 'Mutation.updateWebhook',
      summary: 'Change a webhook, disable it or enable it again',
      body: body({
        url: Type.Optional(text()),
        enabled_events: Type.Optional(Type.Array(text(), { minItems: 1, maxItems: 50 })),
        description: Type.Optional(nullable(text())),
        status: Type.Optional(one(['enabled', 'disabled'])),
      }),
      example: { description: 'Ledger, second try' },
      args: ({ params, body }) => ({ id: params.id, input: camel(body) }),
      ...shows(webhookRest),
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
      body: body({
        previous_expires_in: Type.Optional(Type.Integer({ minimum: 0, maximum: 604_800, default: 0 })),
      }),
      bodyOptional: true,
      example: { previous_expires_in: 3600 },
      args: ({ params, body }) => ({ id: params.id, previousExpiresIn: body.previous_expires_in }),
      ...shows(withSecret),
    }),
    route('POST /v1/webhooks/:id/test', {
      maps: 'Mutation.testWebhook',
      summary: 'Send a test event now; the answer has its result',
      body: body({
        type: Type.Optional(typeOf(eventTypes, 'The type of the example event; in test mode any')),
      }),
      example: { type: 'webhook.test' },
      bodyOptional: true,
      args: ({ params, body }) => ({ id: params.id, type: body.type }),
      ...shows(withAttempts),
    }),
    route('GET /v1/webhooks/:id/deliveries', {
      maps: 'Query.webhookDeliveries',
      summary: 'List the deliveries of a webhook',
      query: { ...paging, state: oneOf(deliveryStates, 'Only this state') },
      args: ({ params, query }) => ({ ...pageArgs(query), webhook: params.id, state: query.state as DeliveryState }),
      ...lists(deliveryRest),
    }),
    route('GET /v1/webhooks/:id/deliveries/:delivery', {
      maps: 'Query.webhookDelivery',
      summary: 'Read a delivery with its attempts',
      args: named,
      ...shows(withAttempts),
    }),
    route('POST /v1/webhooks/:id/deliveries/:delivery/redeliver', {
      maps: 'Mutation.redeliverWebhookDelivery',
      summary: 'Send the same event once more',
      status: 201,
      args: named,
      ...shows(withAttempts),
    }),
    route('POST /v1/webhooks/:id/recover', {
      maps: 'Mutation.recoverWebhook',
      summary: 'Queue missed events of a webhook again, in the background',
      status: 202,
      body: body({ since: unixSeconds('At most 14 days back') }),
      example: { since: 1_790_000_000 },
      args: ({ params, body }) => ({ id: params.id, since: new Date(body.since * 1000) }),
      ...shows(recovered),
    }),
  ],
}
