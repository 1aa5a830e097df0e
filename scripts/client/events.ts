import { type EventType, eventShapes, eventTypes } from '../../src/events/event-types.ts'
import type { OpenApi } from '../openapi-document.ts'

type Properties = { properties: Record<string, object>; required: string[] }

const pascal = (name: string) => name[0]!.toUpperCase() + name.slice(1)

/** The types whose data have these fields. */
const typesOf = (shape: object) =>
  (Object.keys(eventTypes) as EventType[]).filter((type) => eventTypes[type].data === shape)

/**
 * The document with a union of events by `type`: `Event` is that of lists, `DeliveredEvent` that of a webhook. The
 * served document leaves both open, so that a newer service with one more type of event still answers validly.
 */
export function withEvents(document: OpenApi): OpenApi {
  const { Event, ...schemas } = document.components.schemas as Record<string, Properties>
  const { id, created, livemode } = Event!.properties as { [name: string]: object }
  const delivered = { id, created, livemode, type: {}, data: {} }
  const kinds = Object.entries(eventShapes).map(([name, shape]) => ({
    name: pascal(name),
    told: {
      type: { type: 'string', enum: typesOf(shape) },
      data: { $ref: `#/components/schemas/${pascal(name)}EventData` },
    },
    shape,
  }))
  const union = (prefix: string) => ({
    anyOf: kinds.map(({ name }) => ({ $ref: `#/components/schemas/${prefix}${name}Event` })),
  })
  const each = kinds.flatMap(({ name, told, shape }): [string, object][] => [
    [`${name}EventData`, shape],
    [`${name}Event`, { ...Event, properties: { ...Event!.properties, ...told } }],
    [
      `Delivered${name}Event`,
      { type: 'object', required: Object.keys(delivered), properties: { ...delivered, ...told } },
    ],
  ])
  return {
    ...document,
    components: {
      schemas: {
        ...schemas,
        ...Object.fromEntries(each),
        Event: { description: 'What happened', ...union('') },
        DeliveredEvent: { description: 'The body of a delivery', ...union('Delivered') },
      },
    },
  }
}
