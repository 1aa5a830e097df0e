import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isUnionType,
} from 'graphql'
import { plainSdl } from '../../src/surfaces/graphql/plain-sdl.ts'
import { code, inText, table } from './reference-text.ts'

type Field = GraphQLField<unknown, unknown>
type Root = 'Query' | 'Mutation'

export const graphqlHeading = (root: Root, field: string): string => `${root} ${field}`

/** The anchor of a field: `Query.resolve` is at `query-resolve`, `Identity.aliases` with its type. */
export function graphqlAnchor(path: string): string {
  const [type = '', field] = path.toLowerCase().split('.')
  return type === 'query' || type === 'mutation' ? `${type}-${field}` : `type-${type}`
}

const argument = ({ name, type, description }: Pick<GraphQLArgument, 'name' | 'type' | 'description'>): string[] => [
  code(name),
  code(String(type)),
  inText(description ?? ''),
]

const operation =
  (root: Root) =>
  ({ name, description, args, type }: Field): string =>
    `### ${graphqlHeading(root, name)}

${inText(description ?? '')} Answers ${code(String(type))}.
${table(['Argument', 'Type', ''], args.map(argument))}`

const rootOf = (schema: GraphQLSchema, root: Root) =>
  (root === 'Query' ? schema.getQueryType() : schema.getMutationType())!

const operations = (schema: GraphQLSchema, root: Root): string =>
  Object.values(rootOf(schema, root).getFields()).map(operation(root)).join('\n')

const field = ({ name, args, type, description }: Field): string[] => [
  code(name + (args.length > 0 ? `(${args.map((one) => `${one.name}:`).join(' ')})` : '')),
  code(String(type)),
  inText(description ?? ''),
]

/** Members of a type: fields, values or other types. */
function contentOf(type: GraphQLNamedType): string {
  if (isEnumType(type)) {
    return table(
      ['Value', ''],
      type.getValues().map(({ name, description }) => [code(name), inText(description ?? '')]),
    )
  }
  if (isUnionType(type)) {
    const names = type.getTypes().map(({ name }) => code(name))
    return `\nOne of ${names.join(', ')}.\n`
  }
  if (isInputObjectType(type)) return table(['Field', 'Type', ''], Object.values(type.getFields()).map(argument))
  if (isObjectType(type) || isInterfaceType(type))
    return table(['Field', 'Type', ''], Object.values(type.getFields()).map(field))
  return ''
}

const kindOf = (type: GraphQLNamedType): string => {
  if (isEnumType(type)) return 'enum'
  if (isInputObjectType(type)) return 'input'
  if (isUnionType(type)) return 'union'
  if (isInterfaceType(type)) return 'interface'
  return isScalarType(type) ? 'scalar' : 'type'
}

const typeSection = (type: GraphQLNamedType): string => `### ${kindOf(type)} ${type.name}

${inText(type.description ?? '')}
${contentOf(type)}`

const builtIn = new Set(['String', 'Int', 'Float', 'Boolean', 'ID', 'Query', 'Mutation'])

/** The page of the GraphQL schema: every query, mutation and type, with their descriptions. */
export function graphqlPage(): string {
  const schema = buildSchema(plainSdl())
  const types = Object.values(schema.getTypeMap())
    .filter(({ name }) => !builtIn.has(name) && !name.startsWith('__'))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return `# GraphQL reference

Made by \`npm run generate -- graphql\` of \`/schema.graphql?plain\`. How clients use it is in [GraphQL clients](../how-to/graphql.md), what each operation costs in
[limits](limits.md).

## Queries

${operations(schema, 'Query')}
## Mutations

${operations(schema, 'Mutation')}
## Types

${types.map(typeSection).join('\n')}`
}
