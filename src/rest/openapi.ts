import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import Type, { type TSchema } from 'typebox'
import { errorCatalogue } from '../domain/errors.ts'
import { scopes } from '../domain/scopes.ts'
import { statusOf } from './errors.ts'
import { examples } from './examples.ts'
import { components, withNames } from './openapi-components.ts'
import type { Route } from './route.ts'
import { routes } from './routes.ts'
import { errorEnvelope, text } from './schemas.ts'

const pathParams = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)

/** The statuses of the errors that a row can answer with. */
function errorStatuses(row: Route): number[] {
  return [
    400,
    401,
    ...(row.scope === null ? [] : [403]),
    ...(pathParams(row.path).length > 0 || row.body ? [404] : []),
    ...(row.maps.startsWith('Mutation.') ? [409, 422] : []),
    ...(row.body ? [413, 415] : []),
    429,
    500,
    503,
  ]
}

const scopeText = (scope: Route['scope']): string =>
  scope === null
    ? 'Any key.'
    : `Scope: ${typeof scope === 'string' ? `\`${scope}\`` : scope.map((one) => `\`${one}\``).join(' or ')}.`

const tagOf = (path: string): string => path.split('/')[2] ?? 'meta'

/** What each tag is about: the first step of a path is its tag. */
export const tags: Record<string, string> = {
  identities: 'Permanent: a person, merchant, business, organization or machine.',
  aliases: 'Human-friendly identifiers that point to identities.',
  endpoints: 'Typed destinations where value can land.',
  consent_grants: 'Who may see what is consent-required.',
  consent_requests: 'Asking for such sight, and answering.',
  resolve: 'From an alias to the endpoints that the caller may see.',
  api_keys: 'The keys of the own consumer.',
  webhooks: 'Where events are delivered, signed.',
  events: 'What happened.',
  event_types: 'What can happen.',
  me: 'Who the key belongs to.',
  limits: 'What is left of the quotas.',
}

const requestId = text('req_…: what to name when asking about a request')
const retryAfter = Type.Integer({ description: 'Seconds to wait before the same request may be sent again' })

const answer = (description: string, schema: TSchema, status?: number) => ({
  description,
  headers: { 'Request-Id': requestId, ...(status === 429 || status === 503 ? { 'Retry-After': retryAfter } : {}) },
  content: { 'application/json': { schema: withNames(schema) } },
})

/** What the OpenAPI document says of a row. Validation is done by the row itself. */
export function openApiSchema(row: Route): FastifySchema {
  const names = pathParams(row.path)
  const object = (properties: Record<string, TSchema>) => Type.Object(properties)
  const optional = (query: Record<string, TSchema>) =>
    Object.fromEntries(Object.entries(query).map(([name, schema]) => [name, Type.Optional(schema)]))
  return {
    operationId: row.maps.replace('.', '_'),
    summary: row.summary,
    description: scopeText(row.scope),
    tags: [tagOf(row.path)],
    security: [{ apiKey: [] }],
    ...(names.length > 0 ? { params: object(Object.fromEntries(names.map((name) => [name, Type.String()]))) } : {}),
    ...(row.query ? { querystring: object(optional(row.query)) } : {}),
    ...(row.body ? { body: { ...withNames(row.body), examples: [examples[row.maps]] } } : {}),
    ...(row.maps.startsWith('Mutation.')
      ? { headers: object({ 'idempotency-key': Type.Optional(Type.String({ minLength: 1, maxLength: 255 })) }) }
      : {}),
    response: {
      [row.status ?? 200]: answer('Done', row.answers),
      ...Object.fromEntries(errorStatuses(row).map((status) => [status, answer('Refused', errorEnvelope, status)])),
    },
  } as FastifySchema
}

const errorTable = (): string =>
  Object.entries(errorCatalogue)
    .map(
      ([code, { type, message }]) =>
        `| \`${code}\` | ${statusOf(code as keyof typeof errorCatalogue)} | \`${type}\` | ${message} |`,
    )
    .join('\n')

/** Generates the OpenAPI 3.1 document from the mounted rows; `/openapi.json` serves it. */
export async function describeApi(fastify: FastifyInstance, version: string): Promise<void> {
  await fastify.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Signpost',
        version,
        description: `Identity registry and resolution service.\n\n## Scopes\n\n${Object.entries(scopes)
          .map(([scope, { grants }]) => `- \`${scope}\`: ${grants}`)
          .join('\n')}\n\n## Errors\n\n| code | HTTP | type | meaning |\n|---|---|---|---|\n${errorTable()}`,
      },
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
        schemas: components as Record<string, object>,
      },
    },
    transformObject: (made) => ('openapiObject' in made ? withOptionalBodies(made.openapiObject) : made.swaggerObject),
  })
}

/** The plugin takes every body for required. */
function withOptionalBodies<D extends { paths?: object }>(document: D): D {
  const paths = document.paths as Record<string, Record<string, { requestBody: { required: boolean } }>>
  for (const { verb, path } of routes.filter(({ bodyOptional }) => bodyOptional)) {
    paths[path.replace(/:(\w+)/g, '{$1}')]![verb.toLowerCase()]!.requestBody.required = false
  }
  return document
}
