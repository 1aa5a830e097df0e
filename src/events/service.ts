import type { Database } from '../database/orm.ts'
import { type ReadLists, readOwn } from '../database/read-pool.ts'
import { type Call, requireScope } from '../kernel/call.ts'
import { encodeId } from '../kernel/id.ts'
import type { Page } from '../kernel/page.ts'
import { type RecordPage, recordPage, recordsByIds } from '../kernel/records.ts'
import { eventTypes } from './event-types.ts'
import { type EventRow, eventsOf, findEvents } from './store.ts'

export type EventRecord = {
  id: string
  livemode: boolean
  type: string
  /** Public ids and types only. */
  data: Record<string, unknown>
  createdAt: Date
}

/** An entry of the catalogue: when the event is emitted, and the JSON Schema of its `data`. */
export type EventTypeRecord = { type: string; when: string; data: Readonly<Record<string, unknown>> }

/** What a delivery of the event says, the body being the one source of it. */
function eventRecord({ id, livemode, type, body }: EventRow): EventRecord {
  const { created, data } = JSON.parse(body) as { created: number; data: Record<string, unknown> }
  return { id: encodeId('event', id), livemode, type, data, createdAt: new Date(created * 1000) }
}

const catalogue: readonly EventTypeRecord[] = Object.entries(eventTypes).map(([type, { when, data }]) => ({
  type,
  when,
  data,
}))

type Deps = { db: Database; readLists: ReadLists }

/** Events as the caller's webhooks hear of them: those of its records, and of the grants made to it. */
export function createEvents({ db, readLists }: Deps) {
  return {
    async byIds(call: Call, ids: readonly string[]): Promise<(EventRecord | null)[]> {
      requireScope(call, 'webhooks:read')
      return recordsByIds('event', ids, (uuids) => findEvents(db, call.caller, uuids), eventRecord)
    },

    async list(call: Call, page: Page): Promise<RecordPage<EventRecord>> {
      requireScope(call, 'webhooks:read')
      const list = await readOwn<EventRow>(readLists, call.caller.consumerId, eventsOf(call.caller), page)
      return recordPage(list, eventRecord)
    },

    types: (): readonly EventTypeRecord[] => catalogue,
  }
}

export type Events = ReturnType<typeof createEvents>
