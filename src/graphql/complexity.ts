import type { DocumentNode, FragmentDefinitionNode, OperationDefinitionNode, SelectionSetNode } from 'graphql'
import { SignpostError } from '../domain/errors.ts'

/** Source: the security rules, section 7. Introspection is measured by its own depth: the explorer's query must pass. */
export const bounds = { tokens: 1_000, depth: 8, introspectionDepth: 16, aliases: 15, rootFields: 10 }

type Measure = { depth: number; introspectionDepth: number; aliases: number }

const nothing: Measure = { depth: 0, introspectionDepth: 0, aliases: 0 }
const introspection = new Set(['__schema', '__type'])

/** @throws SignpostError graphql_too_complex when the operation is deeper or wider than the bounds allow */
export function requireBounds(document: DocumentNode, operation: OperationDefinitionNode): void {
  const fragments = fragmentsOf(document)
  const { depth, introspectionDepth, aliases } = createMeasure(fragments)(operation.selectionSet, false)
  const isTooComplex =
    depth > bounds.depth ||
    introspectionDepth > bounds.introspectionDepth ||
    aliases > bounds.aliases ||
    rootFields(operation, fragments).length > bounds.rootFields
  if (isTooComplex) throw new SignpostError('graphql_too_complex')
}

/**
 * Measures a selection set from its own root. A fragment is measured once: a document in which each fragment spreads the
 * next one twice would take for ever otherwise.
 */
function createMeasure(fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
  const measured = new Map<string, Measure>()

  function ofFragment(name: string, isIntrospection: boolean): Measure {
    const key = `${name} ${isIntrospection}`
    const known = measured.get(key)
    if (known) return known
    const fragment = fragments.get(name)
    const measure = fragment ? ofSet(fragment.selectionSet, isIntrospection) : nothing
    measured.set(key, measure)
    return measure
  }

  function ofSet(set: SelectionSetNode, isIntrospection: boolean): Measure {
    const total = { ...nothing }
    for (const selection of set.selections) {
      const measure = ofSelection(selection, isIntrospection)
      total.depth = Math.max(total.depth, measure.depth)
      total.introspectionDepth = Math.max(total.introspectionDepth, measure.introspectionDepth)
      total.aliases += measure.aliases
    }
    return total
  }

  function ofSelection(selection: SelectionSetNode['selections'][number], isIntrospection: boolean): Measure {
    if (selection.kind === 'FragmentSpread') return ofFragment(selection.name.value, isIntrospection)
    if (selection.kind === 'InlineFragment') return ofSet(selection.selectionSet, isIntrospection)
    const inside = isIntrospection || introspection.has(selection.name.value)
    const below = selection.selectionSet ? ofSet(selection.selectionSet, inside) : nothing
    return {
      depth: inside ? 0 : below.depth + 1,
      // A field above `__schema` counts too: the depth is the document's.
      introspectionDepth: inside || below.introspectionDepth > 0 ? below.introspectionDepth + 1 : 0,
      aliases: below.aliases + (selection.alias ? 1 : 0),
    }
  }
  return ofSet
}

/** The names of the fields at the root of an operation, fragments opened, each fragment once. */
export function rootFields(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): string[] {
  const seen = new Set<string>()
  const names = (set: SelectionSetNode): string[] =>
    set.selections.flatMap((selection) => {
      if (selection.kind === 'Field') return [selection.name.value]
      if (selection.kind === 'InlineFragment') return names(selection.selectionSet)
      const fragment = seen.has(selection.name.value) ? undefined : fragments.get(selection.name.value)
      seen.add(selection.name.value)
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
