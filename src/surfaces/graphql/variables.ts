import {
  coerceInputValue,
  type DocumentNode,
  type GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
  valueFromAST,
} from 'graphql'
import { SignpostError } from '../../kernel/errors.ts'
import { described } from './document-errors.ts'
import { graphqlError } from './errors.ts'
import { type OperationReading, shapeOf } from './selection.ts'

/** Variables by name, as sent or coerced. */
export type Variables = Readonly<Record<string, unknown>>

/**
 * Reads an operation with its variables, which are coerced here: messages of the execution would repeat sent values.
 * @throws GraphQLError graphql_invalid for the first that can't be used, by its name, its type and its place
 */
export function readOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  sent: Variables,
): OperationReading {
  const variables: Record<string, unknown> = Object.create(null)
  for (const definition of operation.variableDefinitions ?? []) {
    const name = definition.variable.name.value
    const value = coerceVariable(schema, definition, sent)
    if (value !== undefined) variables[name] = value
  }
  return { schema, document, operation, ...shapeOf(document, operation), variables }
}

/** @returns undefined for an absent variable without a default */
function coerceVariable(schema: GraphQLSchema, definition: VariableDefinitionNode, sent: Variables): unknown {
  const { defaultValue, variable } = definition
  const name = variable.name.value
  const type = typeFromAST(schema, definition.type as never) as GraphQLInputType
  if (Object.hasOwn(sent, name)) {
    return coerceInputValue(sent[name], type, (path, invalid) => {
      throw variableError(definition, type, path, invalid)
    })
  }
  if (defaultValue) return valueFromAST(defaultValue, type)
  if (isNonNullType(type)) throw refused(definition, `$${name}`, required(type))
  return undefined
}

const required = (type: GraphQLInputType) => `${described(type)} is required`

function variableError(
  definition: VariableDefinitionNode,
  type: GraphQLInputType,
  path: readonly (string | number)[],
  invalid: unknown,
): GraphQLError {
  const place = [`$${definition.variable.name.value}`, ...path].join('.')
  const expected = typeAt(type, path)
  if (invalid === null || invalid === undefined) return refused(definition, place, required(expected))
  const named = getNamedType(expected)
  if (typeof invalid !== 'object' || Array.isArray(invalid) || !isInputObjectType(named)) {
    return refused(definition, place, `must be ${described(expected)}`)
  }
  const fields = Object.values(named.getFields())
  const missing = fields.find((field) => isRequiredInputField(field) && !Object.hasOwn(invalid, field.name))
  if (missing) return refused(definition, `${place}.${missing.name}`, required(missing.type))
  const names = fields.map(({ name }) => name).join(', ')
  return refused(definition, place, `has a field that type ${named} does not define: its fields are ${names}`)
}

const refused = (definition: VariableDefinitionNode, place: string, problem: string): GraphQLError => {
  const error = new SignpostError('graphql_invalid', { param: place.slice(1), rule: `Variable "${place}" ${problem}.` })
  return graphqlError(error, definition)
}

function typeAt(type: GraphQLInputType, path: readonly (string | number)[]): GraphQLInputType {
  const [step, ...rest] = path
  const open = getNullableType(type)
  if (step === undefined) return type
  if (isListType(open)) return typeof step === 'number' ? typeAt(open.ofType, rest) : typeAt(open.ofType, path)
  const field = isInputObjectType(open) ? open.getFields()[step] : undefined
  return field ? typeAt(field.type, rest) : type
}
