import { ApolloServer, type ApolloServerPlugin, HeaderMap } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { App } from '../context.ts'
import { SignpostError } from '../domain/errors.ts'
import { encodeId } from '../domain/id.ts'
import {
  admit,
  errorHeaders,
  logFailure,
  publicRequestId,
  readIdempotency,
  refuseKeyInUrl,
  requireSize,
} from '../http/gate.ts'
import { RequestContext } from '../request-context.ts'
import { nobody } from '../services/caller.ts'
import { admitDocument } from './admission.ts'
import { bounds, fragmentsOf, requireBounds, requireExactAmounts, rootFields } from './complexity.ts'
import { requireBudget } from './cost.ts'
import { withinTime } from './deadline.ts'
import { extensionsOf, formatError, graphqlError, signpostErrorOf } from './errors.ts'
import { meterOperations } from './metering.ts'
import { requireReferences } from './references.ts'
import { createSchema } from './schema.ts'
import { readTrustedDocuments } from './trusted-documents.ts'

const bodyLimit = 128 * 1024

/** What answers without a key. */
const keyless = new Set(['__schema', '__typename', '_service'])

/** A browser sends none of these to another origin unasked. */
const preflighted = ['authorization', 'apollo-require-preflight', 'x-apollo-operation-name']

const otherVerbs: HTTPMethods[] = ['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

type GraphQLContext = RequestContext & { http: { request: FastifyRequest; body: unknown; mayRunAnything: boolean } }

/** A missing key fails like a wrong one, and counts like it. */
async function refuseKeyless({ app, http }: GraphQLContext, refused: (error: SignpostError) => Error): Promise<never> {
  try {
    await app.limits.admitFailure(http.request.ip)
  } catch (error) {
    throw error instanceof SignpostError ? refused(error) : error
  }
  throw refused(new SignpostError('api_key_missing'))
}

/** Judges each operation before it runs: who asks, how large it is, and what its Idempotency-Key stands for. */
const gateOf = (refusal: RefusalStatus): ApolloServerPlugin<GraphQLContext> => ({
  requestDidStart: async () => ({
    async didResolveOperation({ operation, document, schema, contextValue, request }) {
      if (!operation) return
      const refused = (error: SignpostError) => graphqlError(error, refusal(error).status)
      const fields = rootFields(operation, fragmentsOf(document))
      if (contextValue.caller === nobody && !fields.every((name) => keyless.has(name))) {
        await refuseKeyless(contextValue, refused)
      }
      // With trusted documents only introspection comes here unlisted, while it is on at all.
      if (!contextValue.http.mayRunAnything && !fields.every((name) => keyless.has(name))) {
        throw refused(new SignpostError('document_unknown'))
      }
      try {
        requireBounds(document, operation)
        requireReferences({ schema, document, operation, variables: request.variables ?? {} })
        requireBudget(schema, document, operation, request.variables ?? {})
        if (operation.operation === 'mutation') {
          requireExactAmounts(document)
          const { query, variables, operationName } = request
          contextValue.idempotency = readIdempotency(contextValue.http.request, () =>
            JSON.stringify([query, variables ?? null, operationName ?? null]),
          )
          if (contextValue.idempotency && fields.length > 1) throw new SignpostError('idempotency_key_invalid')
        }
      } catch (error) {
        throw error instanceof SignpostError ? refused(error) : error
      }
    },

    async didEncounterErrors({ errors, contextValue, response }) {
      for (const failure of errors) {
        const error = signpostErrorOf(failure)
        logFailure(contextValue.app, encodeId('request', contextValue.requestId), error)
        if (error.type === 'authentication_error') response.http?.headers.set('www-authenticate', 'Bearer')
        if (error.retryAfter !== undefined) response.http?.headers.set('retry-after', String(error.retryAfter))
        // A miss makes the whole answer wait on the wider grid, whatever else it holds.
        if (contextValue.release !== 'at once') contextValue.release = 'bulk'
      }
    },

    async willSendResponse({ response, contextValue }) {
      if (contextValue.release !== 'at once') contextValue.release = 'bulk'
      if (contextValue.replayed) response.http.headers.set('idempotent-replayed', 'true')
      if (response.body.kind !== 'single') return
      const { errors } = response.body.singleResult
      if (!errors) return
      const requestId = encodeId('request', contextValue.requestId)
      response.body.singleResult.errors = errors.map((error) => ({
        ...error,
        // A replayed refusal keeps the id of the request that it was made for.
        extensions: { requestId, ...error.extensions },
      }))
    },
  }),
})

function sendRefusal(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  error: SignpostError,
  status: number,
): string {
  const requestId = publicRequestId(request)
  logFailure(app, requestId, error)
  errorHeaders(reply, error)
  reply.code(status).type('application/json; charset=utf-8')
  return JSON.stringify({ errors: [{ message: error.message, extensions: { ...extensionsOf(error), requestId } }] })
}

/** What Apollo refuses before it knows the request has no id yet: a batch, a form, a body that is none. */
function withRequestId(text: string, requestId: string): string {
  const answer = JSON.parse(text) as { errors?: { extensions?: object }[] }
  return JSON.stringify({
    ...answer,
    errors: answer.errors?.map((error) => ({ ...error, extensions: { requestId, ...error.extensions } })),
  })
}

export type RefusalStatus = (failure: unknown) => { error: SignpostError; status: number }

/** Mounts `/graphql`. `explorer` answers a browser that asks for the page; `refusal` gives a failure its HTTP status. */
export async function mountGraphql(
  fastify: FastifyInstance,
  app: App,
  { explorer, refusal }: { explorer: ((reply: FastifyReply) => unknown) | null; refusal: RefusalStatus },
): Promise<void> {
  const schema = createSchema()
  const { introspection, trustedDocuments, operationTimeoutMs } = app.config
  const trusted = trustedDocuments === undefined ? null : readTrustedDocuments(trustedDocuments, schema)
  const apollo = new ApolloServer<GraphQLContext>({
    schema,
    introspection,
    csrfPrevention: { requestHeaders: preflighted },
    persistedQueries: false,
    allowBatchedHttpRequests: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    hideSchemaDetailsFromClientErrors: app.config.production,
    parseOptions: { maxTokens: bounds.tokens },
    formatError,
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      // It would wrap every field of every answer, and nothing here may be cached.
      ApolloServerPluginCacheControlDisabled(),
      gateOf(refusal),
      ...(app.metrics ? [meterOperations(app.metrics)] : []),
    ],
  })
  await apollo.start()
  fastify.addHook('onClose', () => apollo.stop())

  async function execute(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const headers = new HeaderMap()
    for (const [name, value] of Object.entries(request.headers)) {
      if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
    }
    const { caller } = request.context!
    // A federation router plans its own queries: its key says so. The limits judge them like any.
    const document = admitDocument(trusted, request, caller.router || introspection)
    const mayRunAnything = trusted === null || document.isTrusted || caller.router
    const http = { request, body: document.body, mayRunAnything }
    const context = Object.assign(request.context!, { http }) as GraphQLContext
    const answer = await withinTime(
      operationTimeoutMs,
      () =>
        apollo.executeHTTPGraphQLRequest({
          httpGraphQLRequest: { method: request.method, headers, search: document.search, body: document.body },
          context: async () => context,
        }),
      () => context.abandon(),
    )
    for (const [name, value] of answer.headers) if (name !== 'cache-control') reply.header(name, value)
    if (answer.status !== undefined) reply.code(answer.status)
    const text = answer.body.kind === 'complete' ? answer.body.string : ''
    return reply.statusCode >= 400 ? withRequestId(text, publicRequestId(request)) : text
  }

  const errorHandler = (failure: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { error, status } = refusal(failure)
    return reply.send(sendRefusal(app, request, reply, error, status))
  }
  fastify.route({
    url: '/graphql',
    method: otherVerbs,
    schema: { hide: true },
    errorHandler,
    onRequest: async (_, reply) => {
      reply.header('allow', 'GET, POST')
      throw new SignpostError('method_not_allowed')
    },
    handler: () => undefined,
  })
  fastify.route({
    url: '/graphql',
    method: ['GET', 'POST'],
    bodyLimit,
    schema: { hide: true },
    errorHandler,
    onRequest: async (request, reply) => {
      refuseKeyInUrl(request)
      if (explorer && wantsPage(request)) return reply.send(await explorer(reply))
      requireSize(request, bodyLimit)
      if (request.headers.authorization !== undefined) await admit(app, request)
      else request.context = new RequestContext(app, { caller: nobody, requestId: request.requestUuid })
    },
    handler: execute,
  })
}

const wantsPage = ({ method, headers, query }: FastifyRequest): boolean =>
  method === 'GET' && /text\/html/.test(headers.accept ?? '') && !Object.hasOwn(query as object, 'query')
