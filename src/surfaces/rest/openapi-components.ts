import Type, { type TSchema } from 'typebox'
import { payeeBodies, payeeCheckItem } from './payee-schemas.ts'
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
])

/** The schema with every one that has a name of its own (itself too) replaced by a reference to it. */
export function withNames<T>(schema: T): T {
  const name = names.get(schema)
  return name === undefined ? inside(schema) : ({ $ref: `#/components/schemas/${name}` } as T)
}

function inside<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withNames) as T
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withNames(value)])) as T
}

/** The schemas that have names: what is answered, and what an item of a bulk should be. */
export const components: Record<string, TSchema> = {
  ...Object.fromEntries(Object.entries(shapes).map(([name, schema]) => [name, inside(schema)])),
  BulkItem: Type.Union([Type.String({ description: 'An alias whose type is detected' }), resolveItem]),
  PayeeCheckItem: payeeBodies.checkPayee,
}
