import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  getArgumentValues,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql'
import { SignpostError } from '../../kernel/errors.ts'
import { defaultLimit, maximumLimit } from '../../kernel/page.ts'
import { mustBeNumber } from '../../kernel/rule.ts'
import { isExactAmount } from '../../registry/endpoints/capability.ts'
import { entitiesLimit } from '../../resolution/service.ts'
import { isAmountName } from '../http/exact-amounts.ts'
import { exportLimit } from '../identity-export.ts'
import { isIncluded, type OperationReading, shapeOf } from './selection.ts'

/** The bounds of a document's text: an error's place is found by counting lines from the start. */
export const textBounds = { bytes: 16 * 1024, lines: 500 }

/** Source: docs/rules.md#abuse. Introspection is measured by its own depth: the explorer's query must pass. */
export const bounds = { tokens: 1_000, depth: 8, introspectionDepth: 16, aliases: 15, aliasLength: 64, rootFields: 10 }

/**
 * The records that one operation may ask for. A page costs its size, `resolveBulk` its items, `_entities` its representations,
 * any other object 1; a nested field costs its price once per parent. Embedded lists and leaves are free: they come with their
 * record. But `metadata` is as large as many records are, and each alias in the document shows it again.
 */
export const costBudget = 5_000
const metadataCost = 25

/** A list without a size of its own (a resolution's endpoints) counts with this length when a field below it costs. */
const embeddedLength = defaultLimit

/**
 * An export costs the records that it reads. Its metadata is bounded in total, so its lists count for less than their maximum
 * length.
 */
const exportOwner = 'IdentityExport'
const exportedLength = 150

/** Relay's own fields between a page and its records. */
const plumbing = new Set(['edges', 'node', 'nodes', 'pageInfo'])

/** Bounds the text before it is parsed. @throws SignpostError graphql_too_complex */
export function requireText(text: unknown): void {
  if (typeof text !== 'string') return
  if (Buffer.byteLength(text) > textBounds.bytes) throw new SignpostError('graphql_too_complex')
  if (text.length < textBounds.lines) return
  if (text.split(/\r\n|\n|\r/).length > textBounds.lines) throw new SignpostError('graphql_too_complex')
}

/** Checks literal amounts as written, like those of a JSON body. @throws SignpostError parameter_invalid */
export function requireExactAmounts(document: DocumentNode): void {
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

/**
 * @throws SignpostError graphql_too_complex when the operation asks for more records than the budget, or for more than
 * 1,000 representations
 */
export function requireBudget(reading: OperationReading): void {
  if (operationCost(reading) > costBudget) throw new SignpostError('graphql_too_complex')
}

/** Cost by operation, for operations whose cost no argument and no directive changes. */
const fixedCosts = new WeakMap<OperationDefinitionNode, number>()

/** The cost of an operation with its variables, which are coerced. */
export function operationCost(reading: OperationReading): number {
  const { schema, operation } = reading
  const fixed = fixedCosts.get(operation)
  if (fixed !== undefined) return fixed
  const root = schema.getRootType(operation.operation)
  if (!root) return 0
  const scale = createScale(reading)
  const cost = scale.weigh(operation.selectionSet, root)
  if (scale.isFixed()) fixedCosts.set(operation, cost)
  return cost
}

type Variables = Readonly<Record<string, unknown>>
type Field = GraphQLField<unknown, unknown>

/** Weighs a selection set per object that it is selected on. A fragment is weighed once per type. */
function createScale({ schema, fragments, variables }: OperationReading) {
  const weighed = new Map<string, number>()
  let representations = 0
  let isFixed = true

  function ofFragment(name: string, parent: GraphQLCompositeType): number {
    const fragment = fragments.get(name)
    if (!fragment) return 0
    const key = `${name} ${parent.name}`
    const known = weighed.get(key)
    if (known !== undefined) return known
    const cost = ofSet(fragment.selectionSet, narrowed(fragment.typeCondition.name.value, parent))
    weighed.set(key, cost)
    return cost
  }

  const narrowed = (name: string | undefined, parent: GraphQLCompositeType): GraphQLCompositeType => {
    const type = name === undefined ? parent : schema.getType(name)
    return isCompositeType(type) ? type : parent
  }

  function ofSet(set: SelectionSetNode, parent: GraphQLCompositeType): number {
    let cost = 0
    for (const selection of set.selections) {
      if (selection.directives?.length) isFixed = false
      if (isIncluded(selection, variables)) cost += ofSelection(selection, parent)
    }
    return cost
  }

  function ofSelection(selection: SelectionNode, parent: GraphQLCompositeType): number {
    if (selection.kind === 'FragmentSpread') return ofFragment(selection.name.value, parent)
    if (selection.kind === 'InlineFragment') {
      return ofSet(selection.selectionSet, narrowed(selection.typeCondition?.name.value, parent))
    }
    const field = fieldOf(parent, selection.name.value)
    const type = field && getNamedType(field.type)
    if (field?.name === 'metadata') return metadataCost
    if (!field || !isCompositeType(type) || !selection.selectionSet) return 0
    const isSized = field.args.some(givesSize)
    if (isSized) isFixed = false
    const values = isSized ? argumentsOf(field, selection, variables) : {}
    const { own, times } = exportWeight(parent, field) ?? weightOf(field, values)
    if (field.name === '_entities') {
      representations += own
      if (representations > entitiesLimit) return Number.POSITIVE_INFINITY
    }
    return own + times * ofSet(selection.selectionSet, type)
  }
  return { weigh: ofSet, isFixed: () => isFixed }
}

/** True for an argument that sets the number of records of a field. */
const givesSize = ({ name, type }: GraphQLArgument): boolean =>
  name === 'first' || name === 'last' || isListType(getNullableType(type))

/** Returns the cost of a field by itself, and the multiplier of the fields below it. */
function weightOf({ name, args, type }: Field, values: Variables): { own: number; times: number } {
  const list = Object.values(values).find(Array.isArray)
  const isList = isListType(getNullableType(type))
  if (isList && list) return { own: list.length, times: list.length }
  if (args.some((argument) => argument.name === 'first')) {
    const size = pageSize(values)
    return { own: size, times: size }
  }
  if (args.length === 0 && plumbing.has(name)) return { own: 0, times: 1 }
  return isList ? { own: 0, times: embeddedLength } : { own: 1, times: 1 }
}

/** Returns the cost of an export: the records that it reads, plus each list once per mention in the document. */
function exportWeight(parent: GraphQLCompositeType, { type }: Field): { own: number; times: number } | null {
  if (getNamedType(type).toString() === exportOwner) return { own: exportLimit, times: 1 }
  const isList = parent.name === exportOwner && isListType(getNullableType(type))
  return isList ? { own: maximumLimit, times: exportedLength } : null
}

/** Page size for the cost. The list itself refuses an invalid one. */
function pageSize({ first, last }: Variables): number {
  const size = first ?? last ?? defaultLimit
  return typeof size === 'number' ? Math.min(Math.max(size, 1), maximumLimit) : defaultLimit
}

const fieldOf = (parent: GraphQLCompositeType, name: string): Field | undefined =>
  isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined

/** Coerces the arguments of a field. The execution refuses those that can't be read. */
function argumentsOf(field: Field, node: FieldNode, variables: Variables): Variables {
  try {
    return getArgumentValues(field, node, variables)
  } catch {
    return {}
  }
}
