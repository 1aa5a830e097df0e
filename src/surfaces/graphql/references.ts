import {
  type DocumentNode,
  type FieldNode,
  type GraphQLError,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getVariableValues,
  isUnionType,
  Kind,
  type OperationDefinitionNode,
} from 'graphql'
import { SignpostError } from '../../kernel/errors.ts'
import { entitiesLimit } from '../../resolution/service.ts'
import { fragmentsOf, rootFieldNodes } from './complexity.ts'
import { graphqlError } from './errors.ts'

export type Operation = {
  schema: GraphQLSchema
  document: DocumentNode
  operation: OperationDefinitionNode
  variables: Readonly<Record<string, unknown>>
}

/**
 * Judges what a router asks of `_entities` before any of it is looked up. A reference is any JSON value (`_Any`): it
 * must name one of our entities. What its key fields hold is the resolvers' to judge: a malformed key is null.
 * @throws SignpostError graphql_too_complex past 1,000 references in one operation
 * @throws GraphQLError graphql_invalid for the first that names none, by its place
 */
export function requireReferences(asked: Operation): void {
  const references = referencesOf(asked)
  if (references.length === 0) return
  if (references.length > entitiesLimit) throw new SignpostError('graphql_too_complex')
  const union = asked.schema.getType('_Entity')
  const names = isUnionType(union)
    ? union
        .getTypes()
        .filter(isResolvable)
        .map(({ name }) => name)
    : []
  const entities = new Set<unknown>(names)
  const wrong = references.find(({ value }) => !entities.has(typeNameOf(value)))
  if (wrong) throw refused(wrong, names)
}

/** What other subgraphs may extend is no entity of ours to look up: its key says `resolvable: false`. */
const isResolvable = ({ astNode }: GraphQLObjectType): boolean =>
  !astNode?.directives?.some(({ arguments: given }) =>
    given?.some(({ name, value }) => name.value === 'resolvable' && value.kind === Kind.BOOLEAN && !value.value),
  )

/** INVARIANT (no echo): by its place and by what is expected there; the name that was given may be any text. */
function refused({ node, index }: Reference, names: readonly string[]): GraphQLError {
  const given = node.arguments?.find(({ name }) => name.value === 'representations')?.value
  const [what, name] =
    given?.kind === Kind.VARIABLE ? ['Variable', `$${given.name.value}`] : ['Argument', 'representations']
  const place = `${name}.${index}`
  const rule = `${what} "${place}" must be an object whose __typename is one of ${names.join(', ')}.`
  return graphqlError(new SignpostError('graphql_invalid', { param: place.replace('$', ''), rule }), 400, node)
}

type Reference = { value: unknown; node: FieldNode; index: number }

/** The fields of an operation that ask for references: found once, for parsed documents are kept and asked again and again. */
const asking = new WeakMap<OperationDefinitionNode, readonly FieldNode[]>()

function askingNodes(document: DocumentNode, operation: OperationDefinitionNode): readonly FieldNode[] {
  const known = asking.get(operation)
  if (known) return known
  const nodes = rootFieldNodes(operation, fragmentsOf(document)).filter(({ name }) => name.value === '_entities')
  asking.set(operation, nodes)
  return nodes
}

function referencesOf({ schema, document, operation, variables }: Operation): Reference[] {
  const nodes = askingNodes(document, operation)
  const field = schema.getQueryType()?.getFields()._entities
  if (nodes.length === 0 || !field) return []
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables)
  // Variables that cannot be coerced are refused by the execution, which names them.
  if (!coerced) return []
  return nodes.flatMap((node) =>
    (getArgumentValues(field, node, coerced).representations as unknown[]).map((value, index) => ({
      value,
      node,
      index,
    })),
  )
}

function typeNameOf(reference: unknown): unknown {
  return typeof reference === 'object' && reference !== null && '__typename' in reference ? reference.__typename : null
}

/** Loads a reference by its key field: one that is no text belongs to nothing. */
export const loadReference = <R>(key: unknown, loader: { load(key: string): Promise<R> }): Promise<R> | null =>
  typeof key === 'string' ? loader.load(key) : null
