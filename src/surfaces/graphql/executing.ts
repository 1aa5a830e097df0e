import { type ApolloServer, HeaderMap } from '@apollo/server'
import type { FastifyRequest } from 'fastify'
import type { GraphQLError } from 'graphql'
import { withinTime } from '../../kernel/deadline.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { statusOf } from '../../kernel/status.ts'
import { requireQueryValues } from '../http/value-bounds.ts'
import type { Envelope, Header, Operation, Rendered } from '../perform.ts'
import type { RequestContext } from '../request-context.ts'
import { type AdmittedDocument, admitDocument, sentText } from './admission.ts'
import type { GraphQLContext } from './context.ts'
import { extensionsOf } from './errors.ts'
import type { FastPath } from './fast-path.ts'
import { showErrors } from './gate.ts'
import { notFound, type PersistedQueries } from './persisted-queries.ts'
import { requireText } from './text-bounds.ts'
import type { TrustedDocuments } from './trusted-documents.ts'

/** A browser sends none of these to another origin unasked. */
export const preflighted = ['authorization', 'apollo-require-preflight', 'x-apollo-operation-name']

/** The request's headers that Apollo reads. */
const negotiated = ['content-type', 'accept', ...preflighted]

/** What answers documents: Apollo, the fast path beside it, and what they may run. */
export type Executing = {
  apollo: ApolloServer<GraphQLContext>
  fastPath: FastPath
  trusted: TrustedDocuments | null
  persisted: PersistedQueries
  introspection: boolean
  operationTimeoutMs: number
}

export const envelope: Envelope = (_, error, requestId) =>
  JSON.stringify({ errors: [{ message: error.message, extensions: { ...extensionsOf(error), requestId } }] })

/** What Apollo refuses before it knows the request has no id yet: a batch, a form, a body that is none. */
function withRequestIds(text: string, requestId: string): string {
  const answer = JSON.parse(text) as { errors?: { extensions?: object }[] }
  return JSON.stringify({
    ...answer,
    errors: answer.errors?.map((error) => ({ ...error, extensions: { requestId, ...error.extensions } })),
  })
}

async function answerShort(
  { fastPath }: Executing,
  context: GraphQLContext,
  document: AdmittedDocument,
): Promise<Rendered | null> {
  const headers: Header[] = []
  const show = (errors: readonly GraphQLError[]) => showErrors(context, errors, (...header) => headers.push(header))
  const text = await fastPath.answer(context, document, show)
  return text === null ? null : { text, headers }
}

async function execute(executing: Executing, received: RequestContext, request: FastifyRequest): Promise<Rendered> {
  const { trusted, persisted, introspection, operationTimeoutMs } = executing
  const { caller } = received
  requireDocument(request)
  // A federation router plans its own queries: its key says so. The limits judge them like any.
  const known = { trusted, persisted: trusted === null || caller.router ? persisted : null }
  const document = admitDocument(known, request, caller.router || introspection)
  if (document === null) return { text: notFound(received.publicId) }
  const mayRunAnything = trusted === null || document.isTrusted || caller.router
  const http: GraphQLContext['http'] = {
    request,
    body: document.body,
    mayRunAnything,
    hasRun: false,
    lacksScope: false,
  }
  const context = Object.assign(received, { http }) as GraphQLContext
  const late = () => {
    context.abandon()
    return new SignpostError('service_unavailable', { retryAfter: 1 })
  }
  const short = takesJson(request)
    ? await withinTime(operationTimeoutMs, () => answerShort(executing, context, document), late)
    : null
  const rendered = short ?? (await answerLong(executing, context, document, late))
  // Only what ran may be asked for by its hash.
  if (document.register && (short !== null || http.hasRun)) persisted.keep(caller, document.register)
  return rendered
}

/** Apollo's way: for whatever the fast path leaves. */
async function answerLong(
  { apollo, operationTimeoutMs }: Executing,
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
  // For `application/json` a GraphQL error is 200: a client takes another status for a broken network.
  const tellsByStatus = answer.headers.get('content-type')?.startsWith('application/graphql-response+json')
  const status = http.lacksScope && tellsByStatus ? statusOf('scope_missing') : (answer.status ?? 200)
  const text = answer.body.kind === 'complete' ? answer.body.string : ''
  return {
    status,
    text: status >= 400 ? withRequestIds(text, context.publicId) : text,
    headers: [...answer.headers].filter(([name]) => name !== 'cache-control'),
  }
}

/** A document is one operation: its fields are judged one by one before it runs. */
export const operationOf = (executing: Executing): Operation<FastifyRequest, FastifyRequest, Rendered> => ({
  name: 'graphql',
  scope: null,
  grid: 'bulk',
  payload: null,
  envelope,
  read: (request) => request,
  run: (context, request) => execute(executing, context, request),
  render: (rendered) => rendered,
})

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
  requireText(sentText(request))
  if (request.method === 'GET') requireQueryValues(request.url)
}

/** A POST whose answer is plain JSON: whatever else there is to agree on is Apollo's. */
const takesJson = ({ method, headers: { accept } }: FastifyRequest): boolean =>
  method === 'POST' && (accept === undefined || accept === '*/*' || accept === 'application/json')
