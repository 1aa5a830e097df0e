import Type from 'typebox'
import type { MomentRange } from '../database/conditions.ts'
import type { Database, RowOf } from '../database/orm.ts'
import { dropPartitionsOlderThan } from '../database/partitions/store.ts'
import { type ReadLists, readOwn } from '../database/read-pool.ts'
import { type Call, requireScope } from '../kernel/call.ts'
import { SignpostError } from '../kernel/errors.ts'
import { decodeId, encodeId, noId, uuidOf } from '../kernel/id.ts'
import type { Job } from '../kernel/job.ts'
import { type Page, type RecordPage, recordPage, recordsByIds } from '../kernel/page.ts'
import { as, nullable, one, owner, parts, type RecordOf, record, text } from '../kernel/record.ts'
import { actorTypes, bySystem, causeShown } from './actor.ts'
import { eventTypes, isEventType } from './event-types.ts'
import { type EventRow, eventsAbout, eventsOf, findEvents, recordEvents } from './store.ts'
import { newEvent } from './write.ts'

/** The record, its fields once: docs/architecture.md says what is made of them. */
export const event = record('event', {
  type: owner(text()),
  /** Public ids and types only. */
  data: owner(as<Record<string, unknown>>(Type.Record(Type.String(), Type.Unknown()))),
  /** Its cause and request, which a delivery leaves out. */
  actor: owner(nullable(parts({ type: one(actorTypes), id: nullable(text()) }))),
  request: owner(nullable(text('req_…, of one of your own requests or of the operator'))),
})

export type EventRecord = RecordOf<typeof event>

/** An entry of the catalogue: when the event is emitted, and the JSON Schema of its `data`. */
export type EventTypeRecord = { type: string; when: string; data: Readonly<Record<string, unknown>> }

/** Builds the record of an event from the body of its delivery, with its cause. */
const eventRecord = ({ caller }: Call) =>
  function show(row: EventRow): EventRecord {
    const { id, livemode, type, body } = row
    const { created, data } = JSON.parse(body) as { created: number; data: Record<string, unknown> }
    const createdAt = new Date(created * 1000)
    return {
      id: encodeId('event', id),
      livemode,
      type,
      data,
      ...causeShown(row, caller.consumerId),
      createdAt,
      updatedAt: createdAt,
    }
  }

const catalogue: readonly EventTypeRecord[] = Object.entries(eventTypes).map(([type, rule]) => ({ type, ...rule }))

/** Filters of events. */
type EventFilter = {
  type?: string | null | undefined
  created?: MomentRange | null | undefined
  /** A public id of any kind: only events that name this record. */
  object?: string | null | undefined
  /** `req_…`: only events that this request caused. */
  request?: string | null | undefined
}

/** The public ids that each side is told, in a list about a record. */
type Told = Pick<RowOf<'event'>, 'consumer_id' | 'subjects' | 'grantee_subjects'>

type Deps = { db: Database; readLists: ReadLists }

/** Events as the caller's webhooks hear of them: those of its records, and of the grants made to it. */
export function createEvents({ db, readLists }: Deps) {
  return {
    async byIds(call: Call, ids: readonly string[]): Promise<(EventRecord | null)[]> {
      requireScope(call, 'webhooks:read')
      return recordsByIds('event', ids, (uuids) => findEvents(db, call.caller, uuids), eventRecord(call))
    },

    async list(call: Call, page: Page, filter: EventFilter = {}): Promise<RecordPage<EventRecord>> {
      requireScope(call, 'webhooks:read')
      const { type = null, created = null, object = null, request = null } = filter
      if (type !== null && !isEventType(type)) throw new SignpostError('event_type_unknown', { param: 'type' })
      const window = { type, created, request: request === null ? null : (decodeId('request', request) ?? noId) }
      const listing = object === null ? eventsOf(call.caller, window) : eventsAbout(call.caller, uuidOf(object), window)
      const found = await readOwn<EventRow & Told>(readLists, call.caller.consumerId, listing, page)
      // A uuid under the prefix of another kind is the id of nothing. The data may name less than the caller is told.
      const told = ({ consumer_id, subjects, grantee_subjects }: Told) =>
        (consumer_id === call.caller.consumerId ? subjects : grantee_subjects) ?? []
      const isAbout = object === null || found.rows.every((row) => told(row).includes(object))
      return isAbout ? recordPage(found, eventRecord(call)) : { records: [], hasMore: false }
    },

    types: (): readonly EventTypeRecord[] => catalogue,
  }
}

type PurgeDeps = { db: Database; newId: () => string; clock: () => number; retentionDays: number }

const purge = 'purge-audit-entries'

/** Drops the months of entries whose retention is over. The operator's own log says so, from the commit of each drop on. */
export const purgeEntries = ({ db, newId, clock, retentionDays }: PurgeDeps): Job => ({
  name: purge,
  intervalMs: 3_600_000,
  run: async () => {
    await dropPartitionsOlderThan(db, 'audit_subject', retentionDays)
    await dropPartitionsOlderThan(db, 'event', retentionDays, (trx) => {
      const owner = { consumerId: null, livemode: false }
      return recordEvents(trx, [newEvent(newId(), 'retention.dropped', {}, owner, clock(), bySystem(purge))])
    })
  },
})
