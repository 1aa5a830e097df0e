import {
  type FieldNode,
  type GraphQLError,
  type GraphQLObjectType,
  getArgumentValues,
  getVariableValues,
} from 'graphql'
import { SignpostError } from '../../kernel/errors.ts'
import { type Kind, kindOf } from '../../kernel/id.ts'
import { hasScope, type Scope } from '../../kernel/scopes.ts'
import { changeScopes } from '../../maintenance/changes/service.ts'
import { fragmentsOf, rootFieldNodes } from './complexity.ts'
import { graphqlError } from './errors.ts'
import { type MutationName, mutationScopes, scopesOfObject } from './field-scopes.ts'
import type { QueryResolvers } from './generated/resolvers.ts'
import type { Operation } from './references.ts'
import { fieldsOn, onceEach, type Reading } from './selection.ts'

/** Any one of these is enough; none is needed where the list is empty. */
type AnyOf = readonly Scope[]
type QueryName = Exclude<keyof QueryResolvers, `__${string}`>

const eitherSide: AnyOf = ['consents:read', 'resolve']

/** The scopes of each query, of which the use case asks for one again. */
export const queryScopes: Readonly<Record<QueryName, AnyOf>> = {
  alias: ['aliases:read'],
  aliases: ['aliases:read'],
  apiKey: ['keys:write'],
  apiKeys: ['keys:write'],
  catalogue: [],
  challenge: ['aliases:write'],
  changes: changeScopes,
  checkPayee: ['payee_check'],
  checkPayees: ['payee_check'],
  claim: ['claims:read'],
  claims: ['claims:read'],
  consentGrant: eitherSide,
  consentGrants: eitherSide,
  consentRequest: eitherSide,
  consentRequests: eitherSide,
  endpoint: ['endpoints:read'],
  endpoints: ['endpoints:read'],
  event: ['webhooks:read'],
  eventTypes: [],
  events: ['webhooks:read'],
  identities: ['identities:read'],
  identity: ['identities:read'],
  identityExport: ['identities:read'],
  node: [],
  nodes: [],
  normalizeAlias: [],
  release: ['release'],
  resolve: ['resolve'],
  resolveBulk: ['resolve'],
  sealingKeys: ['sealing_keys:read'],
  usage: [],
  viewer: [],
  webhook: ['webhooks:read'],
  webhookDeliveries: ['webhooks:read'],
  webhookDelivery: ['webhooks:read'],
  webhooks: ['webhooks:read'],
}

/** The query that reads one record of a kind, for `node` and `nodes`. */
const nodeScopes: Partial<Record<Kind, AnyOf>> = {
  identity: queryScopes.identity,
  alias: queryScopes.alias,
  endpoint: queryScopes.endpoint,
  consentGrant: eitherSide,
  consentRequest: eitherSide,
  claim: queryScopes.claim,
  challenge: queryScopes.challenge,
  webhook: queryScopes.webhook,
  delivery: queryScopes.webhookDelivery,
  event: queryScopes.event,
  apiKey: queryScopes.apiKey,
  payeeName: ['payee_names:read'],
  sealingKey: queryScopes.sealingKeys,
  release: queryScopes.release,
}

const entityScopes: Readonly<Record<string, AnyOf>> = {
  Identity: queryScopes.identity,
  Alias: queryScopes.alias,
  Endpoint: queryScopes.endpoint,
  Resolution: queryScopes.resolve,
}

/** The fields whose scopes are those of what they name. */
const naming = new Set(['node', 'nodes', '_entities'])

const isHeld = (scopes: readonly string[], needed: AnyOf): boolean =>
  needed.length === 0 || needed.some((scope) => hasScope(scopes, scope))

/** What a root field needs, by its name alone. */
const scopesByName = (type: string, name: string): AnyOf => {
  if (type === 'Mutation') return Object.hasOwn(mutationScopes, name) ? [mutationScopes[name as MutationName]] : []
  return Object.hasOwn(queryScopes, name) ? queryScopes[name as QueryName] : []
}

/** What each of the records that a field names needs. */
function scopesByArguments(reading: Reading, root: GraphQLObjectType, node: FieldNode): AnyOf[] {
  const name = node.name.value
  const field = root.getFields()[name]
  const args = field ? getArgumentValues(field, node, reading.variables as Record<string, unknown>) : {}
  const identityScopes = () => scopesOfObject(reading, [node], 'Identity', 'identities:read')
  if (root.name === 'Query' && name === 'identity') return [identityScopes()]
  if (name === 'consentGrants' && args.role) return [[args.role === 'owner' ? 'consents:read' : 'resolve']]
  if (name === 'consentRequests' && args.direction)
    return [[args.direction === 'incoming' ? 'consents:read' : 'resolve']]
  const byKind = (kind: Kind | null): AnyOf =>
    kind === 'identity' ? identityScopes() : ((kind && nodeScopes[kind]) ?? [])
  if (name === 'node') return [byKind(kindOf(String(args.id)))]
  if (name === 'nodes') return (args.ids as readonly string[]).map((id) => byKind(kindOf(id)))
  if (name === '_entities')
    return (args.representations as readonly { __typename: string }[]).map(({ __typename }) =>
      __typename === 'Identity' ? identityScopes() : (entityScopes[__typename] ?? []),
    )
  return [scopesByName(root.name, name)]
}

/**
 * Judges the root fields of an operation before any of it runs: where the caller lacks the scope of every one, there is
 * nothing to run.
 * @returns the refusal; null where something may run, and where arguments can't be read, which the execution refuses
 */
export function lackingEveryScope(
  scopes: readonly string[],
  { schema, document, operation, variables }: Operation,
): GraphQLError | null {
  const root = schema.getRootType(operation.operation)
  if (!root || scopes.includes('*')) return null
  const fragments = fragmentsOf(document)
  const mayAll = rootFieldNodes(operation, fragments).every(
    ({ name: { value } }) => !naming.has(value) && isHeld(scopes, scopesByName(root.name, value)),
  )
  if (mayAll) return null
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables)
  if (!coerced) return null
  const reading: Reading = { schema, fragments, variables: coerced }
  const nodes = [...fieldsOn(reading, operation.selectionSet, root, onceEach())]
  try {
    const needs = nodes.map((node) => ({ node, needed: scopesByArguments(reading, root, node) }))
    const lacked = needs.filter(({ needed }) => needed.length > 0 && needed.every((one) => !isHeld(scopes, one)))
    if (lacked.length === 0 || lacked.length < needs.length) return null
    const { node, needed } = lacked[0]!
    return graphqlError(new SignpostError('scope_missing', { param: needed[0]![0]! }), 200, node)
  } catch {
    return null
  }
}
