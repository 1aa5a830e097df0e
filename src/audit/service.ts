import type { Database } from '../database/orm.ts'
import type { Listing } from '../database/pages.ts'
import { type ReadLists, readOwn } from '../database/read-pool.ts'
import { type EntryKind, isEntryKind, kinds } from '../events/kinds.ts'
import type { Write } from '../events/write.ts'
import { type Call, requireOperator, requireScope } from '../kernel/call.ts'
import { SignpostError } from '../kernel/errors.ts'
import { decodeId, encodeId, kindOf, noId, timeOfId, uuidOf } from '../kernel/id.ts'
import { maximumLimit, type Page, type RecordPage, recordPage, recordsByIds } from '../kernel/page.ts'
import {
  type DisclosureFilter,
  type DisclosureKind,
  type Disclosures,
  disclosureKinds,
  type From,
} from '../resolution/disclosures/service.ts'
import { type AuditEntry, disclosureEntry, entryOf, mergePages, placeOf } from './record.ts'
import {
  type About,
  type EntryRow,
  type EntryWindow,
  entriesAbout,
  entriesOf,
  findEntries,
  findPlace,
  logsFrom,
  readLog,
} from './store.ts'

type AuditFilter = {
  /** A kind, or all of a family: `endpoint.*`. */
  kind?: string | null | undefined
  /** A public id of any kind. */
  subject?: string | null | undefined
  /** `key_…` of an own key, `apc_…` of another consumer, or the name of a job or of an operator's way. */
  actor?: string | null | undefined
  since?: Date | null | undefined
  until?: Date | null | undefined
}

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

const aboutOf = (id: string | null | undefined): About | null => (id == null ? null : { id, uuid: uuidOf(id) })

const actorShape = /^[\w-]{1,64}$/

/** @throws SignpostError parameter_invalid */
function readActor(actor: string | null | undefined): EntryWindow['actor'] {
  if (actor == null) return null
  if (!actorShape.test(actor)) throw invalid('actor', 'The value must be an id, or the name of a job or a way.')
  if (kindOf(actor) === 'consumer') return { consumer: aboutOf(actor)! }
  return { name: kindOf(actor) === 'apiKey' ? uuidOf(actor) : actor }
}

/** @throws SignpostError parameter_invalid */
function readFilter({ kind, subject, actor, since = null, until = null }: AuditFilter) {
  return { ...readKinds(kind), subject: aboutOf(subject), actor: readActor(actor), since, until }
}

type ExportWindow = { since: Date | null; until: Date | null; after: string | null }

/** An entry, and the consumer in whose log it is (apc_…); null in the operator's. */
type ExportedEntry = { consumer: string | null; entry: AuditEntry }

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
    const { records, hasMore } = await disclosures.listBehind(call, identity.uuid, page, filter, from)
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
      isNobody ? none : shownBehind(call, identity, own, { ...shown, consumer, since, until }, from),
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

    /**
     * All entries of all logs in pages, for the operator: that of the operator first, each oldest first. `after` (aud_…) goes on
     * behind an entry. @throws SignpostError cursor_invalid
     */
    async *exportAll(call: Call, { after, ...range }: ExportWindow): AsyncIterable<ExportedEntry[]> {
      requireOperator(call)
      const first = after === null ? null : await findPlace(db, uuidOf(after))
      if (first === undefined) throw new SignpostError('cursor_invalid', { param: 'startingAfter' })
      let place = first
      for await (const log of logsFrom(db, first)) {
        const owner = { consumerId: log.consumer_id ?? noId, livemode: log.livemode }
        const consumer = log.consumer_id && encodeId('consumer', log.consumer_id)
        const next = () => readLog(db, log, range, place)
        for (let rows = await next(); rows.length > 0; rows = await next()) {
          yield rows.map((row) => ({ consumer, entry: entryOf(owner)({ ...row, consumer_id: owner.consumerId }) }))
          place = rows.at(-1)!
        }
        place = null
      }
    },

    /** INVARIANT (no entry, no export): it commits before the first byte of an export leaves. */
    noteExport: (call: Call, identity: string): Promise<void> =>
      write(call, async ({ emit }) => emit('identity.exported', { identity })),
  }
}
