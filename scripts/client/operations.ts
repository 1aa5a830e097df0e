import type { OpenApi, Operation, Schema } from '../openapi-document.ts'

/** An operation as the client sees it. */
export type ClientOperation = {
  verb: string
  path: string
  /** Where its method is: `['webhooks', 'deliveries', 'list']`. */
  method: string[]
  summary: string
  params: string[]
  /** The type of the body, of the query, of the answer; of a list, that of its records. */
  body?: { type: string; schema: object; isOptional: boolean }
  query?: { type: string; schema: object }
  answer: string
  isList: boolean
  /** Takes an Idempotency-Key. */
  isWrite: boolean
}

const camel = (name: string) => name.replace(/_([a-zA-Z])/g, (_, letter: string) => letter.toUpperCase())
const pascal = (name: string) => camel(`_${name}`)
const isParam = (step: string) => step.startsWith('{')

/** `Mutation_createAlias` takes a CreateAliasBody, `Identity_aliases` an IdentityAliasesQuery. */
const stemOf = (operationId: string) => pascal(operationId.replace(/^(?:Query|Mutation|Caller)_/, ''))

const refName = (schema: Schema | undefined): string | undefined => schema?.$ref?.replace('#/components/schemas/', '')

/** What is answered: a record by its name, or a list of such records. */
function answerOf(document: OpenApi, { responses }: Operation): { answer: string; isList: boolean } {
  const success = Object.keys(responses).find((status) => status.startsWith('2'))!
  const { schema } = responses[success]!.content['application/json']
  const name = refName(schema)
  const { properties } = name ? (document.components.schemas[name] as Schema) : schema
  if (properties?.object?.enum?.[0] !== 'list') return { answer: name!, isList: false }
  return { answer: refName(properties.data?.items) ?? `${name}['data'][number]`, isList: true }
}

/** A noun with records of its own, or a list: its methods are grouped under it. */
const isResource = (document: OpenApi, noun: string): boolean =>
  Object.keys(document.paths).some((path) => path.startsWith(`/v1/${noun}/{`)) ||
  (document.paths[`/v1/${noun}`]?.get && answerOf(document, document.paths[`/v1/${noun}`]!.get!).isList) === true

const standard: Record<string, string> = { POST: 'create', PATCH: 'update', DELETE: 'delete' }

/**
 * The name of a path's method: `POST /v1/aliases` is aliases.create, `POST /v1/aliases/{id}/verify` aliases.verify,
 * `GET /v1/identities/{id}/aliases` identities.aliases.list, a POST there identities.aliases.create, `POST /v1/resolve/bulk` resolveBulk.
 */
function methodOf(document: OpenApi, verb: string, path: string, isList: boolean): string[] {
  const steps = path.split('/').slice(2)
  const nouns = steps.filter((step) => !isParam(step)).map(camel)
  if (!isResource(document, steps[0]!)) return [camel(steps.filter((step) => !isParam(step)).join('_'))]
  if (isList) return verb === 'GET' ? [...nouns, 'list'] : nouns
  if (isParam(steps.at(-1)!)) return [...nouns, standard[verb] ?? 'retrieve']
  const isListed = document.paths[path]?.get && answerOf(document, document.paths[path].get).isList
  return steps.length === 1 || isListed ? [...nouns, standard[verb]!] : nouns
}

function queryOf({ operationId, parameters = [] }: Operation): Pick<ClientOperation, 'query'> {
  const taken = parameters.filter((one) => one.in === 'query')
  if (taken.length === 0) return {}
  const properties = Object.fromEntries(
    taken.map(({ name, schema, description }) => [name, { ...schema, description }]),
  )
  return { query: { type: `${stemOf(operationId)}Query`, schema: { type: 'object', properties } } }
}

function bodyOf({ operationId, requestBody }: Operation): Pick<ClientOperation, 'body'> {
  if (!requestBody) return {}
  const { schema } = requestBody.content['application/json']
  return { body: { type: `${stemOf(operationId)}Body`, schema, isOptional: !requestBody.required } }
}

export function clientOperations(document: OpenApi): ClientOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([name, operation]) => {
      const verb = name.toUpperCase()
      const { answer, isList } = answerOf(document, operation)
      return {
        verb,
        path,
        method: methodOf(document, verb, path, isList),
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
