import { ApolloServer, HeaderMap } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { App } from '../../app/context.ts'
import { RequestContext } from '../../app/request-context.ts'
import { nobody } from '../../kernel/call.ts'
import { withinTime } from '../../kernel/deadline.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { admit, errorHeaders, failureOf, logFailure, refuseKeyInUrl, requireSize } from '../http/gate.ts'
import { pageRateOf } from '../http/page-rate.ts'
import { type AdmittedDocument, admitDocument, sentText } from './admission.ts'
import { bounds } from './complexity.ts'
import type { GraphQLContext } from './context.ts'
import { extensionsOf, formatError } from './errors.ts'
import { createShortWay } from './fast-path.ts'
import { gateOf, type RefusalStatus, showErrors, widenRelease } from './gate.ts'
import { createFailureCount, isKeyless, requireKeylessSize, requireKeylessText } from './keyless.ts'
import { createOperationMeter, meterOperations } from './metering.ts'
import { createSchema } from './schema.ts'
import { requireText } from './text-bounds.ts'
import { readTrustedDocuments } from './trusted-documents.ts'

const bodyLimit = 128 * 1024

/** A browser sends none of these to another origin unasked. */
const preflighted = ['authorization', 'apollo-require-preflight', 'x-apollo-operation-name']

/** The request's headers that Apollo reads. */
const negotiated = ['content-type', 'accept', ...preflighted]

const otherVerbs: HTTPMethods[] = ['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

function sendRefusal(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  error: SignpostError,
  status: number,
): string {
  const requestId = request.publicId
  logFailure(app, requestId, error)
  errorHeaders(reply, error)
  reply.code(status).type('application/json; charset=utf-8')
  return JSON.stringify({ errors: [{ message: error.message, extensions: { ...extensionsOf(error), requestId } }] })
}

/** What Apollo refuses before it knows the request has no id yet: a batch, a form, a body that is none. */
function withRequestIds(text: string, requestId: string): string {
  const answer = JSON.parse(text) as { errors?: { extensions?: object }[] }
  return JSON.stringify({
    ...answer,
    errors: answer.errors?.map((error) => ({ ...error, extensions: { requestId, ...error.extensions } })),
  })
}

/** Mounts `/graphql`. `explorer` answers a browser that asks for the page; `refusal` gives a failure its HTTP status. */
export async function mountGraphql(
  fastify: FastifyInstance,
  app: App,
  { explorer, refusal }: { explorer: ((reply: FastifyReply) => unknown) | null; refusal: RefusalStatus },
): Promise<void> {
  const schema = createSchema()
  const { introspection, trustedDocuments, operationTimeoutMs } = app.config
  const trusted = trustedDocuments === undefined ? null : readTrustedDocuments(trustedDocuments, schema)
  const meter = app.metrics ? createOperationMeter(app.metrics) : null
  const shortWay = createShortWay(schema, meter)
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
    // Each error finds its place by reading the text from the start.
    validationOptions: { maxErrors: 5, hideSuggestions: app.config.production },
    formatError,
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      // It would wrap every field of every answer, and nothing here may be cached.
      ApolloServerPluginCacheControlDisabled(),
      gateOf(refusal, shortWay.remember),
      ...(meter ? [meterOperations(meter)] : []),
    ],
  })
  await apollo.start()
  fastify.addHook('onClose', () => apollo.stop())

  const countFailure = createFailureCount(app)

  async function answerShort(
    context: GraphQLContext,
    document: AdmittedDocument,
    reply: FastifyReply,
  ): Promise<string | null> {
    const setHeader = (name: string, value: string) => void reply.header(name, value)
    const text = await shortWay.answer(context, document, (errors) => showErrors(context, errors, setHeader))
    if (text === null) return null
    widenRelease(context)
    reply.type('application/json; charset=utf-8')
    return text
  }

  async function execute(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { caller } = request.context!
    requireDocument(request)
    // A federation router plans its own queries: its key says so. The limits judge them like any.
    const document = admitDocument(trusted, request, caller.router || introspection)
    const mayRunAnything = trusted === null || document.isTrusted || caller.router
    const http = { request, body: document.body, mayRunAnything, hasRun: false }
    const context = Object.assign(request.context!, { http }) as GraphQLContext
    const abandon = () => context.abandon()
    if (takesJson(request)) {
      const short = await withinTime(operationTimeoutMs, () => answerShort(context, document, reply), abandon)
      if (short !== null) return short
    }
    const headers = new HeaderMap()
    for (const name of negotiated) {
      const value = request.headers[name]
      if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
    }
    const answer = await withinTime(
      operationTimeoutMs,
      () =>
        apollo.executeHTTPGraphQLRequest({
          httpGraphQLRequest: { method: request.method, headers, search: document.search, body: document.body },
          context: async () => context,
        }),
      abandon,
    )
    const hasRun = http.hasRun && (answer.status ?? 200) < 400
    const tooMany = hasRun ? null : await countFailure(request)
    if (tooMany) throw tooMany
    for (const [name, value] of answer.headers) if (name !== 'cache-control') reply.header(name, value)
    if (answer.status !== undefined) reply.code(answer.status)
    const text = answer.body.kind === 'complete' ? answer.body.string : ''
    return reply.statusCode >= 400 ? withRequestIds(text, request.publicId) : text
  }

  const errorHandler = async (failure: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { error, status } = refusal((await countFailure(request)) ?? failureOf(request, failure))
    return sendRefusal(app, request, reply, error, status)
  }
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
      if (request.headers.authorization !== undefined) await admit(app, request)
      else {
        request.context = new RequestContext(app, { caller: nobody, requestId: request.requestUuid })
        requireKeylessSize(request)
      }
    },
    handler: execute,
  })
}

/** Judges the text as it was sent, before anything reads it. */
function requireDocument(request: FastifyRequest): void {
  const text = sentText(request)
  if (isKeyless(request)) requireKeylessText(text)
  requireText(text)
}

/** A POST whose answer is plain JSON: whatever else there is to agree on is Apollo's. */
const takesJson = ({ method, headers: { accept } }: FastifyRequest): boolean =>
  method === 'POST' && (accept === undefined || accept === '*/*' || accept === 'application/json')

const wantsPage = ({ method, headers, query }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  /text\/html/.test(headers.accept ?? '') &&
  !Object.hasOwn(query as object, 'query')
