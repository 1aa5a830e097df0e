import { type EventType, eventTypes } from '../../events/event-types.ts'
import { eventExamples } from './examples.ts'

const text = (description: string) => ({ type: 'string', description })

/** The body of a delivery. The catalogue lists its `data` for each type. */
const bodyOf = (type: EventType): object => ({
  type: 'object',
  required: ['id', 'type', 'created', 'livemode', 'data'],
  properties: {
    id: text('evt_…: the same in every attempt'),
    type: { const: type },
    created: { type: 'integer', description: 'Unix time in seconds' },
    livemode: { type: 'boolean' },
    data: eventTypes[type].data,
  },
})

const examplesOf = (type: EventType): object => ({
  recorded: { summary: 'The body of a run', value: eventExamples[type] },
})

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  schema: text(description),
})

const webhookOf = (type: EventType): object => ({
  post: {
    operationId: `on.${type.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: `Sent when ${eventTypes[type].when}`,
    description: 'Signed with the secret of the webhook. Retried until a 2xx answer.',
    tags: ['webhooks'],
    security: [],
    parameters: [
      header('Service-Signature', 't=<unix>,v1=<hex>: HMAC-SHA256 of `<t>.<body>`, one `v1` for each live secret'),
      header('Service-Event-Id', 'evt_…'),
      header('Service-Delivery-Id', 'whd_…'),
      header('Service-Attempt', 'Counts from 1'),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: bodyOf(type), examples: examplesOf(type) } },
    },
    responses: {
      '2XX': { description: 'Received' },
      '4XX': { description: 'Not received: it is sent again; a 410 disables the webhook' },
    },
  },
})

/** Describes the deliveries to webhooks in OpenAPI 3.1. */
export const openApiWebhooks = (): Record<string, object> =>
  Object.fromEntries((Object.keys(eventTypes) as EventType[]).map((type) => [type, webhookOf(type)]))
