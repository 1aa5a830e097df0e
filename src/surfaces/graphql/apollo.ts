import { ApolloServer, type ApolloServerPlugin, HeaderMap } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled'
import type { FastifyRequest } from 'fastify'
import type { GraphQLFormattedError, GraphQLSchema } from 'graphql'
import type { Config } from '../../config/config.ts'
import { SignpostError } from '../../kernel/errors.ts'
import type { Noted } from '../noted.ts'
import type { Rendered } from '../perform.ts'
import type { RequestContext } from '../request-context.ts'
import { codeOf, type FormatError, inOrder, noteFailures, statusAsJson } from './errors.ts'
import type { SentOperation } from './gate.ts'
import { bounds, requireSmallOperations } from './limits.ts'
import type { OperationMeter } from './metering.ts'
import type { Outcome } from './pipeline.ts'
import type { SentDocument } from './trusted-documents.ts'

/** Headers that a browser sends to another origin only after a preflight. */
const preflighted = ['authorization', 'apollo-require-preflight', 'x-apollo-operation-name']

/** The request's headers that Apollo reads. */
const negotiated = ['content-type', 'accept', ...preflighted]

type Run = (asked: SentOperation) => Promise<Outcome>

/** The request that Apollo works on. Apollo copies the object around it. */
type Asking = {
  readonly context: RequestContext
  readonly run: Run
  /** Set when an operation has an outcome. Apollo itself answers everything else. */
  noted?: Noted
  /** The refusal of a document during validation, where Apollo takes no refusal. */
  refused?: SignpostError
}
type ApolloContext = { readonly asking: Asking }
export type Apollo = ApolloServer<ApolloContext>

/**
 * Apollo parses and validates documents, and negotiates methods and types of content. It executes nothing: operations run
 * by the pipeline's one function.
 */
export async function createApollo(
  { introspection, production }: Pick<Config, 'introspection' | 'production'>,
  { schema, meter, format }: { schema: GraphQLSchema; meter: OperationMeter | null; format: FormatError },
): Promise<Apollo> {
  const apollo: Apollo = new ApolloServer<ApolloContext>({
    schema,
    introspection,
    csrfPrevention: { requestHeaders: preflighted },
    persistedQueries: false,
    documentStore: null,
    allowBatchedHttpRequests: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    hideSchemaDetailsFromClientErrors: production,
    parseOptions: { maxTokens: bounds.tokens },
    // Computing the location of each error reads the text from the start.
    validationOptions: { maxErrors: 5, hideSuggestions: production },
    formatError: format,
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      // Cache control wraps every field of every response, and no response here may be cached.
      ApolloServerPluginCacheControlDisabled(),
      running(meter),
    ],
  })
  await apollo.start()
  return apollo
}

const running = (meter: OperationMeter | null): ApolloServerPlugin<ApolloContext> => ({
  requestDidStart: async () => ({
    /**
     * Validation compares the fields of a document with each other; documents that are refused anyway skip it. Apollo
     * treats an error from here as its own fault, so the refusal is stored in the request.
     */
    async validationDidStart({ document, contextValue: { asking } }) {
      try {
        requireSmallOperations(document)
      } catch (error) {
        if (error instanceof SignpostError) asking.refused = error
        throw error
      }
    },

    async didEncounterErrors({ errors, contextValue: { asking } }) {
      noteFailures(asking.context, meter, errors)
    },

    async responseForOperation({ schema, document, operation, request, source, contextValue: { asking } }) {
      if (!operation) return null
      const { variables = {}, operationName } = request
      const { status, headers, result, noted } = await asking.run({
        schema,
        document,
        operation,
        text: source,
        variables,
        operationName: operationName ?? null,
      })
      asking.noted = noted
      return {
        body: { kind: 'single', singleResult: result },
        http: { ...(status === undefined ? {} : { status }), headers: new HeaderMap(headers) },
      }
    },
  }),
})

/** Has Apollo answer a request. `run` executes the operation that it finds. */
export async function askApollo(
  apollo: Apollo,
  context: RequestContext,
  { request, sent, run }: { request: FastifyRequest; sent: SentDocument; run: Run },
): Promise<Rendered> {
  const asking: Asking = { context, run }
  const answer = await apollo.executeHTTPGraphQLRequest({
    httpGraphQLRequest: {
      method: request.method,
      headers: negotiatedHeaders(request),
      search: sent.search,
      body: sent.body,
    },
    context: async () => ({ asking }),
  })
  if (asking.refused) throw asking.refused
  const { status, headers } = answer
  const tellsByStatus = headers.get('content-type')?.startsWith('application/graphql-response+json')
  const text = answer.body.kind === 'complete' ? answer.body.string : ''
  return {
    status: tellsByStatus ? status : statusAsJson(status),
    headers: [...headers].filter(([name]) => name !== 'cache-control'),
    ...(asking.noted ? { text, noted: asking.noted } : refusalOf(text, context.publicId)),
  }
}

/** Apollo's own refusals, in the order of the document, with the id of the request. */
function refusalOf(text: string, requestId: string): Pick<Rendered, 'text' | 'noted'> {
  const { errors, ...answer } = JSON.parse(text) as { errors?: GraphQLFormattedError[] }
  const shown = inOrder(errors ?? []).map((error) => ({ ...error, extensions: { requestId, ...error.extensions } }))
  const noted: Noted = { operation: 'graphql', isWrite: false, code: codeOf(shown) }
  return { text: `${JSON.stringify({ errors: shown, ...answer })}\n`, noted }
}

function negotiatedHeaders({ headers: sent }: FastifyRequest): HeaderMap {
  const headers = new HeaderMap()
  for (const name of negotiated) {
    const value = sent[name]
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  return headers
}
