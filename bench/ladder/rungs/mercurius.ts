import '../one-graphql.ts'
import { Fastify } from '../../packages.ts'
import { foreign, openApp, plainContext, ready, setting } from './serving.ts'

/** mercurius with its just-in-time compiler on our schema and resolvers, with our key check. */
const { createSchema } = await import('../../../src/surfaces/graphql/schema.ts')
const { default: mercurius } = await import(foreign('mercurius'))
const app = await openApp()
const fastify = Fastify({ logger: false })
await fastify.register(mercurius, {
  schema: createSchema() as never,
  jit: 1,
  context: (request: { headers: { authorization?: string | undefined } }) =>
    plainContext(app, request.headers.authorization) as never,
})
await fastify.listen({ port: setting.port, host: '127.0.0.1' })
ready()
