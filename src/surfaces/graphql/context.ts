import type { FastifyRequest } from 'fastify'
import type { SignpostError } from '../../kernel/errors.ts'
import type { RequestContext } from '../request-context.ts'

/** What resolvers see, with what the gate needs of the request that it came by. */
export type GraphQLContext = RequestContext & {
  http: {
    request: FastifyRequest
    body: unknown
    mayRunAnything: boolean
    hasRun: boolean
    /** The caller lacks the scope of every root field: nothing runs. */
    lacksScope: boolean
    /** Why the document went nowhere, when it was judged before Apollo could be told. */
    refused?: SignpostError
  }
}
