import { encodeId, type Kind, prefixes } from '../kernel/id.ts'
import { type EventType, eventTypes } from './event-types.ts'

type Schema = { type?: string; description?: string; properties?: Record<string, Schema>; items?: Schema }

const kinds = new Map(Object.entries(prefixes).map(([kind, prefix]) => [prefix as string, kind as Kind]))

/** Example types of records, by the field that names them. */
const words: Readonly<Record<string, string>> = {
  alias: 'username',
  alias_type: 'username',
  change: 'updated',
  claim: 'ownership',
  endpoint: 'crypto_wallet',
  endpoints: 'crypto_wallet',
  status: 'suspended',
  type: 'user',
}

/** The data of an event as its schema describes it, with ids of nothing that exists. */
export function exampleData(type: EventType, newId: () => string): Record<string, unknown> {
  /** A value as the schema describes it: an id of its kind, or a word. */
  function exampleOf(schema: Schema, name: string, parent: string): unknown {
    if (schema.properties) {
      const entries = Object.entries(schema.properties)
      return Object.fromEntries(entries.map(([inner, value]) => [inner, exampleOf(value, inner, name)]))
    }
    if (schema.items) return [exampleOf(schema.items, name, parent)]
    const kind = kinds.get(/^([a-z]{3})_…$/.exec(schema.description ?? '')?.[1] ?? '')
    if (kind !== undefined) return encodeId(kind, newId())
    return words[name === 'type' ? parent : name] ?? words[name]
  }
  return exampleOf(eventTypes[type].data as Schema, '', '') as Record<string, unknown>
}
