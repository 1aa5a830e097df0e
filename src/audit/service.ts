import type { Database } from '../database/orm.ts'
import { type ReadLists, readOwn } from '../database/read-pool.ts'
import { actorTypes, causeShown } from '../events/actor.ts'
import { type EntryKind, isEntryKind, kinds } from '../events/kinds.ts'
import { type Call, type Owner, requireScope } from '../kernel/call.ts'
import { SignpostError } from '../kernel/errors.ts'
import { decodeId, encodeId, kindOf } from '../kernel/id.ts'
import type { Page } from '../kernel/page.ts'
import {
  flag,
  list,
  milliseconds,
  nullable,
  one,
  owner,
  parts,
  type RecordOf,
  shape,
  text,
} from '../kernel/record.ts'
import { type RecordPage, recordPage, recordsByIds } from '../kernel/records.ts'
import { readMoment } from '../kernel/stored.ts'
import { type About, type EntryRow, type EntryWindow, entriesAbout, entriesOf, findEntries } from './store.ts'

/** An entry, its fields once: docs/architecture.md says what is made of them. It never changes. */
export const auditEntry = shape('audit_entry', {
  id: owner(text('aud_…')),
  at: owner(milliseconds()),
  kind: owner(text('What happened, like `endpoint.updated`')),
  actor: owner(
    parts({
      type: one(actorTypes),
      id: nullable(text('key_… of your own, apc_… of another consumer where the entry names it, a way or a job')),
      name: nullable(text('What your key is called now')),
    }),
  ),
  subjects: owner(list(text('A public id'))),
  changed: owner(list(text('The name of a field, never its value'))),
  livemode: owner(flag()),
  requestId: owner(nullable(text('req_…, of one of your own requests or of the operator'))),
})

export type AuditEntry = RecordOf<typeof auditEntry>

export type AuditFilter = {
  /** A kind, or all of a family: `endpoint.*`. */
  kind?: string | null | undefined
  /** A public id of any kind. */
  subject?: string | null | undefined
  /** `key_…` of an own key, `apc_…` of another consumer, or the name of a job or of an operator's way. */
  actor?: string | null | undefined
  since?: Date | null | undefined
  until?: Date | null | undefined
}

const entryOf =
  ({ consumerId }: Owner) =>
  (row: EntryRow): AuditEntry => {
    const told = row.consumer_id === consumerId ? row.subjects : (row.grantee_subjects ?? [])
    const { actor, request } = causeShown(row, consumerId)
    const { type, id } = actor ?? { type: 'system', id: null }
    const other = row.actor_consumer_id && encodeId('consumer', row.actor_consumer_id)
    const isForeign = type === 'api_key' && row.actor_consumer_id !== consumerId
    return {
      id: encodeId('auditEntry', row.id),
      at: readMoment(row.created_at),
      kind: row.type,
      actor: { type, id: isForeign ? (told.find((subject) => subject === other) ?? null) : id, name: row.key_name },
      subjects: [...told],
      changed: row.changed ?? [],
      livemode: row.livemode,
      requestId: request,
    }
  }

const invalid = (param: string, rule: string) => new SignpostError('parameter_invalid', { param, rule })

/** @throws SignpostError parameter_invalid */
function readKinds(kind: string | null | undefined): EntryKind[] | null {
  if (kind == null) return null
  const asked = kind.endsWith('.*')
    ? (Object.keys(kinds) as EntryKind[]).filter((one) => one.startsWith(kind.slice(0, -1)))
    : [kind].filter(isEntryKind)
  if (asked.length === 0) throw invalid('kind', 'The value must be a kind of entry, or a family of them like endpoint.*.')
  return asked
}

/** No record has this id. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** A malformed id is looked for like any other. */
function aboutOf(id: string | null | undefined): About | null {
  if (id == null) return null
  const kind = kindOf(id)
  return { id, uuid: (kind && decodeId(kind, id)) ?? nobody }
}

function readActor(actor: string | null | undefined): EntryWindow['actor'] {
  if (actor == null) return null
  if (kindOf(actor) === 'consumer') return { consumer: aboutOf(actor)! }
  return { name: kindOf(actor) === 'apiKey' ? aboutOf(actor)!.uuid : actor }
}

/** @throws SignpostError parameter_invalid */
function readFilter({ kind, subject, actor, since = null, until = null }: AuditFilter): EntryWindow {
  for (const [param, at] of Object.entries({ since, until }))
    if (at && Number.isNaN(at.getTime())) throw invalid(param, 'The value must be a moment.')
  return { kinds: readKinds(kind), subject: aboutOf(subject), actor: readActor(actor), since, until }
}

type Deps = { db: Database; readLists: ReadLists }

/** Who did what to which record, as each consumer is entitled to know. */
export function createAudit({ db, readLists }: Deps) {
  return {
    /** The entries of the caller's log. @throws SignpostError parameter_invalid · cursor_invalid */
    async list(call: Call, page: Page, filter: AuditFilter = {}): Promise<RecordPage<AuditEntry>> {
      requireScope(call, 'audit:read')
      const window = readFilter(filter)
      const { actor } = window
      // An entry shows another consumer as its actor only where it names it.
      const about = window.subject ?? (actor !== null && 'consumer' in actor ? actor.consumer : null)
      const listing = about ? entriesAbout(call.caller, about, window) : entriesOf(call.caller, window)
      return recordPage(await readOwn<EntryRow>(readLists, call.caller.consumerId, listing, page), entryOf(call.caller))
    },

    /** Entries for public ids, null for each that is absent, malformed or of no log of the caller's. */
    async byIds(call: Call, ids: readonly string[]): Promise<(AuditEntry | null)[]> {
      requireScope(call, 'audit:read')
      return recordsByIds('auditEntry', ids, (uuids) => findEntries(db, call.caller, uuids), entryOf(call.caller))
    },
  }
}

export type Audit = ReturnType<typeof createAudit>
