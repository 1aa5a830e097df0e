import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import Type, { type TSchema } from 'typebox'
import { errorCatalogue } from '../../kernel/errors.ts'
import { scopes } from '../../kernel/scopes.ts'
import { statusOf } from '../../kernel/status.ts'
import { operationIdOf } from './operation.ts'
import { destinationCheckBody, destinationCheckItem, payeeCheckBody, payeeCheckItem } from './payees.ts'
import { bulkItem, resolveItem } from './resolution.ts'
import { groups, type Route } from './route.ts'
import { nouns, routes } from './routes.ts'
import { errorEnvelope, removal, text } from './schema-parts.ts'

const pascal = (name: string): string => name[0]!.toUpperCase() + name.slice(1)

const shapes: Record<string, TSchema> = {
  ...Object.fromEntries(
    nouns.flatMap(({ records }) => Object.entries(records).map(([name, schema]) => [pascal(name), schema])),
  ),
  Removal: removal,
  Refusal: errorEnvelope,
}

const names = new Map<unknown, string>([
  ...Object.entries(shapes).map(([name, schema]) => [schema, name] as const),
  [bulkItem, 'BulkItem'],
  [payeeCheckItem, 'PayeeCheckItem'],
  [destinationCheckItem, 'DestinationCheckItem'],
])

/** Replaces every named schema in a schema (itself too) by a reference. */
export function withNames<T>(schema: T): T {
  const name = names.get(schema)
  return name === undefined ? inside(schema) : ({ $ref: `#/components/schemas/${name}` } as T)
}

const spelled: Readonly<Record<string, string>> = { 'x-values': 'enum', 'x-oneOf': 'oneOf' }

function inside<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withNames) as T
  if (typeof schema !== 'object' || schema === null) return schema
  // Constraints that use cases check with specific codes, as JSON Schema keywords for the document.
  const named = ([key, value]: [string, unknown]) => [spelled[key] ?? key, withNames(value)]
  return Object.fromEntries(Object.entries(schema).map(named)) as T
}

/** The named schemas: the answers, and the items of a bulk. */
export const components: Record<string, TSchema> = {
  ...Object.fromEntries(Object.entries(shapes).map(([name, schema]) => [name, inside(schema)])),
  BulkItem: inside(Type.Union([Type.String({ description: 'An alias whose type is detected' }), resolveItem])),
  PayeeCheckItem: inside(payeeCheckBody),
  DestinationCheckItem: inside(destinationCheckBody),
}

const pathParams = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)

/** The statuses of the errors that a row can answer with. */
function errorStatuses(row: Route): number[] {
  return [
    400,
    401,
    ...(row.scope === null ? [] : [403]),
    ...(pathParams(row.path).length > 0 || row.body ? [404] : []),
    ...(row.maps.startsWith('Mutation.') ? [409, 422] : []),
    ...(row.refuses ?? []),
    ...(row.body ? [413, 415] : []),
    429,
    500,
    503,
  ]
}

/** Lists the error codes of a status; 400 has too many to list. */
function refusalText(status: number): string {
  const codes = Object.keys(errorCatalogue).filter((code) => statusOf(code as keyof typeof errorCatalogue) === status)
  return status === 400 ? 'Refused' : `Refused: ${codes.map((code) => `\`${code}\``).join(', ')}`
}

const scopeText = ({ scope, also = [] }: Route): string => {
  if (scope === null) return 'Any key.'
  const named = [scope].flat().map((one) => `\`${one}\``)
  return `Scope: ${[named.join(' or '), ...also.map((one) => `\`${one}\``)].join(' and ')}.`
}

const tagOf = (path: string): string => path.split('/')[2] ?? 'meta'

const tags: Record<string, string> = Object.assign({}, ...nouns.map((noun) => noun.tags))

const requestId = text("req_…: the request's id, for questions about it")
const retryAfter = Type.Integer({ description: 'Seconds to wait before the same request may be sent again' })

const answer = (description: string, schema: TSchema, status?: number) => ({
  description,
  headers: { 'Request-Id': requestId, ...(status === 429 || status === 503 ? { 'Retry-After': retryAfter } : {}) },
  content: { 'application/json': { schema: withNames(schema) } },
})

/** Describes a row in the OpenAPI document. The row itself validates requests. */
export function openApiSchema(row: Route): FastifySchema {
  const names = pathParams(row.path)
  const object = (properties: Record<string, TSchema>) => Type.Object(properties)
  const optional = (query: Record<string, TSchema>) =>
    Object.fromEntries(Object.entries(query).map(([name, schema]) => [name, Type.Optional(schema)]))
  return {
    operationId: operationIdOf(row, routes),
    'x-graphql-field': row.maps,
    summary: row.summary,
    description: scopeText(row),
    tags: [tagOf(row.path)],
    security: [{ apiKey: [] }],
    ...(names.length > 0 ? { params: object(Object.fromEntries(names.map((name) => [name, Type.String()]))) } : {}),
    ...(row.query ? { querystring: withNames(object(optional(row.query))) } : {}),
    ...(row.body ? { body: { ...withNames(row.body), examples: [row.example] } } : {}),
    ...(row.maps.startsWith('Mutation.')
      ? { headers: object({ 'idempotency-key': Type.Optional(Type.String({ minLength: 1, maxLength: 255 })) }) }
      : {}),
    response: {
      [row.status ?? 200]: answer('Done', row.answers),
      ...(row.isPending ? { 202: answer('Accepted, and not done yet', row.answers) } : {}),
      ...Object.fromEntries(
        errorStatuses(row).map((status) => [status, answer(refusalText(status), errorEnvelope, status)]),
      ),
    },
  } as FastifySchema
}

const tagGroups = groups.map((name) => ({
  name,
  tags: nouns.filter(({ group }) => group === name).flatMap((noun) => Object.keys(noun.tags)),
}))

const titleOf = (tag: string): string =>
  tag === 'api_keys' ? 'API keys' : (tag[0]!.toUpperCase() + tag.slice(1)).replace('_', ' ')

const errorTable = (): string =>
  Object.entries(errorCatalogue)
    .map(
      ([code, { type, message }]) =>
        `| \`${code}\` | ${statusOf(code as keyof typeof errorCatalogue)} | \`${type}\` | ${message} |`,
    )
    .join('\n')

const scopeTable = (): string =>
  Object.entries(scopes)
    .map(([scope, { grants }]) => `| \`${scope}\` | ${grants} |`)
    .join('\n')

const introduction =
  (): string => `Signpost answers an alias with the endpoints behind it that this caller may see, and nothing
else: what is hidden and what is absent are one answer.

Each request carries an API key: \`Authorization: Bearer $KEY\`. The key says which consumer asks and in which environment,
test or live. The examples run as printed where \`KEY\` and the ids that they name, like \`$IDENTITY\`, are set in the shell.

The same over GraphQL is at \`/graphql\`, its SDL at \`/schema.graphql\`.

## Requests

- **Lists** take \`limit\` (1–100), \`starting_after\` and \`ending_before\`, an id each; \`has_more\` says whether to go on.
- **Writes** take an \`Idempotency-Key\`: sent again with it within a day, a request happens once.
- **Unknown** fields and parameters are refused, so that a misspelt one is not ignored.
- **Times** are Unix seconds, in the audit log milliseconds. Every answer carries \`Request-Id\`, a refusal \`request_id\` as well.

## Errors

A refusal is \`{"error": {"type", "code", "message", "param"?, "request_id"}}\`. Decide by \`code\`. Send again, later, what was
refused with 429 or 503 (\`Retry-After\` says when), 500, 408 or \`idempotency_key_in_use\`; nothing else gets better by itself.

| code | HTTP | type | meaning |
|---|---|---|---|
${errorTable()}

## Scopes

| scope | allows |
|---|---|
${scopeTable()}`

/** Generates the OpenAPI 3.1 document from the mounted rows; `/openapi.json` serves it. */
export async function describeApi(fastify: FastifyInstance, version: string): Promise<void> {
  await fastify.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Signpost',
        version,
        description: introduction(),
        license: { name: 'MIT', identifier: 'MIT' } as { name: string },
      },
      tags: Object.entries(tags).map(([name, description]) => ({ name, description, 'x-displayName': titleOf(name) })),
      ...({ 'x-tagGroups': tagGroups } as object),
      components: {
        securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
        schemas: components as Record<string, object>,
      },
    },
    transformObject: (made) => ('openapiObject' in made ? withOptionalBodies(made.openapiObject) : made.swaggerObject),
  })
}

/** Marks optional bodies: the plugin treats every body as required. */
function withOptionalBodies<D extends { paths?: object }>(document: D): D {
  const paths = document.paths as Record<string, Record<string, { requestBody: { required: boolean } }>>
  for (const { verb, path } of routes.filter(({ bodyOptional }) => bodyOptional)) {
    const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[verb.toLowerCase()]
    if (operation) operation.requestBody.required = false
  }
  return document
}
