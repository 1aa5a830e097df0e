import type { MomentRange } from '../database/conditions.ts'
import type { Database } from '../database/orm.ts'
import { type ReadLists, readOwn } from '../database/read-pool.ts'
import { type Call, requireScope } from '../kernel/call.ts'
import { SignpostError } from '../kernel/errors.ts'
import { encodeId } from '../kernel/id.ts'
import type { Page } from '../kernel/page.ts'
import { type RecordPage, recordPage, recordsByIds } from '../kernel/records.ts'
import { type ActorRecord, causeShown } from './actor.ts'
import { eventTypes } from './event-types.ts'
import { type EventRow, eventsOf, findEvents } from './store.ts'

export type EventRecord = {
  id: string
  livemode: boolean
  type: string
  /** Public ids and types only. */
  data: Record<string, unknown>
  /** Who caused it, and in which request (`req_…`). A delivery does not say it. */
  actor: ActorRecord | null
  request: string | null
  createdAt: Date
}

/** An entry of the catalogue: when the event is emitted, and the JSON Schema of its `data`. */
export type EventTypeRecord = { type: string; when: string; data: Readonly<Record<string, unknown>> }

/** What a delivery of the event says, the body being the one source of it, and who caused it. */
const eventRecord = ({ caller }: Call) =>
  function show(row: EventRow): EventRecord {
    const { id, livemode, type, body } = row
    const { created, data } = JSON.parse(body) as { created: number; data: Record<string, unknown> }
    const createdAt = new Date(created * 1000)
    return { id: encodeId('event', id), livemode, type, data, ...causeShown(row, caller.consumerId), createdAt }
  }

const catalogue: readonly EventTypeRecord[] = Object.entries(eventTypes).map(([type, { when, data }]) => ({
  type,
  when,
  data,
}))

/** What events are found by. */
export type EventFilter = { type?: string | null | undefined; created?: MomentRange | null | undefined }

const isEventType = (type: string): boolean => Object.hasOwn(eventTypes, type)

type Deps = { db: Database; readLists: ReadLists }

/** Events as the caller's webhooks hear of them: those of its records, and of the grants made to it. */
export function createEvents({ db, readLists }: Deps) {
  return {
    async byIds(call: Call, ids: readonly string[]): Promise<(EventRecord | null)[]> {
      requireScope(call, 'webhooks:read')
      return recordsByIds('event', ids, (uuids) => findEvents(db, call.caller, uuids), eventRecord(call))
    },

    async list(call: Call, page: Page, { type, created }: EventFilter = {}): Promise<RecordPage<EventRecord>> {
      requireScope(call, 'webhooks:read')
      if (type != null && !isEventType(type)) throw new SignpostError('event_type_unknown', { param: 'type' })
      const listing = eventsOf(call.caller, { type: type ?? null, created: created ?? null })
      const list = await readOwn<EventRow>(readLists, call.caller.consumerId, listing, page)
      return recordPage(list, eventRecord(call))
    },

    types: (): readonly EventTypeRecord[] => catalogue,
  }
}

export type Events = ReturnType<typeof createEvents>
