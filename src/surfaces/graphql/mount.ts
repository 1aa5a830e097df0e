import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { SignpostError } from '../../kernel/errors.ts'
import type { App } from '../../process/compose/context.ts'
import { docUrlOf } from '../errors.ts'
import { performs, refuseKeyInUrl, refuseRequest, send } from '../http/gate.ts'
import { createPipeline, operationOf } from './pipeline.ts'

const bodyLimit = 128 * 1024

const otherVerbs: HTTPMethods[] = ['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

type Explorer = ((reply: FastifyReply) => unknown) | null

/** Mounts `/graphql`. `explorer` answers a browser that asks for the page. */
export async function mountGraphql(
  fastify: FastifyInstance,
  app: App,
  { explorer }: { explorer: Explorer },
): Promise<void> {
  const pipeline = await createPipeline(app, (code) => docUrlOf(app.config, fastify.server, code))
  fastify.addHook('onClose', () => pipeline.apollo.stop())
  const operation = operationOf(pipeline)
  const parts = performs(app, operation, bodyLimit)

  const errorHandler = async (failure: unknown, request: FastifyRequest, reply: FastifyReply) =>
    send(reply, refuseRequest(app, request, failure, pipeline.envelope))

  fastify.route({
    url: '/graphql',
    method: otherVerbs,
    schema: { hide: true },
    errorHandler,
    onRequest: async (request, reply) => {
      if (explorer && wantsPage(request)) return reply.send(await explorer(reply))
      reply.header('allow', 'GET, POST')
      throw new SignpostError('method_not_allowed')
    },
    handler: () => undefined,
  })

  fastify.route({
    url: '/graphql',
    method: ['GET', 'POST'],
    ...parts,
    config: { reads: 'graphql', operation: operation.name },
    schema: { hide: true },
    errorHandler,
    onRequest: async (request, reply) => {
      refuseKeyInUrl(request)
      if (explorer && wantsPage(request)) return reply.send(await explorer(reply))
      await parts.onRequest(request)
    },
  })
}

const wantsPage = ({ method, headers, query }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  /text\/html/.test(headers.accept ?? '') &&
  !Object.hasOwn(query as object, 'query')
