import {
  coerceInputValue,
  type GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql'
import { SignpostError } from '../../kernel/errors.ts'
import { graphqlError } from './errors.ts'

/**
 * Judges the variables before the execution does, whose messages repeat what was sent.
 * @throws GraphQLError graphql_invalid for the first that can't be used, by its name, its type and its place
 */
export function requireVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  sent: Readonly<Record<string, unknown>>,
): void {
  for (const definition of variableDefinitions) {
    const type = typeFromAST(schema, definition.type as never) as GraphQLInputType | undefined
    const name = definition.variable.name.value
    if (!type || !isInputType(type)) continue
    if (!Object.hasOwn(sent, name)) {
      if (isNonNullType(type) && !definition.defaultValue) throw refused(definition, `$${name}`, required(type))
      continue
    }
    coerceInputValue(sent[name], type, (path, invalid, { message }) => {
      throw variableError(definition, type, path, invalid, message)
    })
  }
}

const required = (type: GraphQLInputType) => `of type ${type} is required`

function variableError(
  definition: VariableDefinitionNode,
  type: GraphQLInputType,
  path: readonly (string | number)[],
  invalid: unknown,
  message: string,
): GraphQLError {
  const place = [`$${definition.variable.name.value}`, ...path].join('.')
  const missing = /^Field "(\w+)" of required type "([^"]+)" was not provided/.exec(message)
  if (missing) return refused(definition, `${place}.${missing[1]}`, `of type ${missing[2]} is required`)
  const expected = typeAt(type, path)
  if (invalid === null || invalid === undefined) return refused(definition, place, required(expected))
  const named = getNamedType(expected)
  const isObject = typeof invalid === 'object' && !Array.isArray(invalid) && isInputObjectType(named)
  return isObject
    ? refused(
        definition,
        place,
        `has a field that type ${named} does not define: its fields are ${Object.keys(named.getFields()).join(', ')}`,
      )
    : refused(definition, place, `must be of type ${expected}`)
}

const refused = (definition: VariableDefinitionNode, place: string, problem: string): GraphQLError => {
  const error = new SignpostError('graphql_invalid', { param: place.slice(1), rule: `Variable "${place}" ${problem}.` })
  return graphqlError(error, 400, definition)
}

function typeAt(type: GraphQLInputType, path: readonly (string | number)[]): GraphQLInputType {
  const [step, ...rest] = path
  const open = getNullableType(type)
  if (step === undefined) return type
  if (isListType(open)) return typeof step === 'number' ? typeAt(open.ofType, rest) : typeAt(open.ofType, path)
  const field = isInputObjectType(open) ? open.getFields()[step] : undefined
  return field ? typeAt(field.type, rest) : type
}
