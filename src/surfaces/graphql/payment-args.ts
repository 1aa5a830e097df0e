import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getArgumentValues,
  type OperationDefinitionNode,
  visit,
} from 'graphql'
import { SignpostError } from '../../kernel/errors.ts'
import { type FieldPayments, readFieldPayments } from '../../resolution/payment.ts'
import { fieldsOn, onceEach, type Reading } from './selection.ts'

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

/**
 * Fragments of the operations that may name a payment, null for others. Found once per operation: parsed documents are cached.
 */
const naming = new WeakMap<OperationDefinitionNode, Fragments | null>()

/** Payments read from one field. Cached, because each reference of the field reads them. */
const known = new WeakMap<GraphQLResolveInfo, FieldPayments | SignpostError | null>()

/**
 * Returns the payments that the `endpoints` fields below a root field ask for. The look-up filters by them, so that it counts and
 * records only what is returned. Null for REST, which has no fields.
 * @throws SignpostError parameter_*
 */
export function askedPayments(info: GraphQLResolveInfo | null): FieldPayments | null {
  const fragments = info && fragmentsNaming(info)
  if (!fragments) return null
  let asked = known.get(info)
  if (asked === undefined) {
    asked = readOrRefused(() => readFieldPayments(sentBelow(info, fragments)))
    known.set(info, asked)
  }
  if (asked instanceof SignpostError) throw asked
  return asked
}

function readOrRefused<Value>(read: () => Value): Value | SignpostError {
  try {
    return read()
  } catch (error) {
    if (error instanceof SignpostError) return error
    throw error
  }
}

function fragmentsNaming({ operation, fragments }: GraphQLResolveInfo): Fragments | null {
  let found = naming.get(operation)
  if (found === undefined) {
    const all = Object.values(fragments)
    found = [operation, ...all].some(namesPayment) ? new Map(all.map((one) => [one.name.value, one])) : null
    naming.set(operation, found)
  }
  return found
}

function namesPayment(definition: OperationDefinitionNode | FragmentDefinitionNode): boolean {
  let isNaming = false
  visit(definition, {
    Field({ name, arguments: given }) {
      if (name.value === 'endpoints' && given?.some((one) => one.name.value === 'for')) isNaming = true
    },
  })
  return isNaming
}

const keyOf = ({ alias, name }: FieldNode): string => (alias ?? name).value

/**
 * The argument `for` of each field `endpoints` that will run; undefined where it is not given. It is read from the root: the
 * field nodes of a compiled document include skipped ones.
 */
function sentBelow(info: GraphQLResolveInfo, fragments: Fragments): unknown[] {
  const { schema, parentType, operation, variableValues: variables } = info
  const reading: Reading = { schema, fragments, variables }
  const type = schema.getType('Resolution') as GraphQLObjectType
  const field = type.getFields().endpoints!
  const key = keyOf(info.fieldNodes[0]!)
  const isOpened = onceEach()
  return [...fieldsOn(reading, operation.selectionSet, parentType, onceEach())]
    .filter((node) => keyOf(node) === key && node.selectionSet)
    .flatMap(({ selectionSet }) => [...fieldsOn(reading, selectionSet!, type, isOpened)])
    .filter(({ name }) => name.value === 'endpoints')
    .map((node) => getArgumentValues(field, node, variables).for ?? undefined)
}
