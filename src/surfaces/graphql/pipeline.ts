import type { FastifyRequest } from 'fastify'
import {
  type DocumentNode,
  execute,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  getOperationAST,
  visit,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { SignpostError } from '../../kernel/errors.ts'
import { isRecord } from '../../kernel/input.ts'
import { withinTime } from '../../kernel/long-work.ts'
import { statusOf } from '../../kernel/status.ts'
import type { App } from '../../process/compose/context.ts'
import { requireQueryValues } from '../http/json.ts'
import type { Noted } from '../noted.ts'
import type { Envelope, Header, Operation, Rendered } from '../perform.ts'
import type { RequestContext } from '../request-context.ts'
import { longJson } from '../slices.ts'
import { type Apollo, askApollo, createApollo } from './apollo.ts'
import {
  codeOf,
  createFormatError,
  type DocUrl,
  type FormatError,
  graphqlError,
  refusedText,
  showErrors,
  signpostErrorOf,
  statusAsJson,
} from './errors.ts'
import { admitOperation, rootTypes, type SentOperation } from './gate.ts'
import { requireText } from './limits.ts'
import { createOperationMeter, type OperationMeter } from './metering.ts'
import { createSchema } from './schema.ts'
import { shapeOf } from './selection.ts'
import {
  admitDocument,
  readTrustedDocuments,
  type SentDocument,
  sentText,
  type TrustedDocuments,
} from './trusted-documents.ts'

/** The result of one operation, with its errors as the caller sees them. */
export type Outcome = {
  /** The status of success when absent. */
  readonly status?: number
  readonly result: FormattedExecutionResult
  readonly headers: readonly Header[]
  readonly noted: Noted
}

/** Limits of the cache of validated documents: their number, and the length of each. */
const cached = { documents: 500, length: 8 * 1024 }

type Pipeline = {
  readonly app: App
  readonly schema: GraphQLSchema
  readonly trusted: TrustedDocuments | null
  readonly meter: OperationMeter | null
  readonly format: FormatError
  /** A request that was refused before its document was read. */
  readonly envelope: Envelope
  readonly documents: LRUCache<string, DocumentNode>
  readonly apollo: Apollo
}

/**
 * Creates the pipeline of every document: admit, parse and validate (or find in the cache), check the operation, execute.
 */
export async function createPipeline(app: App, docUrl: DocUrl): Promise<Pipeline> {
  const schema = createSchema()
  const { trustedDocuments } = app.config
  const pipeline = {
    app,
    schema,
    trusted: trustedDocuments === undefined ? null : readTrustedDocuments(trustedDocuments, schema),
    meter: app.metrics ? createOperationMeter(app.metrics) : null,
    format: createFormatError(docUrl),
    envelope: ((_, error, requestId) => refusedText(error, docUrl, requestId)) satisfies Envelope,
    documents: new LRUCache<string, DocumentNode>({ max: cached.documents }),
  }
  const apollo = await createApollo(app.config, pipeline)
  return { ...pipeline, apollo }
}

/** Describes a document as one operation of the service: each field is checked before it runs. */
export const operationOf = (pipeline: Pipeline): Operation<FastifyRequest, FastifyRequest, Rendered> => ({
  name: 'graphql',
  scope: null,
  grid: 'bulk',
  payload: null,
  envelope: pipeline.envelope,
  read: (request) => request,
  run: (context, request) => runDocument(pipeline, context, request),
  render: (rendered) => rendered,
})

async function runDocument(pipeline: Pipeline, context: RequestContext, request: FastifyRequest): Promise<Rendered> {
  const { trusted, app } = pipeline
  const { router } = context.caller
  requireText(sentText(request))
  if (request.method === 'GET') requireQueryValues(request.url)
  // A federation router, recognised by its key, plans its own queries. The limits apply to them as to any.
  const sent = admitDocument(trusted, request, router || app.config.introspection)
  const mayRunAnything = trusted === null || sent.isListed || router
  const run = async (asked: SentOperation): Promise<Outcome> => {
    cacheDocument(pipeline, asked)
    return runOperation(pipeline, context, asked, mayRunAnything)
  }
  const answer = async (): Promise<Rendered> => {
    const known = takesJson(request) ? findCached(pipeline, sent) : null
    return known ? render(await run(known)) : askApollo(pipeline.apollo, context, { request, sent, run })
  }
  return withinTime(app.config.operationTimeoutMs, answer, () => {
    context.abandon()
    return new SignpostError('service_unavailable', { retryAfter: 1 })
  })
}

async function runOperation(
  pipeline: Pipeline,
  context: RequestContext,
  asked: SentOperation,
  mayRunAnything: boolean,
): Promise<Outcome> {
  const { schema, document, operation, operationName, variables } = asked
  try {
    await admitOperation(context, asked, mayRunAnything)
  } catch (failure) {
    const known = signpostErrorOf(failure)
    const error = failure instanceof GraphQLError ? failure : graphqlError(known)
    const { errors, headers } = showErrors(context, pipeline, [error])
    return { status: statusOf(known.code), result: { errors }, headers, noted: notedOf(asked, errors) }
  }
  pipeline.meter?.admitted(operation.operation, shapeOf(document, operation).roots)
  const { data, errors } = await execute({
    schema,
    document,
    operationName: operationName ?? null,
    contextValue: context,
    variableValues: variables,
  })
  if (!errors) return { result: { data: data ?? null }, headers: [], noted: notedOf(asked, []) }
  const shown = showErrors(context, pipeline, errors)
  const { headers } = shown
  return { result: { errors: shown.errors, data: data ?? null }, headers, noted: notedOf(asked, shown.errors) }
}

/** An operation by the root field of its first error, or by its first root field. */
function notedOf({ document, operation }: SentOperation, errors: readonly GraphQLFormattedError[]): Noted {
  const { roots } = shapeOf(document, operation)
  const [key] = errors[0]?.path ?? []
  const root = roots.find(({ alias, name }) => (alias ?? name).value === key) ?? roots[0]
  return {
    operation: root ? `${rootTypes[operation.operation]}.${root.name.value}` : 'graphql',
    isWrite: operation.operation === 'mutation',
    code: codeOf(errors),
  }
}

/** Finds the cached document of a request for plain JSON; null when the request needs Apollo. */
function findCached({ documents, schema }: Pipeline, { body }: SentDocument): SentOperation | null {
  if (!isRecord(body) || (body.extensions ?? null) !== null) return null
  const { query: text, operationName = null } = body
  const variables = body.variables ?? {}
  const document = typeof text === 'string' ? documents.get(text) : undefined
  if (!document || !isRecord(variables) || !(operationName === null || typeof operationName === 'string')) return null
  const operation = getOperationAST(document, operationName)
  return operation ? { schema, document, operation, text: text as string, variables, operationName } : null
}

function cacheDocument({ documents }: Pipeline, { text, document }: SentOperation): void {
  if (text.length <= cached.length && !documents.has(text) && !writesText(document)) documents.set(text, document)
}

/** True for a document that writes a text: it may be an address, which must not stay in memory. */
function writesText(document: DocumentNode): boolean {
  let found = false
  const isWrite = document.definitions.some((node) => 'operation' in node && node.operation === 'mutation')
  if (isWrite) {
    visit(document, {
      StringValue() {
        found = true
      },
    })
  }
  return found
}

async function render({ status, result, headers, noted }: Outcome): Promise<Rendered> {
  const { data, errors } = result
  const isLong = !errors && data && Object.values(data).some(Array.isArray)
  const text = isLong ? `{"data":${await longJson(data)}}` : JSON.stringify(result)
  return { status: statusAsJson(status), headers, text: `${text}\n`, noted }
}

/** True for a POST that accepts plain JSON. Apollo negotiates every other request. */
const takesJson = ({ method, headers: { accept } }: FastifyRequest): boolean =>
  method === 'POST' && (accept === undefined || accept === '*/*' || accept === 'application/json')
