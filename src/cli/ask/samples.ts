import { randomUUID } from 'node:crypto'
import { type EventType, exampleData } from '../../events/event-types.ts'
import { encodeId } from '../../kernel/id.ts'
import type { Delivered } from './signed.ts'

/** Makes an event like the service's, with random ids. */
export const sampleEvent = (type: EventType): Delivered => ({
  id: encodeId('event', randomUUID()),
  type,
  created: Math.floor(Date.now() / 1_000),
  livemode: false,
  data: exampleData(type, randomUUID),
})
