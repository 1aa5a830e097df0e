import { unwrapResolverError } from '@apollo/server/errors'
import { type ASTNode, GraphQLError, type GraphQLFormattedError } from 'graphql'
import { fromDatabase } from '../../database/violations.ts'
import { ReplayedRefusal } from '../../events/idempotency.ts'
import { type ErrorCode, errorCatalogue, SignpostError } from '../../kernel/errors.ts'
import { statusOf } from '../../kernel/status.ts'
import type { Header } from '../perform.ts'
import { errorHeaders, logFailure } from '../refusing.ts'
import type { RequestContext } from '../request-context.ts'
import { tellDocumentError } from './document-errors.ts'
import type { OperationMeter } from './metering.ts'

/** Apollo's codes for a request that can't be understood. */
const invalidCodes = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'OPERATION_RESOLUTION_FAILURE',
  'BAD_REQUEST',
  'PERSISTED_QUERY_NOT_SUPPORTED',
])

/** Messages of the parser past `maxTokens`, and of a validation that stopped because comparing fields takes too long. */
const givenUp = /Document contains more that \d+ tokens|^Validation aborted\.$/

const params: Record<string, string> = { startingAfter: 'after', endingBefore: 'before' }

/** Returns the address of the page that explains an error's code. */
export type DocUrl = (code: ErrorCode) => string

/** A SignpostError as GraphQL shows it: `extensions { code, type, param, existing }`; the request id is added with the answer. */
function extensionsOf(error: SignpostError): Record<string, unknown> {
  const { code, type, param, existing } = error
  return {
    code: code.toUpperCase(),
    type,
    ...(param === undefined ? {} : { param: params[param] ?? param }),
    ...(existing === undefined ? {} : { existing }),
    ...(error instanceof ReplayedRefusal ? { requestId: error.originalRequestId } : {}),
  }
}

export const graphqlError = (error: SignpostError, node?: ASTNode): GraphQLError =>
  new GraphQLError(error.message, { originalError: error, nodes: node ?? null, extensions: extensionsOf(error) })

/** The text of the answer to a request that was refused as a whole. */
export const refusedText = (error: SignpostError, docUrl: DocUrl, requestId: string): string =>
  JSON.stringify({
    errors: [{ message: error.message, extensions: { ...extensionsOf(error), docUrl: docUrl(error.code), requestId } }],
  })

/** Maps any failure of an operation to a SignpostError. */
export function signpostErrorOf(failure: unknown): SignpostError {
  const original = fromDatabase(unwrapResolverError(failure))
  if (original instanceof SignpostError) return original
  if (original instanceof GraphQLError) {
    if (original.originalError instanceof SignpostError) return original.originalError
    const { code } = original.extensions
    if (givenUp.test(original.message)) return new SignpostError('graphql_too_complex')
    if (isTheCallers(original) && !isOfAResult(failure, original)) {
      return new SignpostError(isOurs(code) ? (String(code).toLowerCase() as ErrorCode) : 'graphql_invalid')
    }
  }
  return new SignpostError('internal_error', { cause: original })
}

/** An error with a path arose while the operation ran: only errors of its arguments are caused by the caller. */
function isTheCallers({ message, path, originalError, extensions }: GraphQLError): boolean {
  if (invalidCodes.has(String(extensions.code))) return true
  return originalError === undefined && (path === undefined || message.startsWith('Argument '))
}

/** An error of a scalar or an enum about a stored value has no path of its own; the error of its field wraps it. */
const isOfAResult = (failure: unknown, { message, extensions }: GraphQLError): boolean =>
  failure instanceof GraphQLError &&
  failure.path !== undefined &&
  !invalidCodes.has(String(extensions.code)) &&
  !message.startsWith('Argument ')

const isOurs = (code: unknown): boolean => typeof code === 'string' && Object.hasOwn(errorCatalogue, code.toLowerCase())

export type FormatError = (formatted: GraphQLFormattedError, failure: unknown) => GraphQLFormattedError

/** Renders an error for the caller. INVARIANT (no echo): no message of a driver, no value that was sent. */
export const createFormatError =
  (docUrl: DocUrl): FormatError =>
  ({ locations, path }, failure) => {
    const error = signpostErrorOf(failure)
    const told = tellOf(error, failure)
    const param = told?.param === undefined ? {} : { param: told.param }
    return {
      message: told?.message ?? error.message,
      ...(locations ? { locations } : {}),
      ...(path ? { path } : {}),
      extensions: { ...extensionsOf(error), ...param, docUrl: docUrl(error.code) },
    }
  }

/** Describes the problem of a document, unless a SignpostError describes it already. */
function tellOf(error: SignpostError, failure: unknown) {
  const original = unwrapResolverError(failure)
  if (error.code !== 'graphql_invalid' || !(original instanceof GraphQLError)) return null
  return original.originalError instanceof SignpostError ? null : tellDocumentError(original)
}

/** Counts errors and logs the unexpected ones. @returns the headers that belong to them */
export function noteFailures(
  { app, publicId }: RequestContext,
  meter: OperationMeter | null,
  failures: readonly GraphQLError[],
): Header[] {
  meter?.failed(failures)
  return failures.flatMap((failure) => {
    const error = signpostErrorOf(failure)
    logFailure(app, publicId, error)
    return errorHeaders(error)
  })
}

/** Renders the errors of an operation for the caller. A replayed refusal keeps the id of its first request. */
export function showErrors(
  context: RequestContext,
  { meter, format }: { meter: OperationMeter | null; format: FormatError },
  failures: readonly GraphQLError[],
): { errors: GraphQLFormattedError[]; headers: Header[] } {
  const headers = noteFailures(context, meter, failures)
  const errors = inOrder(failures).map((failure) => {
    const { extensions, ...error } = format(failure.toJSON(), failure)
    return { ...error, extensions: { requestId: context.publicId, ...extensions } }
  })
  return { errors, headers }
}

/** The code of the first error as the catalogue has it; null without one. */
export const codeOf = ([first]: readonly GraphQLFormattedError[]): ErrorCode | null =>
  first ? (String(first.extensions?.code).toLowerCase() as ErrorCode) : null

/** With `application/json` a missing scope has status 200: clients take any other status for a network failure. */
export const statusAsJson = (status: number | undefined): number | undefined =>
  status === statusOf('scope_missing') ? undefined : status

type IdentityOwned = { [N in 'locations' | 'path']?: GraphQLFormattedError[N] | undefined }

/** Sorts errors by the order of the document and of list entries: they arise in parallel. */
export function inOrder<E extends IdentityOwned>(errors: readonly E[]): E[] {
  return [...errors].sort((a, b) => compareAll(placeOf(a), placeOf(b)))
}

const placeOf = ({ locations, path }: IdentityOwned): number[] => [
  locations?.[0]?.line ?? 0,
  locations?.[0]?.column ?? 0,
  ...(path ?? []).filter((step) => typeof step === 'number'),
]

function compareAll(a: readonly number[], b: readonly number[]): number {
  const differs = a.findIndex((step, index) => step !== b[index])
  return differs < 0 ? a.length - b.length : a[differs]! - (b[differs] ?? -1)
}
