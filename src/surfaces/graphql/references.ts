import {
  type DocumentNode,
  type GraphQLSchema,
  getArgumentValues,
  getVariableValues,
  isUnionType,
  type OperationDefinitionNode,
} from 'graphql'
import { SignpostError } from '../../kernel/errors.ts'
import { entitiesLimit } from '../../resolution/service.ts'
import { fragmentsOf, rootFieldNodes } from './complexity.ts'

export type Operation = {
  schema: GraphQLSchema
  document: DocumentNode
  operation: OperationDefinitionNode
  variables: Readonly<Record<string, unknown>>
}

/**
 * Judges what a router asks of `_entities` before any of it is looked up. A reference is any JSON value (`_Any`): it
 * must name one of our entities. What its key fields hold is the resolvers' to judge: a malformed key is null.
 * @throws SignpostError graphql_too_complex past 1,000 references in one operation · graphql_invalid
 */
export function requireReferences(asked: Operation): void {
  const references = referencesOf(asked)
  if (references.length > entitiesLimit) throw new SignpostError('graphql_too_complex')
  const union = asked.schema.getType('_Entity')
  const entities = new Set<unknown>(isUnionType(union) ? union.getTypes().map(({ name }) => name) : [])
  if (!references.every((reference) => entities.has(typeNameOf(reference)))) throw new SignpostError('graphql_invalid')
}

function referencesOf({ schema, document, operation, variables }: Operation): unknown[] {
  const nodes = rootFieldNodes(operation, fragmentsOf(document)).filter(({ name }) => name.value === '_entities')
  const field = schema.getQueryType()?.getFields()._entities
  if (nodes.length === 0 || !field) return []
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: 1 })
  // Variables that cannot be coerced are refused by the execution, which names them.
  if (!coerced) return []
  return nodes.flatMap((node) => getArgumentValues(field, node, coerced).representations as unknown[])
}

function typeNameOf(reference: unknown): unknown {
  return typeof reference === 'object' && reference !== null && '__typename' in reference ? reference.__typename : null
}

/** Loads a reference by its key field: one that is no text belongs to nothing. */
export const loadReference = <R>(key: unknown, loader: { load(key: string): Promise<R> }): Promise<R> | null =>
  typeof key === 'string' ? loader.load(key) : null
