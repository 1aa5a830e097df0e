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
import { operationIdOf } from './operation.ts'
import type { Route } from './route.ts'
import { nouns, routes } from './routes.ts'

/* Examples of a route, in three languages. */

const shellVariables: Record<string, string> = Object.assign({}, ...nouns.map((noun) => noun.variables))

/** The variable of the shell for a parameter of a path. */
const variableOf = (path: string, name: string): string => shellVariables[name] ?? shellVariables[path.split('/')[2]!]!

const paramsOf = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)

/** An example with marked variables instead of ids. */
const marked = (example: object): object =>
  JSON.parse(
    JSON.stringify(example)
      .replace(/"([a-z]{3})_\w{26}"/g, (_, prefix: string) => `"$${shellVariables[prefix]}"`)
      // Use a URL that resolves: the service refuses any other.
      .replace(/"url":"[^"]+"/, '"url":"$WEBHOOK_URL"'),
  )

/** A body between single quotes, which are closed around each variable. */
function bodyOf(example: object): string {
  const body = JSON.stringify(marked(example))
    .replace(/"\$([A-Z_]+)"/g, `"'$$$1'"`)
    // Recovery is limited to the last 14 days.
    .replace(/"since":\d+/, `"since":'$(($(date +%s) - 3600))'`)
  return `'${body}'`
}

/** The route as a command that runs unchanged, if `KEY` and the ids are set in the shell. */
export function curlOf({ verb, path, example }: Route, url: string): string {
  const isPlain = verb === 'GET' || (verb === 'POST' && example !== undefined)
  const filled = path.replace(/:(\w+)/g, (_, name: string) => `$${variableOf(path, name)}`)
  return [
    `curl -s ${url}${filled}${isPlain ? '' : ` -X ${verb}`}`,
    '-H "Authorization: Bearer $KEY"',
    ...(example ? ["-H 'Content-Type: application/json'", `-d ${bodyOf(example)}`] : []),
  ].join(' \\\n  ')
}

const environment = (name: string): string => `process.env.${name}!`

/** A value in TypeScript; a marked variable becomes one of the environment. */
const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .replace(/"\$([A-Z_]+)"/g, (_, name: string) => environment(name))
    .replace(/^(\s*)"(\w+)":/gm, '$1$2:')

/** The route as a complete call of the client. */
export function typescriptOf(row: Route, url: string): string {
  const ids = paramsOf(row.path).map((name) => environment(variableOf(row.path, name)))
  const args = [...ids, ...(row.example ? [literal(marked(row.example))] : [])]
  return `import { createSignpost } from '@signpost/client'

const signpost = createSignpost({ apiKey: ${environment('KEY')}, baseUrl: '${url}' })
const answer = await signpost.${operationIdOf(row, routes)}(${args.join(', ')})`
}

type Field = GraphQLField<unknown, unknown>
/** The document's variables: their types, by the names of the shell. */
type Variables = Map<string, string>

const camel = (name: string) => name.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** An argument in a document; a marked value becomes a variable. */
function argument(value: unknown, type: GraphQLInputType, variables: Variables): string {
  if (typeof value === 'string' && /^\$[A-Z_]+$/.test(value)) {
    variables.set(value.slice(1), String(type))
    return `$${camel(value.slice(1))}`
  }
  const bare = getNullableType(type)
  if (isListType(bare) && Array.isArray(value))
    return `[${value.map((item) => argument(item, bare.ofType, variables)).join(', ')}]`
  if (!isInputObjectType(bare)) return print(astFromValue(value, type)!)
  const fields = bare.getFields()
  const given = Object.entries(value as object).filter(([name, inner]) => inner !== undefined && name in fields)
  return `{ ${given.map(([name, inner]) => `${name}: ${argument(inner, fields[name]!.type, variables)}`).join(', ')} }`
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
  const written = given.map(({ name, type }) => `${name}: ${argument(args[name], type, variables)}`)
  return `${field.name}${written.length > 0 ? `(${written.join(', ')})` : ''}${selection(field.type)}`
}

/** The route as an equivalent GraphQL operation. */
export function graphqlOf(row: Route, url: string): string {
  const schema = createSchema()
  const [parent, name] = row.maps.split('.') as [string, string]
  const field = (schema.getType(parent) as GraphQLObjectType).getFields()[name]!
  const params = Object.fromEntries(paramsOf(row.path).map((param) => [param, `$${variableOf(row.path, param)}`]))
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
