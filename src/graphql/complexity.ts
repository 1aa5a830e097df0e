import type { DocumentNode, FragmentDefinitionNode, OperationDefinitionNode, SelectionSetNode } from 'graphql'
import { SignpostError } from '../domain/errors.ts'

/** Source: the security rules, section 7. Introspection is measured by its own depth: the explorer's query must pass. */
export const bounds = { tokens: 1_000, depth: 8, introspectionDepth: 16, aliases: 15, rootFields: 10 }

type Measure = { depth: number; introspectionDepth: number; aliases: number }

/** @throws SignpostError graphql_too_complex when the operation is deeper or wider than the bounds allow */
export function requireBounds(document: DocumentNode, operation: OperationDefinitionNode): void {
  const fragments = fragmentsOf(document)
  const measure: Measure = { depth: 0, introspectionDepth: 0, aliases: 0 }
  visit(operation.selectionSet, 1, false)
  const isTooComplex =
    measure.depth > bounds.depth ||
    measure.introspectionDepth > bounds.introspectionDepth ||
    measure.aliases > bounds.aliases ||
    rootFields(operation, fragments).length > bounds.rootFields
  if (isTooComplex) throw new SignpostError('graphql_too_complex')

  function visit(set: SelectionSetNode, depth: number, isIntrospection: boolean): void {
    for (const selection of set.selections) {
      if (selection.kind === 'FragmentSpread') {
        const fragment = fragments.get(selection.name.value)
        if (fragment) visit(fragment.selectionSet, depth, isIntrospection)
        continue
      }
      if (selection.kind === 'InlineFragment') {
        visit(selection.selectionSet, depth, isIntrospection)
        continue
      }
      const inside = isIntrospection || ['__schema', '__type'].includes(selection.name.value)
      if (selection.alias) measure.aliases++
      if (inside) measure.introspectionDepth = Math.max(measure.introspectionDepth, depth)
      else measure.depth = Math.max(measure.depth, depth)
      const isTooDeep = depth > bounds.introspectionDepth || measure.aliases > bounds.aliases
      if (selection.selectionSet && !isTooDeep) visit(selection.selectionSet, depth + 1, inside)
    }
  }
}

/** The names of the fields at the root of an operation, fragments opened. */
export function rootFields(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): string[] {
  const names = (set: SelectionSetNode): string[] =>
    set.selections.flatMap((selection) => {
      if (selection.kind === 'Field') return [selection.name.value]
      if (selection.kind === 'InlineFragment') return names(selection.selectionSet)
      const fragment = fragments.get(selection.name.value)
      return fragment ? names(fragment.selectionSet) : []
    })
  return names(operation.selectionSet)
}

export const fragmentsOf = (document: DocumentNode): Map<string, FragmentDefinitionNode> =>
  new Map(
    document.definitions
      .filter((node): node is FragmentDefinitionNode => node.kind === 'FragmentDefinition')
      .map((node) => [node.name.value, node]),
  )
