import { type EventType, eventShapes, eventTypes } from '../../src/events/event-types.ts'
import { type JsonSchema, type OpenApi, type Operation, refName } from '../openapi-document.ts'

/** An operation in the client's view. */
export type ClientOperation = {
  verb: string
  path: string
  /** The place of its method: `['webhooks', 'deliveries', 'list']`. */
  method: string[]
  summary: string
  params: string[]
  /** The types of the body, the query and the answer; of a list, that of its records. */
  body?: { type: string; schema: JsonSchema; isOptional: boolean }
  query?: { type: string; schema: JsonSchema }
  answer: string
  isList: boolean
  /** Takes an Idempotency-Key. */
  isWrite: boolean
}

/** `consent_grants` and `created[gte]` as the name of a type. */
export const pascal = (name: string): string =>
  name.replace(/(?:^|[_[])([a-zA-Z])/g, (_, letter: string) => letter.toUpperCase()).replaceAll(']', '')

/** `Mutation.createAlias` takes a CreateAliasBody, `Identity.aliases` an IdentityAliasesQuery, a search a …SearchBody. */
const stemOf = (operation: Operation) =>
  pascal(operation['x-graphql-field'].replace(/^(?:Query|Mutation|Caller)\./, '').replace('.', '_')) +
  (operation.operationId.endsWith('.search') ? 'Search' : '')

/** Response: a record by its name, or a list of such records. */
function answerOf(document: OpenApi, { responses }: Operation): { answer: string; isList: boolean } {
  const success = Object.keys(responses).find((status) => status.startsWith('2'))!
  const { schema } = responses[success]!.content['application/json']
  const name = refName(schema.$ref ?? '')
  const { properties } = document.components.schemas[name] ?? schema
  if (properties?.object?.enum?.[0] !== 'list') return { answer: name, isList: false }
  const listed = properties.data?.items?.$ref
  return { answer: listed ? refName(listed) : `${name}['data'][number]`, isList: true }
}

function queryOf(operation: Operation): Pick<ClientOperation, 'query'> {
  const { parameters = [] } = operation
  const taken = parameters.filter((one) => one.in === 'query')
  if (taken.length === 0) return {}
  const properties = Object.fromEntries(
    taken.map(({ name, schema, description }) => [name, { ...schema, ...(description && { description }) }]),
  )
  return { query: { type: `${stemOf(operation)}Query`, schema: { type: 'object', properties } } }
}

function bodyOf(operation: Operation): Pick<ClientOperation, 'body'> {
  const { requestBody } = operation
  if (!requestBody) return {}
  const { schema } = requestBody.content['application/json']
  return { body: { type: `${stemOf(operation)}Body`, schema, isOptional: !requestBody.required } }
}

export function clientOperations(document: OpenApi): ClientOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([name, operation]) => {
      const verb = name.toUpperCase()
      const { answer, isList } = answerOf(document, operation)
      return {
        verb,
        path,
        method: operation.operationId.split('.'),
        summary: `${operation.summary}. ${operation.description}`,
        params: [...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param!),
        ...bodyOf(operation),
        ...queryOf(operation),
        answer,
        isList,
        isWrite: (operation.parameters ?? []).some((one) => one.in === 'header' && one.name === 'idempotency-key'),
      }
    }),
  )
}

/** The types whose data have these fields. */
const typesOf = (shape: JsonSchema) =>
  (Object.keys(eventTypes) as EventType[]).filter((type) => eventTypes[type].data === shape)

/**
 * The document with a union of events by `type`: `Event` is that of lists, `DeliveredEvent` that of a webhook. The
 * served document leaves both open, so that a newer service with one more type of event still answers validly.
 */
export function withEvents(document: OpenApi): OpenApi {
  const { Event, ...schemas } = document.components.schemas
  const { id, created, livemode } = Event!.properties!
  const delivered = { id, created, livemode, type: {}, data: {} }
  const kinds = Object.entries(eventShapes).map(([name, shape]) => ({
    name: pascal(name),
    told: {
      type: { type: 'string', enum: typesOf(shape) },
      data: { $ref: `#/components/schemas/${pascal(name)}EventData` },
    },
    shape,
  }))
  const union = (prefix: string) => ({
    anyOf: kinds.map(({ name }) => ({ $ref: `#/components/schemas/${prefix}${name}Event` })),
  })
  const each = kinds.flatMap(({ name, told, shape }): [string, JsonSchema][] => [
    [`${name}EventData`, shape],
    [`${name}Event`, { ...Event, properties: { ...Event!.properties, ...told } }],
    [
      `Delivered${name}Event`,
      { type: 'object', required: Object.keys(delivered), properties: { ...delivered, ...told } },
    ],
  ])
  return {
    ...document,
    components: {
      schemas: {
        ...schemas,
        ...Object.fromEntries(each),
        Event: { description: 'What happened', ...union('') },
        DeliveredEvent: { description: 'The body of a delivery', ...union('Delivered') },
      },
    },
  }
}
