import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getArgumentValues,
  getNamedType,
  isAbstractType,
  isObjectType,
} from 'graphql'
import { SignpostError } from '../../kernel/errors.ts'
import { type Kind, kindOf } from '../../kernel/id.ts'
import { hasScope, type Scope } from '../../kernel/scopes.ts'
import { nestedRowOf, readsOf, rowOf, scopesOf } from '../operation-rows.ts'
import { graphqlError } from './errors.ts'
import { fieldsOn, type OperationReading, onceEach, type Reading } from './selection.ts'

/** Fields that a parent has of a referenced record. */
const held: Readonly<Record<string, readonly string[]>> = {
  Identity: ['id'],
  Alias: ['id', 'identity', 'identityId'],
  ConsentGrant: ['id'],
  Consumer: ['id'],
  Event: ['id'],
  Webhook: ['id'],
}

/** The root fields that need the scopes of the records in their arguments. */
const naming = new Set(['node', 'nodes', '_entities'])

/** Any one of these scopes is sufficient; an empty list needs none. */
type AnyOf = readonly Scope[]
type Need = { scope: Scope; node: FieldNode }

const isHeld = (scopes: readonly string[], needed: AnyOf): boolean =>
  needed.length === 0 || needed.some((scope) => hasScope(scopes, scope))

/**
 * Checks the scopes of the root fields before an operation runs: nothing runs if the caller lacks the scope of every root field.
 * The execution refuses arguments that can't be read.
 * @throws GraphQLError scope_missing, for the first
 */
export function requireAnyRootScope(scopes: readonly string[], reading: OperationReading): void {
  const { schema, operation, roots } = reading
  const root = schema.getRootType(operation.operation)
  if (!root || scopes.includes('*')) return
  if (roots.every(({ name: { value } }) => !naming.has(value) && isHeld(scopes, scopesOfRoot(root, value)))) return
  const needs = needsOfRoots(reading, root)
  const lacked = needs.filter(({ needed }) => needed.length > 0 && needed.every((one) => !isHeld(scopes, one)))
  const [first] = lacked
  if (!first || lacked.length < needs.length) return
  throw graphqlError(new SignpostError('scope_missing', { param: first.needed[0]![0]! }), first.node)
}

const scopesOfRoot = (root: GraphQLObjectType, name: string): AnyOf =>
  name.startsWith('__') ? [] : scopesOf(rowOf(`${root.name}.${name}`))

function needsOfRoots(reading: OperationReading, root: GraphQLObjectType): { node: FieldNode; needed: AnyOf[] }[] {
  const nodes = [...fieldsOn(reading, reading.operation.selectionSet, root, onceEach())]
  try {
    return nodes.map((node) => ({ node, needed: scopesByArguments(reading, root, node) }))
  } catch {
    return []
  }
}

/** The scopes of each of the records that a field names. */
function scopesByArguments(reading: Reading, root: GraphQLObjectType, node: FieldNode): AnyOf[] {
  const name = node.name.value
  const field = root.getFields()[name]
  if (!field) return [[]]
  const args = getArgumentValues(field, node, reading.variables)
  const ofIdentity = () => scopesOfObject(reading, [node], 'Identity', 'identities:read')
  const ofKind = (kind: Kind | null): AnyOf => {
    const row = kind && readsOf[kind]
    return kind === 'identity' ? ofIdentity() : row ? scopesOf(rowOf(row)) : []
  }
  if (name === 'node') return [ofKind(kindOf(String(args.id)))]
  if (name === 'nodes') return (args.ids as readonly string[]).map((id) => ofKind(kindOf(id)))
  if (name === '_entities')
    return (args.representations as readonly { __typename: string }[]).map(({ __typename }) =>
      __typename === 'Resolution'
        ? scopesOf(rowOf('Query.resolve'))
        : ofKind(__typename.toLowerCase() as Lowercase<'Identity' | 'Alias' | 'Endpoint'>),
    )
  if (name === 'identity') return [ofIdentity()]
  return [scopesOf(rowOf(`${root.name}.${name}`), args)]
}

/**
 * Checks the scopes of a mutation and of every field that it selects, before any of it runs.
 *
 * INVARIANT (no half answers): a completed write never returns null because of a missing scope. @throws GraphQLError
 * scope_missing, like a field without its scope
 */
export function requireMutationScopes(scopes: readonly string[], reading: OperationReading): void {
  const { schema, operation } = reading
  const mutation = schema.getMutationType()
  if (!mutation) return
  const own = [...fieldsOn(reading, operation.selectionSet, mutation, onceEach())].flatMap((node) =>
    scopesOfRoot(mutation, node.name.value).map((scope) => ({ scope, node })),
  )
  for (const { scope, node } of [...own, ...needsOf(reading, operation.selectionSet, mutation, null, onceEach())]) {
    if (!hasScope(scopes, scope)) throw graphqlError(new SignpostError('scope_missing', { param: scope }), node)
  }
}

/**
 * The scopes that a selection needs on an object of this type: beneath a reference, `readWith` is the scope that reads the
 * record.
 *
 * INVARIANT (linear): a fragment is expanded once per type and `readWith`, regardless of how often it is spread.
 */
function* needsOf(
  reading: Reading,
  set: NonNullable<FieldNode['selectionSet']>,
  type: GraphQLObjectType,
  readWith: Scope | null,
  isOpened: (name: string) => boolean,
): Generator<Need> {
  const isFragmentOpened = (fragment: string) => isOpened(`${fragment} ${type.name} ${readWith}`)
  const isRoot = type === reading.schema.getMutationType()
  for (const node of fieldsOn(reading, set, type, isFragmentOpened)) {
    const field = type.getFields()[node.name.value]
    if (!field) continue
    const row = isRoot ? null : nestedRowOf(`${type.name}.${field.name}`)
    const [scope] = row ? scopesOf(row) : []
    if (scope !== undefined && !row?.isReference) yield { scope, node }
    else if (readWith !== null && !held[type.name]?.includes(field.name)) yield { scope: readWith, node }
    if (!node.selectionSet) continue
    for (const below of objectsOf(reading, field.type)) {
      yield* needsOf(reading, node.selectionSet, below, row?.isReference && scope ? scope : null, isOpened)
    }
  }
}

function objectsOf({ schema }: Reading, output: GraphQLOutputType): readonly GraphQLObjectType[] {
  const type = getNamedType(output)
  if (isObjectType(type)) return [type]
  return isAbstractType(type) ? schema.getPossibleTypes(type) : []
}

/**
 * Returns the scopes of which any one is sufficient for the fields of an object that a query names by id. A selection of lists
 * alone needs only their own scopes, as on REST.
 */
export function scopesOfObject(
  reading: Reading,
  nodes: readonly FieldNode[],
  typeName: string,
  own: Scope,
): readonly [Scope, ...Scope[]] {
  const lists = beyondReference(reading, nodes, typeName).map((name) => {
    const row = nestedRowOf(`${typeName}.${name}`)
    return row && !row.isReference ? scopesOf(row)[0] : undefined
  })
  const [first, ...others] = lists.every((scope) => scope !== undefined) ? lists : []
  return first === undefined ? [own] : [first, ...others, own]
}

/** The selected fields that a reference to a record does not hold: they need a read. */
export function beyondReference(reading: Reading, nodes: readonly FieldNode[], typeName: string): string[] {
  const type = reading.schema.getType(typeName)
  if (!isObjectType(type)) return []
  const isOpened = onceEach()
  return nodes
    .flatMap(({ selectionSet }) => (selectionSet ? [...fieldsOn(reading, selectionSet, type, isOpened)] : []))
    .map(({ name }) => name.value)
    .filter((name) => !held[typeName]?.includes(name) && name !== '__typename')
}
