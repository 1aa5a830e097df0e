import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  isAbstractType,
  type NamedTypeNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'

/** What a selection is read with. Variables are coerced. */
export type Reading = {
  schema: GraphQLSchema
  fragments: ReadonlyMap<string, FragmentDefinitionNode>
  variables: Readonly<Record<string, unknown>>
}

/** Whether `@skip` and `@include` leave a selection in; one that can't be judged counts as left in. */
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
 * The fields that a selection asks of an object of this type, in the order of the document.
 *
 * INVARIANT (linear): a fragment that `isOpened` knows is not opened again; it adds what it opens.
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

/** Tells of each name whether it was asked before. */
export function onceEach(): (name: string) => boolean {
  const seen = new Set<string>()
  return (name) => seen.size === seen.add(name).size
}
