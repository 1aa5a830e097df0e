import { pascal } from '../client/operations.ts'
import { type JsonSchema, type OpenApi, refName, valuesOf } from '../openapi-document.ts'

type Declare = (name: string, schema: JsonSchema) => void

const primitives: Readonly<Record<string, string>> = {
  string: 'str',
  number: 'float',
  integer: 'int',
  boolean: 'bool',
  null: 'None',
}

const literal = (value: unknown): string =>
  value === true ? 'True' : value === false ? 'False' : JSON.stringify(value)

/** The type of a value. An object with named members is declared under `name`. @throws on a schema without a type */
export function typeOf(schema: JsonSchema, name: string, declare: Declare, prefix = ''): string {
  const inner = (one: JsonSchema, itsName: string) => typeOf(one, itsName, declare, prefix)
  if (schema.$ref) return prefix + refName(schema.$ref)
  if (schema.anyOf) return `Union[${schema.anyOf.map((one) => inner(one, name)).join(', ')}]`
  if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`
  if (schema.type === 'array') return `List[${inner(schema.items ?? {}, name)}]`
  if (schema.type === 'object' && schema.properties) {
    declare(name, schema)
    return prefix + name
  }
  const values = valuesOf(schema)
  if (schema.type === 'object') return `Dict[str, ${values ? inner(values, name) : 'Any'}]`
  const primitive = primitives[schema.type ?? '']
  if (!primitive) throw new Error(`There is no type for a schema of the keywords ${Object.keys(schema).join(', ')}`)
  return primitive
}

/** The declarations so far, each once, in an order in which every one follows its parts. */
export function createDeclarations() {
  const texts = new Map<string, string>()
  const declare: Declare = (name, schema) => {
    if (texts.has(name)) throw new Error(`${name} would be two types`)
    texts.set(name, '')
    const text = schema.properties ? dictText(name, schema) : aliasText(name, schema)
    texts.delete(name)
    texts.set(name, text)
  }
  const aliasText = (name: string, schema: JsonSchema) =>
    `${comment(schema)}${name} = ${typeOf(schema, `${name}Object`, declare)}\n`
  const dictText = (name: string, { properties = {}, required = [], description }: JsonSchema) => {
    const members = Object.entries(properties).map(([key, schema]) => ({
      key,
      type: typeOf(schema, name + pascal(key), declare),
      comment: comment(schema, '    '),
      isRequired: required.includes(key),
    }))
    return dictionaries(name, members, description)
  }
  return { declare, text: () => [...texts.values()].join('\n\n') }
}

type Member = { key: string; type: string; comment: string; isRequired: boolean }

const comment = ({ description }: JsonSchema, indent = ''): string =>
  description ? `${indent}# ${description.replaceAll('\n', ' ')}\n` : ''

/**
 * In Python 3.10 a whole TypedDict has either required or optional members: the optional ones are in a separate base.
 */
function dictionaries(name: string, members: readonly Member[], description?: string): string {
  const required = members.filter(({ isRequired }) => isRequired)
  const optional = members.filter(({ isRequired }) => !isRequired)
  if (optional.length === 0) return dictionary(name, required, '', description)
  if (required.length === 0) return dictionary(name, optional, 'total=False', description)
  return `${dictionary(`_${name}`, optional, 'total=False')}\n\n${dictionary(name, required, `_${name}`, description)}`
}

function dictionary(name: string, members: readonly Member[], option: string, description?: string): string {
  if (!members.every(({ key }) => isName(key))) return functional(name, members, option)
  const bases = option.startsWith('_') ? option : ['TypedDict', option].filter(Boolean).join(', ')
  const doc = description ? `    """${description}"""\n\n` : ''
  const lines = members.map(({ key, type, comment }) => `${comment}    ${key}: ${type}\n`)
  return `class ${name}(${bases}):\n${doc}${lines.join('')}`
}

/** For keys that are no names in Python. */
function functional(name: string, members: readonly Member[], option: string): string {
  if (option.startsWith('_')) throw new Error(`${name} has a required key that is no name`)
  const lines = members.map(
    ({ key, type, comment }) => `${comment}    ${quoted(key)}: ${/^\w+$/.test(type) ? quoted(type) : type},\n`,
  )
  return `${name} = TypedDict(\n    ${quoted(name)},\n    {\n${lines.join('').replace(/^/gm, '    ').trimEnd()}\n    },\n    ${option || 'total=True'},\n)\n`
}

/** The types of answers and of nested objects in requests. */
export function pythonTypes(document: OpenApi, sent: readonly (readonly [string, JsonSchema])[]): string {
  const { declare, text } = createDeclarations()
  for (const [name, schema] of Object.entries(document.components.schemas)) declare(name, schema)
  for (const [name, schema] of sent) declare(name, schema)
  return `${banner}from __future__ import annotations\n\nfrom typing import Any, Dict, List, Literal, TypedDict, Union\n\n\n${text()}`
}

/** `consentGrants` and `created[gte]` as Python spells names; its own words get an underscore. */
export function snake(name: string): string {
  const spelled = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/\[(\w+)\]/g, '_$1')
    .toLowerCase()
  return keywords.has(spelled) ? `${spelled}_` : spelled
}

export const isName = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name) && !keywords.has(name)

export const banner = '# Made by `npm run generate -- python` of the OpenAPI document.\n\n'

/** A text as Python writes it. */
export const quoted = (text: string): string => JSON.stringify(text)

const keywords = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if import in is
  lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
)
