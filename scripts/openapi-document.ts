import Fastify from 'fastify'
import { describeApi, openApiSchema } from '../src/rest/openapi.ts'
import { routes } from '../src/rest/routes.ts'
import { version } from '../src/version.ts'

/** `/openapi.json` without a server: what the generators read. */
export async function openApiDocument() {
  const fastify = Fastify({ exposeHeadRoutes: false })
  fastify.setValidatorCompiler(() => () => true)
  fastify.setSerializerCompiler(() => JSON.stringify)
  await describeApi(fastify, version)
  for (const row of routes) {
    fastify.route({ method: row.verb, url: row.path, schema: openApiSchema(row), handler: () => undefined })
  }
  await fastify.ready()
  return fastify.swagger() as unknown
}

if (import.meta.main) console.log(JSON.stringify(await openApiDocument(), null, 2))
