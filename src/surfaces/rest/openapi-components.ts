import Type, { type TSchema } from 'typebox'
import { destinationCheckItem, payeeBodies, payeeCheckItem } from './payee-schemas.ts'
import { bulkItem, resolveItem } from './resolution.ts'
import { nouns } from './routes.ts'
import { errorEnvelope, removal } from './schema-parts.ts'

const pascal = (name: string): string => name[0]!.toUpperCase() + name.slice(1)

const shapes: Record<string, TSchema> = {
  ...Object.fromEntries(
    nouns.flatMap(({ records }) => Object.entries(records).map(([name, schema]) => [pascal(name), schema])),
  ),
  Removal: removal,
  Refusal: errorEnvelope,
}

const names = new Map<unknown, string>([
  ...Object.entries(shapes).map(([name, schema]) => [schema, name] as const),
  [bulkItem, 'BulkItem'],
  [payeeCheckItem, 'PayeeCheckItem'],
  [destinationCheckItem, 'DestinationCheckItem'],
])

/** Replaces every named schema in a schema (itself too) by a reference. */
export function withNames<T>(schema: T): T {
  const name = names.get(schema)
  return name === undefined ? inside(schema) : ({ $ref: `#/components/schemas/${name}` } as T)
}

const spelled: Readonly<Record<string, string>> = { 'x-values': 'enum', 'x-oneOf': 'oneOf' }

function inside<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withNames) as T
  if (typeof schema !== 'object' || schema === null) return schema
  // Constraints that use cases check with specific codes, as JSON Schema keywords for the document.
  const named = ([key, value]: [string, unknown]) => [spelled[key] ?? key, withNames(value)]
  return Object.fromEntries(Object.entries(schema).map(named)) as T
}

/** The named schemas: the answers, and the items of a bulk. */
export const components: Record<string, TSchema> = {
  ...Object.fromEntries(Object.entries(shapes).map(([name, schema]) => [name, inside(schema)])),
  BulkItem: inside(Type.Union([Type.String({ description: 'An alias whose type is detected' }), resolveItem])),
  PayeeCheckItem: inside(payeeBodies.checkPayee),
  DestinationCheckItem: inside(payeeBodies.checkDestination),
}
