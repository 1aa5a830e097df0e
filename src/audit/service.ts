import type { Database } from '../database/orm.ts'
import type { Listing } from '../database/pages.ts'
import { type ReadLists, readOwn } from '../database/read-pool.ts'
import { actorTypes, causeShown } from '../events/actor.ts'
import { type EntryKind, isEntryKind, kinds, toldToGrantee } from '../events/kinds.ts'
import type { Write } from '../events/write.ts'
import { type Call, type Owner, requireOperator, requireScope } from '../kernel/call.ts'
import { SignpostError } from '../kernel/errors.ts'
import { decodeId, encodeId, kindOf } from '../kernel/id.ts'
import { maximumLimit, type Page } from '../kernel/page.ts'
import { flag, list, milliseconds, nullable, one, owner, parts, type RecordOf, shape, text } from '../kernel/record.ts'
import { type RecordPage, recordPage, recordsByIds } from '../kernel/records.ts'
import { readMoment } from '../kernel/stored.ts'
import { timeOfId } from '../kernel/timed-id.ts'
import {
  type DisclosureFilter,
  type DisclosureKind,
  type DisclosureRecord,
  type Disclosures,
  disclosureKinds,
  type From,
} from '../resolution/disclosures/service.ts'
import { mergePages, placeOf } from './merging.ts'
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
    const isOwner = row.consumer_id === consumerId
    const told = isOwner ? row.subjects : (row.grantee_subjects ?? [])
    const changed = row.changed_fields ?? []
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
      changed: isOwner ? changed : toldToGrantee(changed),
      livemode: row.livemode,
      requestId: request,
    }
  }

/** A disclosure as an entry: who saw which records of the identity, by which grant. */
const disclosureEntry = (shown: DisclosureRecord): AuditEntry => ({
  id: shown.id,
  at: shown.createdAt,
  kind: `disclosure.${shown.kind}`,
  actor: { type: 'api_key', id: shown.consumer, name: null },
  subjects: [
    shown.identity,
    shown.alias,
    ...shown.endpoints,
    ...(shown.grant === null ? [] : [shown.grant]),
    shown.consumer,
  ],
  changed: [],
  livemode: shown.livemode,
  requestId: shown.requestId,
})

const invalid = (param: string, rule: string) => new SignpostError('parameter_invalid', { param, rule })

/** Which disclosures are asked for; null for none. */
type Shown = { kind?: DisclosureKind } | null

/** @throws SignpostError parameter_invalid */
function readKinds(kind: string | null | undefined): { kinds: EntryKind[] | null; shown: Shown } {
  if (kind == null) return { kinds: null, shown: {} }
  if (kind === 'disclosure.*') return { kinds: [], shown: {} }
  const disclosed = disclosureKinds.find((one) => kind === `disclosure.${one}`)
  if (disclosed !== undefined) return { kinds: [], shown: { kind: disclosed } }
  const asked = kind.endsWith('.*')
    ? (Object.keys(kinds) as EntryKind[]).filter((one) => one.startsWith(kind.slice(0, -1)))
    : [kind].filter(isEntryKind)
  if (asked.length === 0)
    throw invalid('kind', 'The value must be a kind of entry, or a family of them like endpoint.*.')
  return { kinds: asked, shown: null }
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
function readFilter({ kind, subject, actor, since = null, until = null }: AuditFilter) {
  for (const [param, at] of Object.entries({ since, until }))
    if (at && Number.isNaN(at.getTime())) throw invalid(param, 'The value must be a moment.')
  return { ...readKinds(kind), subject: aboutOf(subject), actor: readActor(actor), since, until }
}

type Deps = { db: Database; readLists: ReadLists; write: Write; disclosures: Pick<Disclosures, 'listBehind'> }

const missingSubject = () =>
  new SignpostError('parameter_missing', { param: 'subject', rule: 'Disclosures are found by the identity, idn_….' })

/** The log of changes: actor, records and fields, as each consumer is entitled to know. */
export function createAudit({ db, readLists, write, disclosures }: Deps) {
  /** A uuid under the prefix of another kind is the id of nothing. */
  async function readEntries({ caller }: Call, listing: Listing, page: Page, about: About | null) {
    const rows = await readOwn<EntryRow>(readLists, caller.consumerId, listing, page)
    const found = recordPage(rows, entryOf(caller))
    const isAbout = about === null || found.records.every(({ subjects }) => subjects.includes(about.id))
    return isAbout ? found : { records: [], hasMore: false }
  }

  /** The disclosures of an identity as entries, behind a place. */
  async function shownBehind(call: Call, identity: About, page: Page, filter: DisclosureFilter, from: From) {
    const { records, hasMore } = await disclosures.listBehind(
      call,
      identity.uuid,
      { ...page, cursor: null },
      filter,
      from,
    )
    return { records: records.map(disclosureEntry), hasMore }
  }

  /** A disclosure of an identity of the caller's: its id says when it was. */
  async function findShown(call: Call, identity: About, id: string): Promise<AuditEntry | null> {
    const uuid = decodeId('disclosureRecord', id)
    const ms = uuid === null ? null : timeOfId(uuid)
    if (ms === null) return null
    const most = { limit: maximumLimit, direction: 'after', cursor: null } as const
    const filter = { since: new Date(ms), until: new Date(ms + 1) }
    for (let from: From = null; ; ) {
      const { records, hasMore }: RecordPage<AuditEntry> = await shownBehind(call, identity, most, filter, from)
      const found = records.find((record) => record.id === id)
      if (found || !hasMore) return found ?? null
      from = placeOf(records.at(-1)!)
    }
  }

  const find = async (call: Call, ids: readonly string[]): Promise<(AuditEntry | null)[]> =>
    recordsByIds('auditEntry', ids, (uuids) => findEntries(db, call.caller, uuids), entryOf(call.caller))

  /** The place of a cursor in a list of both kinds. @throws SignpostError cursor_invalid */
  async function placeBehind(call: Call, identity: About, { cursor, direction }: Page): Promise<From> {
    if (cursor === null) return null
    const isShown = kindOf(cursor) === 'disclosureRecord'
    const entry = isShown ? await findShown(call, identity, cursor) : (await find(call, [cursor]))[0]
    if (entry?.subjects.includes(identity.id)) return placeOf(entry)
    throw new SignpostError('cursor_invalid', { param: direction === 'after' ? 'startingAfter' : 'endingBefore' })
  }

  /** INVARIANT (one order): both lists are read behind one place, and merged as they are ordered: by time and id. */
  async function listMerged(call: Call, identity: About, page: Page, window: EntryWindow, shown: Shown) {
    const from = await placeBehind(call, identity, page)
    const { since, until, actor } = window
    const listing = { ...entriesAbout(call.caller, identity, window), ...(from === null ? {} : { from }) }
    const own = { ...page, cursor: null }
    const consumer = actor !== null && 'consumer' in actor ? actor.consumer.id : undefined
    const isNobody = shown === null || (actor !== null && consumer === undefined)
    const none = { records: [], hasMore: false }
    const [entries, disclosed] = await Promise.all([
      window.kinds?.length === 0 ? none : readEntries(call, listing, own, identity),
      isNobody ? none : shownBehind(call, identity, page, { ...shown, consumer, since, until }, from),
    ])
    return mergePages(entries, disclosed, page)
  }

  return {
    /** The entries of the caller's log. @throws SignpostError parameter_invalid · parameter_missing · cursor_invalid */
    async list(call: Call, page: Page, filter: AuditFilter = {}): Promise<RecordPage<AuditEntry>> {
      requireScope(call, 'audit:read')
      const { shown, ...window } = readFilter(filter)
      const { subject, actor } = window
      if (subject !== null && kindOf(subject.id) === 'identity') return listMerged(call, subject, page, window, shown)
      if (window.kinds?.length === 0) throw missingSubject()
      // An entry shows another consumer as its actor only where it names it.
      const about = subject ?? (actor !== null && 'consumer' in actor ? actor.consumer : null)
      const listing = about ? entriesAbout(call.caller, about, window) : entriesOf(call.caller, window)
      return readEntries(call, listing, page, about)
    },

    /** An entry, or a disclosure of the identity `subject`; null where it is absent, malformed or of no log of the caller's. */
    async find(call: Call, id: string, subject?: string | null): Promise<AuditEntry | null> {
      requireScope(call, 'audit:read')
      if (kindOf(id) !== 'disclosureRecord') return (await find(call, [id]))[0]!
      if (subject == null) throw missingSubject()
      return findShown(call, aboutOf(subject)!, id)
    },

    /** INVARIANT (no entry, no export): it commits before the first byte of an export leaves. */
    noteExport: (call: Call, identity: string): Promise<void> =>
      write(call, async ({ emit }) => emit('identity.exported', { identity })),

    /** An entry of the operator's own log, before a command does what it tells. */
    async noteCommand(
      call: Call,
      kind: 'operator.exported' | 'operator.renormalized',
      data: Record<string, unknown> = {},
    ): Promise<void> {
      requireOperator(call)
      await write(call, async ({ emit }) => emit(kind, data, { consumerId: null }))
    },
  }
}

export type Audit = ReturnType<typeof createAudit>
