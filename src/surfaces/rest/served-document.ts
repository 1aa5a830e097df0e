import { type EventType, eventTypes } from '../../events/event-types.ts'
import { eventExamples, exampleOf } from './examples.ts'
import type { Route } from './route.ts'
import { routes } from './routes.ts'
import { curlOf, graphqlOf, typescriptOf } from './samples.ts'
import { text } from './schema-parts.ts'

type Document = { openapi: string; info: { description?: string }; paths?: Record<string, unknown> }

const samplesOf = (row: Route, url: string) => [
  { lang: 'Shell', label: 'curl', source: curlOf(row, url) },
  { lang: 'TypeScript', label: 'TypeScript', source: typescriptOf(row, url) },
  { lang: 'GraphQL', label: 'GraphQL', source: graphqlOf(row, url) },
]

type Operation = { responses: Record<string, { content: Record<string, { schema: object }> }> }

/** The responses with an example of the answer beside its schema. */
function withExample({ responses }: Operation, path: string): object {
  const [status, response] = Object.entries(responses).find(([status]) => status.startsWith('2'))!
  const answer = response.content['application/json']!
  const examples = { answer: { value: exampleOf(answer.schema, path) } }
  return { ...responses, [status]: { ...response, content: { 'application/json': { ...answer, examples } } } }
}

const pathOf = ({ path }: Route): string => path.replace(/:(\w+)/g, '{$1}')

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
const webhooks = (): Record<string, object> =>
  Object.fromEntries((Object.keys(eventTypes) as EventType[]).map((type) => [type, webhookOf(type)]))

/** The document for a host: it names that host, and its samples use it. */
export function servedDocument({ openapi, info, paths, ...rest }: Document, url: string): object {
  const described = paths as Record<string, Record<string, Operation>>
  const sampled: Record<string, Record<string, object>> = {}
  for (const row of routes) {
    const [path, verb] = [pathOf(row), row.verb.toLowerCase()]
    // A process of one role has the routes of that role alone.
    const found = described[path]?.[verb]
    if (!found) continue
    const responses = withExample(found, path)
    const operation = { ...found, responses, 'x-codeSamples': samplesOf(row, url) }
    sampled[path] = { ...sampled[path], [verb]: operation }
  }
  return {
    openapi,
    info: {
      ...info,
      description: `[Documentation](${url}/docs) · [every error](${url}/docs/errors) · [every event](${url}/docs/events)\n\n${info.description}`,
      contact: { name: 'The operator of this service', url: `${url}/docs` },
    },
    servers: [{ url, description: 'This service' }],
    externalDocs: { url: `${url}/docs`, description: 'Documentation: guides, limits, every error and every event' },
    ...rest,
    paths: sampled,
    webhooks: webhooks(),
  }
}
