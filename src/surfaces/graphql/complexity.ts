import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  visit as visitAst,
} from 'graphql'
import { SignpostError } from '../../kernel/errors.ts'
import { mustBeNumber } from '../../kernel/rule.ts'
import { isExactAmount } from '../../registry/endpoints/capability.ts'
import { isAmountName } from '../http/exact-amounts.ts'

/** Source: the security rules, section 7. Introspection is measured by its own depth: the explorer's query must pass. */
export const bounds = { tokens: 1_000, depth: 8, introspectionDepth: 16, aliases: 15, rootFields: 10 }

/** How deep a selection goes from where it stands, and how many aliases it writes, fragments opened. */
type Measure = { depth: number; introspectionDepth: number; aliases: number }

const nothing: Measure = { depth: 0, introspectionDepth: 0, aliases: 0 }

/** What was measured once of an operation: parsed documents are kept and asked again and again. */
const judged = new WeakMap<OperationDefinitionNode, boolean>()

/** @throws SignpostError graphql_too_complex when the operation is deeper or wider than the bounds allow */
export function requireBounds(document: DocumentNode, operation: OperationDefinitionNode): void {
  const isTooComplex = judged.get(operation) ?? exceedsBounds(document, operation)
  judged.set(operation, isTooComplex)
  if (isTooComplex) throw new SignpostError('graphql_too_complex')
}

function exceedsBounds(document: DocumentNode, operation: OperationDefinitionNode): boolean {
  const fragments = fragmentsOf(document)
  const { depth, introspectionDepth, aliases } = measureOperation(operation, fragments)
  return (
    depth > bounds.depth ||
    introspectionDepth > bounds.introspectionDepth ||
    aliases > bounds.aliases ||
    rootFields(operation, fragments).length > bounds.rootFields
  )
}

/** INVARIANT (linear): each fragment is measured once, however often it is spread. Cycles don't pass the validation. */
function measureOperation(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Measure {
  const measured = new Map<string, Measure>()
  return measureSet(operation.selectionSet, false)

  function measureSet({ selections }: SelectionSetNode, isIntrospection: boolean): Measure {
    const all = selections.map((selection) => measureSelection(selection, isIntrospection))
    return {
      depth: Math.max(0, ...all.map(({ depth }) => depth)),
      introspectionDepth: Math.max(0, ...all.map(({ introspectionDepth }) => introspectionDepth)),
      aliases: all.reduce((sum, { aliases }) => sum + aliases, 0),
    }
  }

  function measureSelection(selection: SelectionNode, isIntrospection: boolean): Measure {
    if (selection.kind === 'Field') return measureField(selection, isIntrospection)
    if (selection.kind === 'InlineFragment') return measureSet(selection.selectionSet, isIntrospection)
    return measureFragment(selection.name.value, isIntrospection)
  }

  function measureField({ name, alias, selectionSet }: FieldNode, isIntrospection: boolean): Measure {
    const isInside = isIntrospection || name.value === '__schema' || name.value === '__type'
    const below = selectionSet ? measureSet(selectionSet, isInside) : nothing
    return {
      depth: isInside ? 0 : below.depth + 1,
      introspectionDepth: isInside || below.introspectionDepth > 0 ? below.introspectionDepth + 1 : 0,
      aliases: below.aliases + (alias ? 1 : 0),
    }
  }

  function measureFragment(name: string, isIntrospection: boolean): Measure {
    const fragment = fragments.get(name)
    if (!fragment) return nothing
    const measure = measured.get(name) ?? measureSet(fragment.selectionSet, isIntrospection)
    measured.set(name, measure)
    return measure
  }
}

/** The fields at the root of an operation, fragments opened, each fragment once. */
export function rootFieldNodes(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): FieldNode[] {
  const opened = new Set<string>()
  const nodes = (set: SelectionSetNode): FieldNode[] =>
    set.selections.flatMap((selection) => {
      if (selection.kind === 'Field') return [selection]
      if (selection.kind === 'InlineFragment') return nodes(selection.selectionSet)
      const fragment = fragments.get(selection.name.value)
      if (!fragment || opened.has(selection.name.value)) return []
      opened.add(selection.name.value)
      return nodes(fragment.selectionSet)
    })
  return nodes(operation.selectionSet)
}

export const rootFields = (
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): string[] => rootFieldNodes(operation, fragments).map(({ name }) => name.value)

export const fragmentsOf = (document: DocumentNode): Map<string, FragmentDefinitionNode> =>
  new Map(
    document.definitions
      .filter((node): node is FragmentDefinitionNode => node.kind === 'FragmentDefinition')
      .map((node) => [node.name.value, node]),
  )

/** Literal amounts are judged as written, as those of a JSON body are. @throws SignpostError parameter_invalid */
export function requireExactAmounts(document: DocumentNode): void {
  visitAst(document, {
    ObjectField({ name, value }) {
      const isNumber = value.kind === Kind.FLOAT || value.kind === Kind.INT
      if (isNumber && isAmountName(name.value) && !isExactAmount(value.value)) {
        throw new SignpostError('parameter_invalid', { param: name.value, rule: mustBeNumber })
      }
    },
  })
}
