import { type Role, serves } from '../../app/role.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { fragmentsOf, requireBounds, rootFields } from './complexity.ts'
import type { GraphQLContext } from './context.ts'
import { requireBudget } from './cost.ts'
import { type Operation, requireReferences } from './references.ts'
import { lackingEveryScope } from './root-scopes.ts'

const typeOf = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' }

/**
 * Judges an operation before it runs, whichever way it runs: whether this process answers it, what it costs at most, and
 * whether the caller has a scope for any of it.
 * Variables that can't be coerced pass: the execution refuses them.
 * @throws SignpostError route_not_found · graphql_too_complex
 * @throws GraphQLError graphql_invalid · scope_missing
 */
export function requireRunnable({ app, lookUps, caller, http }: GraphQLContext, asked: Operation): void {
  const { schema, document, operation, variables } = asked
  requireServed(app.config.role, asked)
  lookUps.shows(requireBounds(document, operation))
  requireReferences(asked)
  requireBudget(schema, document, operation, variables)
  const refusal = lackingEveryScope(caller.scopes, asked)
  http.lacksScope = refusal !== null
  if (refusal) throw refusal
}

/**
 * Refuses a document that asks for what another process answers. The schema is the same in every role, so that a gateway
 * composes with any.
 * @throws SignpostError route_not_found
 */
function requireServed(role: Role, { document, operation }: Operation): void {
  if (role === 'all') return
  const type = typeOf[operation.operation]
  const isServed = (field: string) => serves(role, `${type}.${field}`)
  if (!rootFields(operation, fragmentsOf(document)).every(isServed)) throw new SignpostError('route_not_found')
}
