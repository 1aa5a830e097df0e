import Fastify from 'fastify'
import { version } from '../src/kernel/version.ts'
import { describeApi, openApiSchema } from '../src/surfaces/rest/openapi.ts'
import { routes } from '../src/surfaces/rest/routes.ts'

type Parameter = { in: string; name: string; schema: object; description?: string; required?: boolean }
export type Schema = { $ref?: string; properties?: Record<string, Schema & { enum?: string[] }>; items?: Schema }
type Content<S> = { content: { 'application/json': { schema: S; example?: unknown } } }

export type Operation = {
  /** The method of a client: `identities.create`. */
  operationId: string
  'x-graphql-field': string
  summary: string
  tags: string[]
  description: string
  parameters?: Parameter[]
  requestBody?: { required: boolean } & Content<object>
  responses: Record<string, Content<Schema>>
}

/** The OpenAPI document, as far as the generators read it. */
export type OpenApi = {
  openapi: string
  info: object
  paths: Record<string, Record<string, Operation>>
  tags: { name: string; description: string; 'x-displayName': string }[]
  components: { schemas: Record<string, object> }
}

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
