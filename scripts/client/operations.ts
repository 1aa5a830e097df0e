import type { OpenApi, Operation, Schema } from '../openapi-document.ts'

/** An operation in the client's view. */
export type ClientOperation = {
  verb: string
  path: string
  /** The place of its method: `['webhooks', 'deliveries', 'list']`. */
  method: string[]
  summary: string
  params: string[]
  /** The types of the body, the query and the answer; of a list, that of its records. */
  body?: { type: string; schema: object; isOptional: boolean }
  query?: { type: string; schema: object }
  answer: string
  isList: boolean
  /** Takes an Idempotency-Key. */
  isWrite: boolean
}

const camel = (name: string) => name.replace(/_([a-zA-Z])/g, (_, letter: string) => letter.toUpperCase())
const pascal = (name: string) => camel(`_${name}`)

/** `Mutation.createAlias` takes a CreateAliasBody, `Identity.aliases` an IdentityAliasesQuery, a search a …SearchBody. */
const stemOf = (operation: Operation) =>
  pascal(operation['x-graphql-field'].replace(/^(?:Query|Mutation|Caller)\./, '').replace('.', '_')) +
  (operation.operationId.endsWith('.search') ? 'Search' : '')

const refName = (schema: Schema | undefined): string | undefined => schema?.$ref?.replace('#/components/schemas/', '')

/** Response: a record by its name, or a list of such records. */
function answerOf(document: OpenApi, { responses }: Operation): { answer: string; isList: boolean } {
  const success = Object.keys(responses).find((status) => status.startsWith('2'))!
  const { schema } = responses[success]!.content['application/json']
  const name = refName(schema)
  const { properties } = name ? (document.components.schemas[name] as Schema) : schema
  if (properties?.object?.enum?.[0] !== 'list') return { answer: name!, isList: false }
  return { answer: refName(properties.data?.items) ?? `${name}['data'][number]`, isList: true }
}

function queryOf(operation: Operation): Pick<ClientOperation, 'query'> {
  const { parameters = [] } = operation
  const taken = parameters.filter((one) => one.in === 'query')
  if (taken.length === 0) return {}
  const properties = Object.fromEntries(
    taken.map(({ name, schema, description }) => [name, { ...schema, description }]),
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
