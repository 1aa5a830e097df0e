import { randomUUID } from 'node:crypto'
import { type EventType, eventTypes } from '../../events/event-types.ts'
import { encodeId, type Kind, prefixes } from '../../kernel/id.ts'
import type { Delivered } from './signed.ts'

type Schema = { type?: string; description?: string; properties?: Record<string, Schema> }

const kinds = new Map(Object.entries(prefixes).map(([kind, prefix]) => [prefix as string, kind as Kind]))

/** What the types of records are, by the field that names them. */
const words: Readonly<Record<string, string>> = {
  alias: 'username',
  alias_type: 'username',
  claim: 'ownership',
  endpoint: 'crypto_wallet',
  status: 'suspended',
  type: 'user',
}

/** A value as the schema describes it: an id of its kind, or a word. */
function sampleOf(schema: Schema, name: string, parent: string): unknown {
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([inner, value]) => [inner, sampleOf(value, inner, name)]),
    )
  }
  const kind = kinds.get(/^([a-z]{3})_…$/.exec(schema.description ?? '')?.[1] ?? '')
  if (kind !== undefined) return encodeId(kind, randomUUID())
  return words[name === 'type' ? parent : name] ?? words[name]
}

/** An event as the service would make it, with ids of nothing that exists. */
export const sampleEvent = (type: EventType): Delivered => ({
  id: encodeId('event', randomUUID()),
  type,
  created: Math.floor(Date.now() / 1_000),
  livemode: false,
  data: sampleOf(eventTypes[type].data as Schema, '', '') as object,
})
