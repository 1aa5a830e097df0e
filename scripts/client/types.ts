import { type JsonSchema, type OpenApi, refName, valuesOf } from '../openapi-document.ts'
import type { ClientOperation } from './operations.ts'

/** The types of requests and answers: the document's named schemas, and one for each body and each query. */
export function clientTypes(document: OpenApi, operations: readonly ClientOperation[]): string {
  const sent = operations.flatMap(({ body, query }) => [body, query].filter((one) => one !== undefined))
  const named: [string, JsonSchema][] = [
    ...Object.entries(document.components.schemas),
    ...sent.map(({ type, schema }): [string, JsonSchema] => [type, schema]),
  ]
  return named.map(([name, schema]) => declaration(name, schema)).join('\n')
}

const declaration = (name: string, schema: JsonSchema): string =>
  schema.properties && !schema.oneOf
    ? `${comment(schema)}export interface ${name} ${typeOf(schema)}\n`
    : `${comment(schema)}export type ${name} = ${typeOf(schema)}\n`

const comment = ({ description }: JsonSchema): string => (description ? `/** ${description} */\n` : '')

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replace(/['\\]/g, '\\$&')}'` : JSON.stringify(value)

/** For a member that must be absent. */
const never: JsonSchema = { type: 'never' }

const primitives: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
  never: 'never',
}

/** @throws on a schema without a type, so that none is silently `unknown` */
function typeOf(schema: JsonSchema): string {
  if (schema.$ref) return refName(schema.$ref)
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ')
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  if (schema.type === 'array') return arrayOf(schema.items ?? {})
  if (schema.type === 'object') return objectOf(schema)
  const primitive = primitives[schema.type ?? '']
  if (!primitive) throw new Error(`There is no type for a schema of the keywords ${Object.keys(schema).join(', ')}`)
  return primitive
}

const arrayOf = (items: JsonSchema): string => {
  const type = typeOf(items)
  return items.anyOf || items.enum ? `(${type})[]` : `${type}[]`
}

/** A name that is no identifier stands in quotes. */
const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name))

function objectOf(schema: JsonSchema): string {
  const { properties, required = [], oneOf } = schema
  if (properties && oneOf) return eitherOf(schema, properties, oneOf)
  const values = valuesOf(schema)
  if (!properties) return `{ [k: string]: ${values ? typeOf(values) : 'unknown'} }`
  const lines = Object.entries(properties).map(
    ([name, schema]) => `${comment(schema)}${keyOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  return `{\n${lines.join('\n').replace(/^/gm, '  ')}\n}`
}

/** The members of one set with the rest, or those of another: a value with none or two of the sets is invalid. */
function eitherOf(
  { required = [] }: JsonSchema,
  properties: NonNullable<JsonSchema['properties']>,
  sets: NonNullable<JsonSchema['oneOf']>,
): string {
  const told = new Set(sets.flatMap((set) => set.required))
  const named = Object.entries(properties)
  const rest = objectOf({ properties: Object.fromEntries(named.filter(([name]) => !told.has(name))), required })
  const each = sets.map((set) => {
    const own = named.filter(([name]) => set.required.includes(name))
    const others = [...told].filter((name) => !set.required.includes(name))
    return objectOf({
      properties: { ...Object.fromEntries(own), ...Object.fromEntries(others.map((name) => [name, never])) },
      required: set.required,
    })
  })
  const either = each.join(' | ')
  return named.length === told.size ? either : `${rest} & (${either})`
}
