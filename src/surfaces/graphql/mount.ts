import { ApolloServer, HeaderMap } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { GraphQLError } from 'graphql'
import type { App } from '../../app/context.ts'
import { withinTime } from '../../kernel/deadline.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { admitRequestTo, incomingOf, refuseKeyInUrl, refuseRequest, requireSize, send } from '../http/gate.ts'
import { pageRateOf } from '../http/page-rate.ts'
import { requireQueryValues } from '../http/value-bounds.ts'
import { type Envelope, type Header, type Operation, perform, type Rendered, strangerOf } from '../perform.ts'
import type { RequestContext } from '../request-context.ts'
import { type AdmittedDocument, admitDocument, sentText } from './admission.ts'
import { bounds } from './complexity.ts'
import type { GraphQLContext } from './context.ts'
import { boundDocuments } from './document-bounds.ts'
import { extensionsOf, formatError } from './errors.ts'
import { createFastPath } from './fast-path.ts'
import { gateOf, showErrors } from './gate.ts'
import { createFailureCount, isKeyless, requireKeylessSize, requireKeylessText } from './keyless.ts'
import { createOperationMeter, meterOperations, meterPersisted } from './metering.ts'
import { createPersistedQueries, notFound } from './persisted-queries.ts'
import { createSchema } from './schema.ts'
import { requireText } from './text-bounds.ts'
import { readTrustedDocuments } from './trusted-documents.ts'

const bodyLimit = 128 * 1024

/** A browser sends none of these to another origin unasked. */
const preflighted = ['authorization', 'apollo-require-preflight', 'x-apollo-operation-name']

/** The request's headers that Apollo reads. */
const negotiated = ['content-type', 'accept', ...preflighted]

const otherVerbs: HTTPMethods[] = ['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const envelope: Envelope = (_, error, requestId) =>
  JSON.stringify({ errors: [{ message: error.message, extensions: { ...extensionsOf(error), requestId } }] })

/** What Apollo refuses before it knows the request has no id yet: a batch, a form, a body that is none. */
function withRequestIds(text: string, requestId: string): string {
  const answer = JSON.parse(text) as { errors?: { extensions?: object }[] }
  return JSON.stringify({
    ...answer,
    errors: answer.errors?.map((error) => ({ ...error, extensions: { requestId, ...error.extensions } })),
  })
}

/** Mounts `/graphql`. `explorer` answers a browser that asks for the page. */
export async function mountGraphql(
  fastify: FastifyInstance,
  app: App,
  { explorer }: { explorer: ((reply: FastifyReply) => unknown) | null },
): Promise<void> {
  const schema = createSchema()
  const { introspection, trustedDocuments, operationTimeoutMs } = app.config
  const trusted = trustedDocuments === undefined ? null : readTrustedDocuments(trustedDocuments, schema)
  const meter = app.metrics ? createOperationMeter(app.metrics) : null
  const fastPath = createFastPath(schema, meter)
  const persisted = createPersistedQueries()
  if (app.metrics) meterPersisted(app.metrics, persisted)
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
      boundDocuments,
      gateOf(fastPath.remember),
      ...(meter ? [meterOperations(meter)] : []),
    ],
  })
  await apollo.start()
  fastify.addHook('onClose', () => apollo.stop())

  const countFailure = createFailureCount(app)

  async function answerShort(context: GraphQLContext, document: AdmittedDocument): Promise<Rendered | null> {
    const headers: Header[] = []
    const show = (errors: readonly GraphQLError[]) => showErrors(context, errors, (...header) => headers.push(header))
    const text = await fastPath.answer(context, document, show)
    return text === null ? null : { text, headers }
  }

  async function execute(received: RequestContext, request: FastifyRequest): Promise<Rendered> {
    const { caller } = received
    requireDocument(request)
    // A federation router plans its own queries: its key says so. The limits judge them like any.
    const known = { trusted, persisted: trusted === null || caller.router ? persisted : null }
    const document = admitDocument(known, request, caller.router || introspection)
    if (document === null) return { text: notFound(received.publicId) }
    const mayRunAnything = trusted === null || document.isTrusted || caller.router
    const http: GraphQLContext['http'] = { request, body: document.body, mayRunAnything, hasRun: false }
    const context = Object.assign(received, { http }) as GraphQLContext
    const late = () => {
      context.abandon()
      return new SignpostError('service_unavailable', { retryAfter: 1 })
    }
    const short = takesJson(request)
      ? await withinTime(operationTimeoutMs, () => answerShort(context, document), late)
      : null
    const rendered = short ?? (await answerLong(context, document, late))
    // Only what ran may be asked for by its hash.
    if (document.register && (short !== null || http.hasRun)) persisted.keep(caller, document.register)
    return rendered
  }

  /** Apollo's way: for whatever the fast path leaves. */
  async function answerLong(
    context: GraphQLContext,
    document: AdmittedDocument,
    late: () => SignpostError,
  ): Promise<Rendered> {
    const { http } = context
    const { request } = http
    const answer = await withinTime(
      operationTimeoutMs,
      () =>
        apollo.executeHTTPGraphQLRequest({
          httpGraphQLRequest: {
            method: request.method,
            headers: negotiatedHeaders(request),
            search: document.search,
            body: document.body,
          },
          context: async () => context,
        }),
      late,
    )
    if (http.refused) throw http.refused
    const hasRun = http.hasRun && (answer.status ?? 200) < 400
    const tooMany = hasRun ? null : await countFailure(request)
    if (tooMany) throw tooMany
    const status = answer.status ?? 200
    const text = answer.body.kind === 'complete' ? answer.body.string : ''
    return {
      status,
      text: status >= 400 ? withRequestIds(text, context.publicId) : text,
      headers: [...answer.headers].filter(([name]) => name !== 'cache-control'),
    }
  }

  /** A document is one operation: its fields are judged one by one before it runs. */
  const operation: Operation<FastifyRequest, FastifyRequest, Rendered> = {
    name: 'graphql',
    scope: null,
    grid: 'bulk',
    payload: null,
    envelope,
    read: (request) => request,
    async run(context, request) {
      try {
        return await execute(context, request)
      } catch (failure) {
        throw (await countFailure(request)) ?? failure
      }
    },
    render: (rendered) => rendered,
  }

  const errorHandler = async (failure: unknown, request: FastifyRequest, reply: FastifyReply) =>
    send(reply, refuseRequest(app, request, (await countFailure(request)) ?? failure, envelope))
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
      if (request.headers.authorization !== undefined) await admitRequestTo(app, request, operation)
      else {
        request.context = strangerOf(app, incomingOf(request))
        requireKeylessSize(request)
      }
    },
    handler: async (request, reply) =>
      send(reply, await perform(app, operation, { context: request.context!, sent: request })),
  })
}

function negotiatedHeaders({ headers: sent }: FastifyRequest): HeaderMap {
  const headers = new HeaderMap()
  for (const name of negotiated) {
    const value = sent[name]
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  return headers
}

/** Judges the text as it was sent, before anything reads it. */
function requireDocument(request: FastifyRequest): void {
  const text = sentText(request)
  if (isKeyless(request)) requireKeylessText(text)
  requireText(text)
  if (request.method === 'GET') requireQueryValues(request.url)
}

/** A POST whose answer is plain JSON: whatever else there is to agree on is Apollo's. */
const takesJson = ({ method, headers: { accept } }: FastifyRequest): boolean =>
  method === 'POST' && (accept === undefined || accept === '*/*' || accept === 'application/json')

const wantsPage = ({ method, headers, query }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  /text\/html/.test(headers.accept ?? '') &&
  !Object.hasOwn(query as object, 'query')
