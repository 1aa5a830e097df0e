import {
  type FieldNode,
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
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { SignpostError } from '../../kernel/errors.ts'
import { defaultLimit, maximumLimit } from '../../kernel/page.ts'
import { entitiesLimit } from '../../resolution/service.ts'
import { exportLimit } from '../identity-export.ts'
import { isIncluded, type OperationReading } from './selection.ts'

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

/** The grants of an impact, up to 1,000 with their endpoints: two lists of them fill an answer. */
const grantImpact = 'GrantImpact'
const grantImpactsCost = 2_000

/** Relay's own fields between a page and its records. */
const plumbing = new Set(['edges', 'node', 'nodes', 'pageInfo'])

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
  if (getNamedType(type).toString() === grantImpact) return { own: grantImpactsCost, times: 1 }
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
