import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import Type, { type TSchema } from 'typebox'
import { errorCatalogue } from '../domain/errors.ts'
import { scopes } from '../domain/scopes.ts'
import { statusOf } from './errors.ts'
import type { Route } from './route.ts'
import { errorEnvelope } from './schemas.ts'

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

/** What the OpenAPI document says of a row. Validation is done by the row itself. */
export function openApiSchema(row: Route): FastifySchema {
  const names = pathParams(row.path)
  const object = (properties: Record<string, TSchema>) => Type.Object(properties)
  const described = (entries: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(entries).map(([name, description]) => [name, Type.Optional(Type.String({ description }))]),
    )
  return {
    operationId: row.maps.replace('.', '_'),
    summary: row.summary,
    description: scopeText(row.scope),
    tags: [tagOf(row.path)],
    security: [{ apiKey: [] }],
    ...(names.length > 0 ? { params: object(Object.fromEntries(names.map((name) => [name, Type.String()]))) } : {}),
    ...(row.query ? { querystring: object(described(row.query)) } : {}),
    ...(row.body ? { body: row.body } : {}),
    ...(row.maps.startsWith('Mutation.')
      ? { headers: object({ 'idempotency-key': Type.Optional(Type.String({ minLength: 1, maxLength: 255 })) }) }
      : {}),
    response: {
      [row.status ?? 200]: { description: 'Done', ...row.answers },
      ...Object.fromEntries(errorStatuses(row).map((status) => [status, { description: 'Refused', ...errorEnvelope }])),
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
      components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
    },
  })
}
