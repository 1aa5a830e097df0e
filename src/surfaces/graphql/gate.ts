import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { SignpostError } from '../../kernel/errors.ts'
import { serves } from '../operation-rows.ts'
import { admitFurther, takeIdempotencyKey } from '../perform.ts'
import type { RequestContext } from '../request-context.ts'
import { requireBudget } from './cost.ts'
import { requireReferences } from './entities.ts'
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
}

/** Root fields that describe the schema. */
const descriptions = new Set(['__schema', '__typename', '_service'])

const oneMutationAKey = 'A request with an Idempotency-Key must hold one mutation.'

/** The root type of each kind of operation. */
export const rootTypes = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' }

/**
 * Admits an operation before any of it runs. Checks the role of this process, size and cost, variables, the caller's scopes, and
 * the Idempotency-Key.
 * @param mayRunAnything false for an unlisted document where trusted documents are configured: it may only describe the schema
 * @throws SignpostError
 * @throws GraphQLError graphql_invalid · scope_missing
 */
export async function admitOperation(
  context: RequestContext,
  asked: SentOperation,
  mayRunAnything: boolean,
): Promise<void> {
  const { schema, document, operation } = asked
  const { app, caller, lookUps } = context
  const names = shapeOf(document, operation).roots.map(({ name }) => name.value)
  if (!mayRunAnything && !names.every((name) => descriptions.has(name))) throw new SignpostError('document_unknown')
  // The schema is the same in every role, so that a gateway can compose with any of them.
  const isServed = (name: string) => serves(app.config.role, `${rootTypes[operation.operation]}.${name}`)
  if (!names.every(isServed)) throw new SignpostError('route_not_found')
  lookUps.shows(requireBounds(document, operation))
  const reading = readOperation(schema, document, operation, asked.variables)
  requireReferences(reading)
  requireBudget(reading)
  requireAnyRootScope(caller.scopes, reading)
  if (operation.operation === 'mutation') requireMutationScopes(caller.scopes, reading)
  requireExactAmounts(asked)
  if (operation.operation !== 'mutation') return
  takeIdempotencyKey(context, () => JSON.stringify([asked.text, asked.variables, asked.operationName]))
  if (names.length === 1) return
  if (context.idempotency) throw new SignpostError('idempotency_key_invalid', { rule: oneMutationAKey })
  // Each mutation counts as a request; the document itself has paid for the first.
  await admitFurther(context, names.length - 1)
}
