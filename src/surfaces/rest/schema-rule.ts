import { mustBeBoolean, mustBeNumber, mustBeOneOf, mustBeText, mustBeWholeNumber } from '../../kernel/rule.ts'

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
export function ruleAt(schema: object, path: readonly string[]): string | undefined {
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

function ownRule({ type, enum: values, minimum, maximum, minItems = 0, maxItems }: Schema): string | undefined {
  if (values) return mustBeOneOf(values)
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
        ? `The value must be a list${minItems > 0 ? ` of at least ${minItems}` : ''}.`
        : `The value must be a list of ${minItems} to ${maxItems}.`
    case 'object':
      return 'The value must be an object.'
    default:
      return undefined
  }
}
