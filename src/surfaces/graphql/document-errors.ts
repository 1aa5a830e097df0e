import {
  type ASTNode,
  BREAK,
  type GraphQLError,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  Kind,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { createSchema } from './schema.ts'

/** The message that a caller gets, and the name of the argument or field. */
type Told = { message: string; param?: string }

/**
 * Codes of Apollo whose messages are fixed texts. Clients of persisted queries look for the second one, and then send
 * the text.
 */
const fixedTexts = new Set(['BAD_REQUEST', 'PERSISTED_QUERY_NOT_SUPPORTED'])

/**
 * Describes the problem of a document by names and types alone.
 *
 * INVARIANT (no echo): messages of graphql-js repeat literals. Validation messages do so for values only, so the error of a value
 * is replaced by its expected type. Other messages are shown if they contain names alone.
 */
export function tellDocumentError(error: GraphQLError): Told | null {
  const { message, nodes, path, extensions } = error
  const code = String(extensions.code)
  if (fixedTexts.has(code)) return { message }
  if (code === 'GRAPHQL_PARSE_FAILED') return { message: syntaxErrorOf(message) }
  if (code === 'OPERATION_RESOLUTION_FAILURE') return { message: 'The operationName must name one of the operations.' }
  if (code === 'GRAPHQL_VALIDATION_FAILED') return nodes?.[0] && isValue(nodes[0]) ? tellValue(error) : { message }
  const argument = path && /^Argument "(\w+)"/.exec(message)?.[1]
  return argument ? { message: `Argument "${argument}" has a value of another type.`, param: argument } : null
}

/** Describes the values that an input type takes: an enum's by their names. */
export function described(type: GraphQLInputType): string {
  const named = getNamedType(type)
  const values = isEnumType(named)
    ? ` (${named
        .getValues()
        .map(({ name }) => name)
        .join(', ')})`
    : ''
  return `of type ${type}${values}`
}

function syntaxErrorOf(message: string): string {
  const expected = /^Syntax Error: Expected (?:keyword )?("[^"\w]{1,3}"|"[a-z]+"|[A-Z]\w+)[,.]/.exec(message)?.[1]
  return `The document has a syntax error${expected === undefined ? '' : `: expected ${expected}`}.`
}

const isValue = ({ kind }: ASTNode): boolean => kind !== Kind.VARIABLE && (kind.endsWith('Value') || kind === Kind.NULL)

function tellValue({ message, nodes, source }: GraphQLError): Told | null {
  const value = nodes?.[0]
  const expected = value?.loc && source && expectedAt(source.body, value.loc.start)
  if (!value || !expected?.type) return null
  const { type, name } = expected
  // The message for an object names its missing or unknown field.
  if (value.kind === Kind.OBJECT && isInputObjectType(getNamedType(type))) return { message }
  if (name === undefined) return { message: `A value must be ${described(type)}.` }
  return { message: `"${name}" must be ${described(type)}.`, param: name }
}

/** Finds the expected type of the value at a position of a document, and its argument or field. */
function expectedAt(text: string, start: number) {
  const types = new TypeInfo(createSchema())
  let found: { type: ReturnType<TypeInfo['getInputType']>; name: string | undefined } | undefined
  visit(
    parse(text),
    visitWithTypeInfo(types, {
      enter(node, _key, parent) {
        if (node.loc?.start !== start || !isValue(node)) return undefined
        const isNamed =
          parent && 'kind' in parent && (parent.kind === Kind.ARGUMENT || parent.kind === Kind.OBJECT_FIELD)
        found = { type: types.getInputType(), name: isNamed ? parent.name.value : undefined }
        return BREAK
      },
    }),
  )
  return found
}
