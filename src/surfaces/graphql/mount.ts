import { ApolloServer } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import type { App } from '../../app/context.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { admitRequestTo, refuseKeyInUrl, refuseRequest, requireSize, send } from '../http/gate.ts'
import { pageRateOf } from '../http/page-rate.ts'
import { perform } from '../perform.ts'
import { bounds } from './complexity.ts'
import type { GraphQLContext } from './context.ts'
import { boundDocuments } from './document-bounds.ts'
import { formatError } from './errors.ts'
import { type Executing, envelope, operationOf, preflighted } from './executing.ts'
import { createFastPath, type FastPath } from './fast-path.ts'
import { gateOf } from './gate.ts'
import { createOperationMeter, meterOperations, meterPersisted, type OperationMeter } from './metering.ts'
import { createPersistedQueries } from './persisted-queries.ts'
import { createSchema } from './schema.ts'
import { readTrustedDocuments } from './trusted-documents.ts'

const bodyLimit = 128 * 1024

const otherVerbs: HTTPMethods[] = ['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

type Explorer = ((reply: FastifyReply) => unknown) | null

type Parts = { schema: GraphQLSchema; fastPath: FastPath; meter: OperationMeter | null }

function createApollo({ config }: App, { schema, fastPath, meter }: Parts): ApolloServer<GraphQLContext> {
  return new ApolloServer<GraphQLContext>({
    schema,
    introspection: config.introspection,
    csrfPrevention: { requestHeaders: preflighted },
    persistedQueries: false,
    allowBatchedHttpRequests: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    hideSchemaDetailsFromClientErrors: config.production,
    parseOptions: { maxTokens: bounds.tokens },
    // Each error finds its place by reading the text from the start.
    validationOptions: { maxErrors: 5, hideSuggestions: config.production },
    formatError,
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      // It would wrap every field of every answer, and nothing here may be cached.
      ApolloServerPluginCacheControlDisabled(),
      boundDocuments,
      gateOf(fastPath.remember),
      ...(meter ? [meterOperations(meter)] : []),
    ],
  })
}

/** Mounts `/graphql`. `explorer` answers a browser that asks for the page. */
export async function mountGraphql(
  fastify: FastifyInstance,
  app: App,
  { explorer }: { explorer: Explorer },
): Promise<void> {
  const schema = createSchema()
  const { introspection, trustedDocuments, operationTimeoutMs } = app.config
  const trusted = trustedDocuments === undefined ? null : readTrustedDocuments(trustedDocuments, schema)
  const meter = app.metrics ? createOperationMeter(app.metrics) : null
  const fastPath = createFastPath(schema, meter)
  const persisted = createPersistedQueries()
  if (app.metrics) meterPersisted(app.metrics, persisted)
  const apollo = createApollo(app, { schema, fastPath, meter })
  await apollo.start()
  fastify.addHook('onClose', () => apollo.stop())
  const executing = { apollo, fastPath, trusted, persisted, introspection, operationTimeoutMs }
  mountRoutes(fastify, app, executing, explorer)
}

function mountRoutes(fastify: FastifyInstance, app: App, executing: Executing, explorer: Explorer): void {
  const operation = operationOf(executing)

  const errorHandler = async (failure: unknown, request: FastifyRequest, reply: FastifyReply) =>
    send(reply, refuseRequest(app, request, failure, envelope))

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
    bodyLimit,
    config: { reads: 'graphql' },
    schema: { hide: true },
    errorHandler,
    onRequest: async (request, reply) => {
      refuseKeyInUrl(request)
      if (explorer && wantsPage(request)) {
        pageRateOf(app).admit(request.ip)
        return reply.send(await explorer(reply))
      }
      requireSize(request, bodyLimit)
      await admitRequestTo(app, request, operation)
    },
    handler: async (request, reply) =>
      send(reply, await perform(app, operation, { context: request.context!, sent: request })),
  })
}

const wantsPage = ({ method, headers, query }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  /text\/html/.test(headers.accept ?? '') &&
  !Object.hasOwn(query as object, 'query')
