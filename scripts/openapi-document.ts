import Fastify from 'fastify'
import { version } from '../src/kernel/version.ts'
import { describeApi, openApiSchema } from '../src/surfaces/rest/openapi.ts'
import { routes } from '../src/surfaces/rest/routes.ts'

/** The keywords of JSON Schema that the generators read. */
export type JsonSchema = {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  /** Sets of members that belong together: exactly one of these sets. */
  readonly oneOf?: readonly (JsonSchema & { readonly required: readonly string[] })[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly description?: string
}

type Parameter = { in: string; name: string; schema: JsonSchema; description?: string; required?: boolean }
type Content = { content: { 'application/json': { schema: JsonSchema; example?: unknown } } }

export type Operation = {
  /** The method of a client: `identities.create`. */
  operationId: string
  'x-graphql-field': string
  summary: string
  tags: string[]
  description: string
  parameters?: Parameter[]
  requestBody?: { required: boolean } & Content
  responses: Record<string, Content>
}

/** The OpenAPI document, as far as the generators read it. */
export type OpenApi = {
  openapi: string
  info: object
  paths: Record<string, Record<string, Operation>>
  tags: { name: string; description: string; 'x-displayName': string }[]
  components: { schemas: Record<string, JsonSchema> }
}

/** The name behind a `$ref`. */
export const refName = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

/** The values of an object without named properties; undefined if any may be there. */
export const valuesOf = ({ additionalProperties: values }: JsonSchema): JsonSchema | undefined =>
  typeof values === 'object' && Object.keys(values).length > 0 ? values : undefined

/** `/openapi.json` without a running server. */
export async function openApiDocument(): Promise<OpenApi> {
  const fastify = Fastify({ exposeHeadRoutes: false })
  fastify.setValidatorCompiler(() => () => true)
  fastify.setSerializerCompiler(() => JSON.stringify)
  await describeApi(fastify, version)
  for (const row of routes) {
    fastify.route({ method: row.verb, url: row.path, schema: openApiSchema(row), handler: () => undefined })
  }
  await fastify.ready()
  return fastify.swagger() as unknown as OpenApi
}
