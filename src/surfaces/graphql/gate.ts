import { type DocumentNode, GraphQLError, type GraphQLSchema, type OperationDefinitionNode } from 'graphql'
import type { Role } from '../../config/processes.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { statusOf } from '../../kernel/status.ts'
import { serves } from '../operation-rows.ts'
import { admitFurther, takeIdempotencyKey } from '../perform.ts'
import type { RequestContext } from '../request-context.ts'
import { requireBudget } from './cost.ts'
import { requireReferences } from './entities.ts'
import { graphqlError, signpostErrorOf } from './errors.ts'
import { requireBounds, requireExactAmounts } from './limits.ts'
import { requireAnyRootScope, requireMutationScopes } from './scopes.ts'
import { shapeOf } from './selection.ts'
import { readOperation, type Variables } from './variables.ts'

/** An operation of a validated document, as it was sent. */
export type SentOperation = {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly text: string
  readonly variables: Variables
  readonly operationName: string | null
  /** False for an unlisted document where trusted documents are configured: it may only describe the schema. */
  readonly mayRunAnything: boolean
}

/** Root fields that describe the schema. */
const descriptions = new Set(['__schema', '__typename', '_service'])

/** The root type of each kind of operation. */
export const rootTypes = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' }

/**
 * Admits an operation before any of it runs. Checks the role of this process, size and cost, variables, the caller's scopes, and
 * the Idempotency-Key.
 * @throws SignpostError
 * @throws GraphQLError graphql_invalid · scope_missing
 */
export async function admitOperation(context: RequestContext, asked: SentOperation): Promise<void> {
  const { schema, document, operation } = asked
  const { app, caller, lookUps } = context
  const names = shapeOf(document, operation).roots.map(({ name }) => name.value)
  if (!asked.mayRunAnything && !names.every((name) => descriptions.has(name))) {
    throw new SignpostError('document_unknown')
  }
  requireServed(app.config.role, rootTypes[operation.operation], names)
  lookUps.shows(requireBounds(document, operation))
  const reading = readOperation(schema, document, operation, asked.variables)
  requireReferences(reading)
  requireBudget(reading)
  requireAnyRootScope(caller.scopes, reading)
  if (operation.operation !== 'mutation') return
  requireMutationScopes(caller.scopes, reading)
  requireExactAmounts(document)
  takeIdempotencyKey(context, () => JSON.stringify([asked.text, asked.variables, asked.operationName]))
  if (names.length === 1) return
  if (context.idempotency) throw new SignpostError('idempotency_key_invalid')
  // Each mutation counts as a request; the document itself has paid for the first.
  await admitFurther(context, names.length - 1)
}

/** The refusal of an operation that did not run, and its HTTP status. */
export function refusalOf(failure: unknown): { error: GraphQLError; status: number } {
  const known = signpostErrorOf(failure)
  const error = failure instanceof GraphQLError ? failure : graphqlError(known)
  return { error, status: statusOf(known.code) }
}

/**
 * Refuses a document with fields that another role serves. The schema is the same in every role, so that a gateway can compose
 * with any of them.
 * @throws SignpostError route_not_found
 */
function requireServed(role: Role, type: string, fields: readonly string[]): void {
  if (!fields.every((field) => serves(role, `${type}.${field}`))) throw new SignpostError('route_not_found')
}
