import {
  astFromValue,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  print,
} from 'graphql'
import { createSchema } from '../graphql/schema.ts'
import type { Route } from './route.ts'
import { marked, variableOf } from './samples.ts'

type Field = GraphQLField<unknown, unknown>
/** The document's variables: their types, by the names of the shell. */
type Variables = Map<string, string>

const camel = (name: string) => name.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** An argument in a document; a marked value becomes a variable. */
function literal(value: unknown, type: GraphQLInputType, variables: Variables): string {
  if (typeof value === 'string' && /^\$[A-Z_]+$/.test(value)) {
    variables.set(value.slice(1), String(type))
    return `$${camel(value.slice(1))}`
  }
  const bare = getNullableType(type)
  if (isListType(bare) && Array.isArray(value))
    return `[${value.map((item) => literal(item, bare.ofType, variables)).join(', ')}]`
  if (!isInputObjectType(bare)) return print(astFromValue(value, type)!)
  const fields = bare.getFields()
  const given = Object.entries(value as object).filter(([name, inner]) => inner !== undefined && name in fields)
  return `{ ${given.map(([name, inner]) => `${name}: ${literal(inner, fields[name]!.type, variables)}`).join(', ')} }`
}

const isOpen = ({ args }: Field): boolean => args.every(({ type }) => !String(type).endsWith('!'))

/** Selects the plain fields of an answer, or those of the records of a list. */
function selection(type: GraphQLOutputType, depth = 0): string {
  const named = getNamedType(type)
  if (isLeafType(named)) return ''
  if (!isObjectType(named) && !isInterfaceType(named)) return ' { __typename }'
  const fields: Field[] = Object.values(named.getFields()).filter(isOpen)
  const plain = fields.filter(({ type }) => isLeafType(getNamedType(type))).map(({ name }) => name)
  const isList = fields.some(({ name }) => name === 'nodes')
  const inner = fields.filter(
    ({ name, type }) => !isLeafType(getNamedType(type)) && (isList ? name === 'nodes' : depth < 3),
  )
  const nested = plain.length > 0 && !isList ? [] : inner.map(({ name, type }) => name + selection(type, depth + 1))
  const asked = [...plain, ...nested]
  return ` { ${asked.length > 0 ? asked.join(' ') : '__typename'} }`
}

const callOf = (field: Field, args: Record<string, unknown>, variables: Variables): string => {
  const given = field.args.filter(({ name }) => args[name] !== undefined && args[name] !== null)
  const written = given.map(({ name, type }) => `${name}: ${literal(args[name], type, variables)}`)
  return `${field.name}${written.length > 0 ? `(${written.join(', ')})` : ''}${selection(field.type)}`
}

/** The route as an equivalent GraphQL operation. */
export function graphqlOf(row: Route, url: string): string {
  const schema = createSchema()
  const [parent, name] = row.maps.split('.') as [string, string]
  const field = (schema.getType(parent) as GraphQLObjectType).getFields()[name]!
  const params = Object.fromEntries(
    [...row.path.matchAll(/:(\w+)/g)].map(([, param]) => [param, `$${variableOf(row.path, param!)}`]),
  )
  const variables: Variables = new Map()
  const args = row.args({ params, body: marked(row.example ?? {}), query: {} }) as Record<string, unknown>
  const call = callOf(field, args, variables)
  if (parent === 'Identity') variables.set('IDENTITY', 'ID!')
  const nested: Record<string, string> = {
    Identity: `identity(id: $identity) { ${call} }`,
    Caller: `viewer { ${call} }`,
  }
  const declared = [...variables].map(([variable, type]) => `$${camel(variable)}: ${type}`)
  const kind = parent === 'Mutation' ? 'mutation' : 'query'
  return `# POST ${url}/graphql
${kind}${declared.length > 0 ? ` (${declared.join(', ')})` : ''} {
  ${nested[parent] ?? call}
}`
}
