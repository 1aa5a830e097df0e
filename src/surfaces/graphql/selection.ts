import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  isAbstractType,
  Kind,
  type NamedTypeNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'

/** Inputs for reading a selection. Variables are coerced. */
export type Reading = {
  schema: GraphQLSchema
  fragments: ReadonlyMap<string, FragmentDefinitionNode>
  variables: Readonly<Record<string, unknown>>
}

/** An operation of a document, read with its variables. */
export type OperationReading = Reading & {
  document: DocumentNode
  operation: OperationDefinitionNode
} & Shape

/** The fragments that an operation may spread, and its root fields, with each fragment expanded once. */
export type Shape = { fragments: ReadonlyMap<string, FragmentDefinitionNode>; roots: readonly FieldNode[] }

/** Shapes by operation. Cached, because parsed documents are cached and run repeatedly. */
const shapes = new WeakMap<OperationDefinitionNode, Shape>()

export function shapeOf(document: DocumentNode, operation: OperationDefinitionNode): Shape {
  const known = shapes.get(operation)
  if (known) return known
  const fragments = new Map(
    document.definitions
      .filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => [node.name.value, node]),
  )
  const shape = { fragments, roots: rootsOf(operation.selectionSet, fragments, onceEach()) }
  shapes.set(operation, shape)
  return shape
}

function rootsOf(
  { selections }: SelectionSetNode,
  fragments: Shape['fragments'],
  isOpened: (fragment: string) => boolean,
): FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === 'Field') return [selection]
    if (selection.kind === 'InlineFragment') return rootsOf(selection.selectionSet, fragments, isOpened)
    const fragment = fragments.get(selection.name.value)
    return fragment && !isOpened(fragment.name.value) ? rootsOf(fragment.selectionSet, fragments, isOpened) : []
  })
}

/** True unless `@skip` or `@include` removes the selection. A directive that can't be evaluated counts as included. */
export function isIncluded(selection: SelectionNode, variables: Reading['variables']): boolean {
  if (!selection.directives?.length) return true
  try {
    if (getDirectiveValues(GraphQLSkipDirective, selection, variables)?.if === true) return false
    return getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.if !== false
  } catch {
    return true
  }
}

/**
 * Yields the fields that a selection has on an object of this type, in the order of the document.
 *
 * INVARIANT (linear): `isOpened` records each expanded fragment, so that it is expanded once.
 */
export function* fieldsOn(
  reading: Reading,
  set: SelectionSetNode,
  type: GraphQLObjectType,
  isOpened: (fragment: string) => boolean,
): Generator<FieldNode> {
  for (const selection of set.selections) {
    if (!isIncluded(selection, reading.variables)) continue
    if (selection.kind === 'Field') yield selection
    else if (selection.kind === 'InlineFragment') {
      if (isOf(reading, type, selection.typeCondition)) yield* fieldsOn(reading, selection.selectionSet, type, isOpened)
    } else {
      const fragment = reading.fragments.get(selection.name.value)
      if (!fragment || !isOf(reading, type, fragment.typeCondition) || isOpened(fragment.name.value)) continue
      yield* fieldsOn(reading, fragment.selectionSet, type, isOpened)
    }
  }
}

function isOf({ schema }: Reading, type: GraphQLObjectType, condition: NamedTypeNode | undefined): boolean {
  if (condition === undefined || condition.name.value === type.name) return true
  const named = schema.getType(condition.name.value)
  return isAbstractType(named) && schema.isSubType(named, type)
}

/** Creates a function that returns true for a name that was passed before. */
export function onceEach(): (name: string) => boolean {
  const seen = new Set<string>()
  return (name) => seen.size === seen.add(name).size
}
