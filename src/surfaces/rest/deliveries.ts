import Type from 'typebox'
import { eventTypes } from '../../events/event-types.ts'
import { restOf } from '../../kernel/record.ts'
import { delivery, deliveryWithAttempts, recovery } from '../../webhooks/record.ts'
import { type DeliveryState, deliveryStates } from '../../webhooks/rules.ts'
import { pageArgs, paging } from './lists.ts'
import { lists, type Noun, route, shows } from './route.ts'
import { body, oneOf, typeOf, unixSeconds } from './schema-parts.ts'

const bodies = {
  testWebhook: body({
    type: Type.Optional(typeOf(eventTypes, 'The type of the example event; in test mode any')),
  }),
  recoverWebhook: body({ since: unixSeconds('At most 14 days back') }),
}

const rest = restOf(delivery)
const withAttempts = restOf(deliveryWithAttempts)
const recovered = restOf(recovery)


const named = ({ params }: { params: { id: string; delivery: string } }) => ({
  webhook: params.id,
  id: params.delivery,
})

export const deliveries: Noun = {
  group: 'Webhooks',
  tags: {},
  variables: { delivery: 'DELIVERY' },
  records: {
    webhookDelivery: rest.schema,
    webhookDeliveryWithAttempts: withAttempts.schema,
    webhookRecovery: recovered.schema,
  },
  routes: [
    route('POST /v1/webhooks/:id/test', {
      maps: 'Mutation.testWebhook',
      summary: 'Send a test event now; the answer has its result',
      body: bodies.testWebhook,
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
      ...lists(rest),
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
      body: bodies.recoverWebhook,
      example: { since: 1_790_000_000 },
      args: ({ params, body }) => ({ id: params.id, since: new Date(body.since * 1000) }),
      ...shows(recovered),
    }),
  ],
}
