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

/** Source: docs/rules.md#abuse. Introspection is measured by its own depth: the explorer's query must pass. */
export const bounds = { tokens: 1_000, depth: 8, introspectionDepth: 16, aliases: 15, aliasLength: 64, rootFields: 10 }

/** How deep a selection goes from where it stands, and how many aliases it writes, fragments opened. */
type Measure = { depth: number; introspectionDepth: number; aliases: number; aliasLength: number }

const nothing: Measure = { depth: 0, introspectionDepth: 0, aliases: 0, aliasLength: 0 }

/** What was measured once of an operation: parsed documents are kept and asked again and again. */
const judged = new WeakMap<OperationDefinitionNode, Judged>()

type Judged = { isTooComplex: boolean; rule: string | undefined; copies: number }

const aliasRule = `An alias in the document must have at most ${bounds.aliasLength} characters.`

/**
 * @returns how often what one root field gives may be in the answer, at most: each alias below it may show all of it again,
 *   under a name of its own
 * @throws SignpostError graphql_too_complex when the operation is deeper or wider than the bounds allow
 */
export function requireBounds(document: DocumentNode, operation: OperationDefinitionNode): number {
  const found = judged.get(operation) ?? judge(document, operation)
  judged.set(operation, found)
  const { isTooComplex, rule, copies } = found
  if (isTooComplex) throw new SignpostError('graphql_too_complex', rule === undefined ? {} : { rule })
  return copies
}

function judge(document: DocumentNode, operation: OperationDefinitionNode): Judged {
  const fragments = fragmentsOf(document)
  const roots = rootFieldNodes(operation, fragments)
  const { depth, introspectionDepth, aliases, aliasLength } = measureOperation(operation, fragments)
  const isTooComplex =
    depth > bounds.depth ||
    introspectionDepth > bounds.introspectionDepth ||
    aliases > bounds.aliases ||
    aliasLength > bounds.aliasLength ||
    roots.length > bounds.rootFields
  const rule = aliasLength > bounds.aliasLength ? aliasRule : undefined
  return { isTooComplex, rule, copies: 1 + aliases - roots.filter(({ alias }) => alias).length }
}

/** INVARIANT (linear): each fragment is measured once, however often it is spread, one that spreads itself too. */
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
      aliasLength: Math.max(0, ...all.map(({ aliasLength }) => aliasLength)),
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
      aliasLength: Math.max(below.aliasLength, alias?.value.length ?? 0),
    }
  }

  function measureFragment(name: string, isIntrospection: boolean): Measure {
    const fragment = fragments.get(name)
    if (!fragment) return nothing
    const known = measured.get(name)
    if (known) return known
    measured.set(name, nothing)
    const measure = measureSet(fragment.selectionSet, isIntrospection)
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
