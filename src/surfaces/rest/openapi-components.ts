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

const spelled: Readonly<Record<string, string>> = { 'x-values': 'enum', 'x-oneOf': 'oneOf' }

function inside<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withNames) as T
  if (typeof schema !== 'object' || schema === null) return schema
  // What we judge ourselves, with codes of its own, the document says in its keywords.
  const named = ([key, value]: [string, unknown]) => [spelled[key] ?? key, withNames(value)]
  return Object.fromEntries(Object.entries(schema).map(named)) as T
}

/** The schemas that have names: what is answered, and what an item of a bulk should be. */
export const components: Record<string, TSchema> = {
  ...Object.fromEntries(Object.entries(shapes).map(([name, schema]) => [name, inside(schema)])),
  BulkItem: inside(Type.Union([Type.String({ description: 'An alias whose type is detected' }), resolveItem])),
  PayeeCheckItem: inside(payeeBodies.checkPayee),
}
