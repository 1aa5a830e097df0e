import { unwrapResolverError } from '@apollo/server/errors'
import { type ASTNode, GraphQLError, type GraphQLFormattedError } from 'graphql'
import { fromDatabase } from '../../database/violations.ts'
import { type ErrorCode, errorCatalogue, SignpostError } from '../../kernel/errors.ts'
import { ReplayedRefusal } from '../../unit-of-work/idempotency.ts'
import { tellDocumentError } from './document-errors.ts'

/** Apollo's own codes that mean: this is no request we understand. */
const invalidCodes = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'OPERATION_RESOLUTION_FAILURE',
  'BAD_REQUEST',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
])

/** What the parser says past `maxTokens`, and the validation when comparing fields would take too long. */
const givenUp = /Document contains more that \d+ tokens|^Validation aborted\.$/

const params: Record<string, string> = { startingAfter: 'after', endingBefore: 'before' }

/** A SignpostError as GraphQL shows it: `extensions { code, type, param, existing }`; the request id is added with the answer. */
export function extensionsOf(error: SignpostError): Record<string, unknown> {
  const { code, type, param, existing } = error
  return {
    code: code.toUpperCase(),
    type,
    ...(param === undefined ? {} : { param: params[param] ?? param }),
    ...(existing === undefined ? {} : { existing }),
    ...(error instanceof ReplayedRefusal ? { requestId: error.originalRequestId } : {}),
  }
}

export function graphqlError(error: SignpostError, status?: number, node?: ASTNode): GraphQLError {
  return new GraphQLError(error.message, {
    originalError: error,
    nodes: node ?? null,
    extensions: { ...extensionsOf(error), ...(status === undefined ? {} : { http: { status } }) },
  })
}

/** Whatever went wrong, as the error of ours that it is. */
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

/** An error with a path arose while the operation ran: only its arguments are the caller's doing. */
function isTheCallers({ message, path, originalError, extensions }: GraphQLError): boolean {
  if (invalidCodes.has(String(extensions.code))) return true
  return originalError === undefined && (path === undefined || message.startsWith('Argument '))
}

/** What a scalar or an enum says of a stored value arises without a path, and gets its field's around it. */
const isOfAResult = (failure: unknown, { message, extensions }: GraphQLError): boolean =>
  failure instanceof GraphQLError &&
  failure.path !== undefined &&
  !invalidCodes.has(String(extensions.code)) &&
  !message.startsWith('Argument ')

const isOurs = (code: unknown): boolean => typeof code === 'string' && Object.hasOwn(errorCatalogue, code.toLowerCase())

/** What a caller sees. INVARIANT (no echo): no message of a driver, no value that was sent. */
export function formatError(formatted: GraphQLFormattedError, failure: unknown): GraphQLFormattedError {
  const error = signpostErrorOf(failure)
  const told = tellOf(error, failure)
  const { locations, path } = formatted
  return {
    message: told?.message ?? error.message,
    ...(locations ? { locations } : {}),
    ...(path ? { path } : {}),
    extensions: { ...extensionsOf(error), ...(told?.param === undefined ? {} : { param: told.param }) },
  }
}

/** What is wrong with the document, when it is not one of ours that says it. */
function tellOf(error: SignpostError, failure: unknown) {
  const original = unwrapResolverError(failure)
  if (error.code !== 'graphql_invalid' || !(original instanceof GraphQLError)) return null
  return original.originalError instanceof SignpostError ? null : tellDocumentError(original)
}
