import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { mustBeBoolean, mustBeNumber, mustBeOneOf, mustBeText, mustBeWholeNumber } from '../../kernel/input.ts'
import { WireRefusal } from '../errors.ts'

/** The supported part of a JSON Schema. */
type Schema = {
  type?: string
  enum?: readonly string[]
  anyOf?: readonly Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

/** Describes the values that a schema allows at a path of the body. */
function ruleAt(schema: object, path: readonly string[]): string | undefined {
  const found = path.reduce<Schema | undefined>(
    (at, step) => (at === undefined ? undefined : stepInto(withoutNull(at), step)),
    schema as Schema,
  )
  return found && ruleOf(found)
}

const withoutNull = (schema: Schema): Schema => schema.anyOf?.find(({ type }) => type !== 'null') ?? schema

function stepInto({ properties, items }: Schema, step: string): Schema | undefined {
  if (properties) return Object.hasOwn(properties, step) ? properties[step] : undefined
  return /^\d+$/.test(step) ? items : undefined
}

function ruleOf(schema: Schema): string | undefined {
  const rule = ownRule(withoutNull(schema))
  return schema.anyOf && rule ? rule.replace(/\.$/, ', or null.') : rule
}

function ownRule({ type, enum: values, items, minimum, maximum, minItems = 0, maxItems }: Schema): string | undefined {
  if (values) return mustBeOneOf(values)
  const each = items?.enum ? `, each one of: ${items.enum.join(', ')}` : ''
  switch (type) {
    case 'string':
      return mustBeText
    case 'boolean':
      return mustBeBoolean
    case 'integer':
      return minimum === undefined || maximum === undefined
        ? 'The value must be a whole number.'
        : mustBeWholeNumber(minimum, maximum)
    case 'number':
      return mustBeNumber
    case 'array':
      return maxItems === undefined
        ? `The value must be a list${minItems > 0 ? ` of at least ${minItems}` : ''}${each}.`
        : `The value must be a list of ${minItems} to ${maxItems}${each}.`
    case 'object':
      return 'The value must be an object.'
    default:
      return undefined
  }
}

type Issue = { keyword: string; instancePath: string; params: Record<string, unknown> }

const dotted = (pointer: string, ...more: string[]) =>
  [...pointer.split('/').filter((part) => part !== ''), ...more].join('.')

/** Creates a validator that refuses a body with the first of: a missing, an unknown, an invalid parameter. */
export function bodyValidator(schema: TSchema): (body: unknown) => void {
  const compiled = Compile(schema)
  return (body) => {
    if (compiled.Check(body)) return
    const issues = compiled.Errors(body) as unknown as Issue[]
    const unknown = issues.find(({ keyword }) => keyword === 'additionalProperties')
    if (unknown) {
      const [name = ''] = unknown.params.additionalProperties as string[]
      throw new WireRefusal('parameter_unknown', dotted(unknown.instancePath, name))
    }
    const missing = issues.find(({ keyword }) => keyword === 'required')
    if (missing) {
      const [name = ''] = missing.params.requiredProperties as string[]
      throw new WireRefusal('parameter_missing', dotted(missing.instancePath, name))
    }
    const path = dotted(issues[0]?.instancePath ?? '')
    throw new WireRefusal('parameter_invalid', path, ruleAt(schema, path === '' ? [] : path.split('.')))
  }
}

/** Query strings: each parameter known and given once. */
export function readQuery(
  known: readonly string[],
  query: Record<string, unknown>,
): Record<string, string | undefined> {
  for (const [name, value] of Object.entries(query)) {
    if (!known.includes(name)) throw new WireRefusal('parameter_unknown', name)
    if (typeof value !== 'string') throw new WireRefusal('parameter_invalid', name, 'The parameter must be given once.')
  }
  return query as Record<string, string | undefined>
}
