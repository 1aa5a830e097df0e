import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql'
import { SignpostError } from '../../kernel/errors.ts'
import { mustBeNumber } from '../../kernel/input.ts'
import { isAmountName, isExactAmount, longNumber } from '../../registry/endpoints/capability.ts'
import { shapeOf } from './selection.ts'

/** The bounds of a document's text: an error's place is found by counting lines from the start. */
export const textBounds = { bytes: 16 * 1024, lines: 500 }

/** Source: docs/rules.md#abuse. Introspection is measured by its own depth: the explorer's query must pass. */
export const bounds = { tokens: 1_000, depth: 8, introspectionDepth: 16, aliases: 15, aliasLength: 64, rootFields: 10 }

/** Bounds the text before it is parsed. @throws SignpostError graphql_too_complex */
export function requireText(text: unknown): void {
  if (typeof text !== 'string') return
  if (Buffer.byteLength(text) > textBounds.bytes) throw new SignpostError('graphql_too_complex')
  if (text.length < textBounds.lines) return
  if (text.split(/\r\n|\n|\r/).length > textBounds.lines) throw new SignpostError('graphql_too_complex')
}

/** Checks literal amounts as written, like those of a JSON body. @throws SignpostError parameter_invalid */
export function requireExactAmounts({ text, document }: { text: string; document: DocumentNode }): void {
  if (!longNumber.test(text)) return
  visit(document, {
    ObjectField({ name, value }) {
      const isNumber = value.kind === Kind.FLOAT || value.kind === Kind.INT
      if (isNumber && isAmountName(name.value) && !isExactAmount(value.value)) {
        throw new SignpostError('parameter_invalid', { param: name.value, rule: mustBeNumber })
      }
    },
  })
}

/** @throws SignpostError graphql_too_complex when one of the document's operations is larger than any may be */
export function requireSmallOperations(document: DocumentNode): void {
  for (const node of document.definitions) {
    if (node.kind === Kind.OPERATION_DEFINITION) requireBounds(document, node)
  }
}

/** Measurements by operation. Cached, because parsed documents are cached and run repeatedly. */
const judged = new WeakMap<OperationDefinitionNode, Judged>()

type Judged = { isTooComplex: boolean; rule: string | undefined; copies: number }

const aliasRule = `An alias in the document must have at most ${bounds.aliasLength} characters.`

/**
 * @returns the largest number of copies of one root field in the response: each alias below it may repeat all of it
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
  const { fragments, roots } = shapeOf(document, operation)
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

/** Depth and aliases of a selection, with its fragments expanded. */
type Measure = { depth: number; introspectionDepth: number; aliases: number; aliasLength: number }

const nothing: Measure = { depth: 0, introspectionDepth: 0, aliases: 0, aliasLength: 0 }

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
