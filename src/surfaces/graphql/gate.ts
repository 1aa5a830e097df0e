import type { ApolloServerPlugin } from '@apollo/server'
import type { DocumentNode, GraphQLError, GraphQLFormattedError } from 'graphql'
import { SignpostError } from '../../kernel/errors.ts'
import { statusOf } from '../../kernel/status.ts'
import { admitFurther, errorHeaders, logFailure, takeIdempotencyKey } from '../perform.ts'
import { fragmentsOf, requireExactAmounts, rootFields } from './complexity.ts'
import type { GraphQLContext } from './context.ts'
import { inOrder } from './document-errors.ts'
import { formatError, graphqlError, signpostErrorOf } from './errors.ts'
import { requireMutationScopes } from './field-scopes.ts'
import { requireRunnable } from './runnable.ts'
import { requireVariables } from './variables.ts'

/** Logs what nobody expected, and sets the headers that the errors bring with them. */
function noteFailures(
  { app, publicId }: GraphQLContext,
  errors: readonly GraphQLError[],
  setHeader: (name: string, value: string) => void,
): void {
  for (const failure of errors) {
    const error = signpostErrorOf(failure)
    logFailure(app, publicId, error)
    for (const [name, value] of errorHeaders(error)) setHeader(name, value)
  }
}

/** A replayed refusal keeps the id of the request that it was made for. */
const withRequestId = (error: GraphQLFormattedError, requestId: string): GraphQLFormattedError => ({
  ...error,
  extensions: { requestId, ...error.extensions },
})

/** The errors of an operation that ran, as the caller sees them. */
export function showErrors(
  context: GraphQLContext,
  errors: readonly GraphQLError[],
  setHeader: (name: string, value: string) => void,
): GraphQLFormattedError[] {
  noteFailures(context, errors, setHeader)
  return inOrder(errors).map((error) => withRequestId(formatError(error.toJSON(), error), context.publicId))
}

/** Root fields that describe the schema. */
const descriptions = new Set(['__schema', '__typename', '_service'])

/** Judges each operation before it runs: who asks, how large it is, and what its Idempotency-Key stands for. */
export const gateOf = (
  remember: (text: string, document: DocumentNode) => void,
): ApolloServerPlugin<GraphQLContext> => ({
  requestDidStart: async () => ({
    async didResolveOperation({ operation, document, schema, contextValue, request }) {
      if (!operation) return
      const refused = (error: SignpostError) => graphqlError(error, statusOf(error.code))
      const fields = rootFields(operation, fragmentsOf(document))
      try {
        // With trusted documents only introspection comes here unlisted, while it is on at all.
        if (!contextValue.http.mayRunAnything && !fields.every((name) => descriptions.has(name))) {
          throw new SignpostError('document_unknown')
        }
        const variables = request.variables ?? {}
        requireRunnable(contextValue, { schema, document, operation, variables })
        requireVariables(schema, operation, variables)
        if (operation.operation === 'mutation') {
          requireMutationScopes(contextValue.caller.scopes, { schema, document, operation, variables })
          requireExactAmounts(document)
          const { query, variables: sent, operationName } = request
          takeIdempotencyKey(contextValue, () => JSON.stringify([query, sent ?? null, operationName ?? null]))
          if (contextValue.idempotency && fields.length > 1) throw new SignpostError('idempotency_key_invalid')
        }
        // Each mutation is a request: the first was paid for when the document came in.
        if (operation.operation === 'mutation' && fields.length > 1) {
          await admitFurther(contextValue, fields.length - 1)
        }
        if (request.query !== undefined) remember(request.query, document)
        contextValue.http.hasRun = true
      } catch (error) {
        throw error instanceof SignpostError ? refused(error) : error
      }
    },

    async didEncounterErrors({ errors, contextValue, response }) {
      noteFailures(contextValue, errors, (name, value) => response.http?.headers.set(name, value))
    },

    async willSendResponse({ response, contextValue }) {
      if (response.body.kind !== 'single') return
      const { errors } = response.body.singleResult
      if (!errors) return
      const { publicId } = contextValue
      response.body.singleResult.errors = inOrder(errors).map((error) => withRequestId(error, publicId))
    },
  }),
})
