import {
  type FieldNode,
  type GraphQLError,
  type GraphQLObjectType,
  getArgumentValues,
  isUnionType,
  Kind,
} from 'graphql'
import { SignpostError } from '../../kernel/errors.ts'
import { isRecord } from '../../kernel/input.ts'
import { entitiesLimit } from '../../resolution/service.ts'
import { graphqlError } from './errors.ts'
import type { OperationReading } from './selection.ts'

/**
 * Checks the references of `_entities` before any of them is looked up. A reference is any JSON value (`_Any`) that must name one
 * of our entities. The resolvers check its key fields: a malformed key is null.
 * @throws SignpostError graphql_too_complex past 1,000 references in one operation
 * @throws GraphQLError graphql_invalid for the first that names none, by its place
 */
export function requireReferences(asked: OperationReading): void {
  const references = referencesOf(asked)
  if (references.length === 0) return
  if (references.length > entitiesLimit) throw new SignpostError('graphql_too_complex')
  const union = asked.schema.getType('_Entity')
  const names = isUnionType(union) ? union.getTypes().filter(isResolvable).map(String) : []
  const entities = new Set<unknown>(names)
  const wrong = references.find(({ value }) => !isRecord(value) || !entities.has(value.__typename))
  if (wrong) throw refused(wrong, names)
}

/** False for a type that other subgraphs extend and that is not looked up here: its key has `resolvable: false`. */
const isResolvable = ({ astNode }: GraphQLObjectType): boolean =>
  !astNode?.directives?.some(({ arguments: given }) =>
    given?.some(({ name, value }) => name.value === 'resolvable' && value.kind === Kind.BOOLEAN && !value.value),
  )

/** INVARIANT (no echo): the message has the position and the expected names; the given name may be any text. */
function refused({ node, index }: Reference, names: readonly string[]): GraphQLError {
  const given = node.arguments?.find(({ name }) => name.value === 'representations')?.value
  const [what, name] =
    given?.kind === Kind.VARIABLE ? ['Variable', `$${given.name.value}`] : ['Argument', 'representations']
  const place = `${name}.${index}`
  const rule = `${what} "${place}" must be an object whose __typename is one of ${names.join(', ')}.`
  return graphqlError(new SignpostError('graphql_invalid', { param: place.replace('$', ''), rule }), node)
}

type Reference = { value: unknown; node: FieldNode; index: number }

function referencesOf({ schema, roots, variables }: OperationReading): Reference[] {
  const nodes = roots.filter(({ name }) => name.value === '_entities')
  const field = schema.getQueryType()?.getFields()._entities
  if (!field) return []
  return nodes.flatMap((node) => {
    const { representations } = getArgumentValues(field, node, variables)
    return (representations as unknown[]).map((value, index) => ({ value, node, index }))
  })
}

/** Loads a reference by its key field: null for a key that is not a string. */
export const loadReference = <R>(key: unknown, loader: { load(key: string): Promise<R> }): Promise<R> | null =>
  typeof key === 'string' ? loader.load(key) : null
