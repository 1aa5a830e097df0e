import type { FastifyRequest } from 'fastify'
import type { RequestContext } from '../../app/request-context.ts'

/** What resolvers see, with what the gate needs of the request that it came by. */
export type GraphQLContext = RequestContext & {
  http: { request: FastifyRequest; body: unknown; mayRunAnything: boolean; hasRun: boolean }
}
