import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getVariableValues,
  isAbstractType,
  isObjectType,
  type OperationDefinitionNode,
} from 'graphql'
import { SignpostError } from '../../kernel/errors.ts'
import { hasScope, type Scope } from '../../kernel/scopes.ts'
import { fragmentsOf } from './complexity.ts'
import { graphqlError } from './errors.ts'
import type { MutationResolvers } from './generated/resolvers.ts'
import type { Operation } from './references.ts'
import { fieldsOn, onceEach, type Reading } from './selection.ts'

export type MutationName = Exclude<keyof MutationResolvers, `__${string}`>

/** What each mutation needs. Its use case asks for it again. */
export const mutationScopes: Readonly<Record<MutationName, Scope>> = {
  createIdentity: 'identities:write',
  updateIdentity: 'identities:write',
  eraseIdentity: 'identities:erase',
  createAlias: 'aliases:write',
  updateAlias: 'aliases:write',
  verifyAlias: 'aliases:write',
  releaseAlias: 'aliases:write',
  challengeAlias: 'aliases:write',
  answerChallenge: 'aliases:write',
  createClaim: 'claims:write',
  challengeClaim: 'claims:write',
  confirmClaim: 'claims:write',
  refuseClaim: 'claims:write',
  contestClaim: 'claims:write',
  cancelClaim: 'claims:write',
  challengeEndpoint: 'endpoints:write',
  createEndpoint: 'endpoints:write',
  updateEndpoint: 'endpoints:write',
  removeEndpoint: 'endpoints:write',
  grantConsent: 'consents:write',
  revokeConsent: 'consents:write',
  requestConsent: 'resolve',
  approveConsentRequest: 'consents:write',
  declineConsentRequest: 'consents:write',
  createSealingKey: 'sealing_keys:write',
  removeSealingKey: 'sealing_keys:write',
  createRelease: 'release',
  createPayeeName: 'payee_names:write',
  removePayeeName: 'payee_names:write',
  createApiKey: 'keys:write',
  rollApiKey: 'keys:write',
  revokeApiKey: 'keys:write',
  createWebhook: 'webhooks:write',
  updateWebhook: 'webhooks:write',
  deleteWebhook: 'webhooks:write',
  rotateWebhookSecret: 'webhooks:write',
  testWebhook: 'webhooks:write',
  redeliverWebhookDelivery: 'webhooks:write',
  recoverWebhook: 'webhooks:write',
}

/** Nested fields that read what their parent does not hold: lists, for which the parent's id is enough. */
export const nestedReads: Readonly<Record<string, Scope>> = {
  'Identity.aliases': 'aliases:read',
  'Identity.endpoints': 'endpoints:read',
  'Identity.consentGrants': 'consents:read',
  'Identity.disclosures': 'identities:read',
  'Identity.payeeNames': 'payee_names:read',
  'WebhookDelivery.attempts': 'webhooks:read',
  'WebhookDelivery.webhookRecord': 'webhooks:read',
  'WebhookDelivery.eventRecord': 'webhooks:read',
  'ConsentGrant.identityRecord': 'identities:read',
  'ConsentRequest.identityRecord': 'identities:read',
  'ConsentRequest.aliasRecord': 'aliases:read',
  'ConsentRequest.grantRecord': 'consents:read',
  'DisclosureRecord.identityRecord': 'identities:read',
  'DisclosureRecord.aliasRecord': 'aliases:read',
  'DisclosureRecord.grantRecord': 'consents:read',
  'Claim.identityRecord': 'identities:read',
}

/** Nested fields that answer a reference out of their parent; reading more of it than the reference holds needs the scope. */
export const nestedReferences: Readonly<Record<string, Scope>> = {
  'Alias.identity': 'identities:read',
  'Endpoint.identity': 'identities:read',
  'Identity.primaryAlias': 'aliases:read',
}

/** What a reference holds. */
export const held: Readonly<Record<string, readonly string[]>> = {
  Identity: ['id'],
  Alias: ['id', 'identity'],
}

type Need = { scope: Scope; node: FieldNode }

/**
 * Judges a mutation's own scope and those of whatever it selects, before any of it runs.
 *
 * INVARIANT (no half answers): a write that happened never answers null for want of a scope.
 * @throws GraphQLError scope_missing, as a field without its scope answers it
 */
export function requireMutationScopes(
  scopes: readonly string[],
  { schema, document, operation, variables }: Operation,
): void {
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables)
  // Variables that cannot be coerced are refused by the execution, which names them.
  if (!coerced) return
  const lacked = lackedByMutation(scopes, { schema, fragments: fragmentsOf(document), variables: coerced }, operation)
  if (lacked) throw graphqlError(new SignpostError('scope_missing', { param: lacked.scope }), 200, lacked.node)
}

/** The first scope that the caller lacks for a mutation or for anything that it selects; null when it lacks none. */
function lackedByMutation(
  scopes: readonly string[],
  reading: Reading,
  operation: OperationDefinitionNode,
): Need | null {
  const mutation = reading.schema.getMutationType()
  if (!mutation) return null
  const needs = [...fieldsOn(reading, operation.selectionSet, mutation, onceEach())].flatMap((node) => {
    const scope = mutationScopes[node.name.value as MutationName]
    return scope === undefined ? [] : [{ scope, node }]
  })
  for (const need of [...needs, ...needsOf(reading, operation.selectionSet, mutation, null, onceEach())]) {
    if (!hasScope(scopes, need.scope)) return need
  }
  return null
}

/**
 * What a selection needs on an object of this type: beneath a reference, `readWith` is the scope that reads the record.
 *
 * INVARIANT (linear): a fragment is opened once per type and way of reading, however often it is spread.
 */
function* needsOf(
  reading: Reading,
  set: NonNullable<FieldNode['selectionSet']>,
  type: GraphQLObjectType,
  readWith: Scope | null,
  isOpened: (name: string) => boolean,
): Generator<Need> {
  const isFragmentOpened = (fragment: string) => isOpened(`${fragment} ${type.name} ${readWith}`)
  for (const node of fieldsOn(reading, set, type, isFragmentOpened)) {
    const field = type.getFields()[node.name.value]
    if (!field) continue
    const name = `${type.name}.${field.name}`
    const own = nestedReads[name]
    if (own !== undefined) yield { scope: own, node }
    else if (readWith !== null && !held[type.name]?.includes(field.name)) yield { scope: readWith, node }
    if (!node.selectionSet) continue
    for (const below of objectsOf(reading, field.type)) {
      yield* needsOf(reading, node.selectionSet, below, nestedReferences[name] ?? null, isOpened)
    }
  }
}

function objectsOf({ schema }: Reading, output: GraphQLOutputType): readonly GraphQLObjectType[] {
  const type = getNamedType(output)
  if (isObjectType(type)) return [type]
  return isAbstractType(type) ? schema.getPossibleTypes(type) : []
}

/**
 * The scopes of which any one is enough for what a query asks of an object that it names by id. Lists alone need no more
 * than on REST: their own scope.
 */
export function scopesOfObject(
  reading: Reading,
  nodes: readonly FieldNode[],
  typeName: string,
  own: Scope,
): readonly [Scope, ...Scope[]] {
  const type = reading.schema.getType(typeName)
  if (!isObjectType(type)) return [own]
  const isOpened = onceEach()
  const asked = nodes.flatMap(({ selectionSet }) =>
    selectionSet ? [...fieldsOn(reading, selectionSet, type, isOpened)] : [],
  )
  const beyond = asked
    .map(({ name }) => name.value)
    .filter((name) => !held[typeName]?.includes(name) && name !== '__typename')
  const lists = beyond.map((name) => nestedReads[`${typeName}.${name}`])
  const [first, ...others] = lists.every((scope) => scope !== undefined) ? lists : []
  return first === undefined ? [own] : [first, ...others, own]
}
