import type { DocumentNode, OperationDefinitionNode } from 'graphql'
import { type Role, serves } from '../../app/role.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { fragmentsOf, rootFields } from './complexity.ts'

const typeOf = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' }

/**
 * Refuses a document that asks for what another process answers. The schema is the same in every role, so that a gateway
 * composes with any.
 * @throws SignpostError route_not_found
 */
export function requireServed(role: Role, document: DocumentNode, operation: OperationDefinitionNode): void {
  if (role === 'all') return
  const type = typeOf[operation.operation]
  const isServed = (field: string) => serves(role, `${type}.${field}`)
  if (!rootFields(operation, fragmentsOf(document)).every(isServed)) throw new SignpostError('route_not_found')
}
