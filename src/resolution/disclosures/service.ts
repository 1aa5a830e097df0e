import Type from 'typebox'
import type { Database } from '../../database/orm.ts'
import type { ReadLists } from '../../database/read-pool.ts'
import { type Call, requireScope } from '../../kernel/call.ts'
import { decodeId, encodeId } from '../../kernel/id.ts'
import { requireId } from '../../kernel/input.ts'
import { type Page, type RecordPage, recordPage } from '../../kernel/page.ts'
import { list, nullable, one, owner, type RecordOf, record, text } from '../../kernel/record.ts'
import { readMoment, readStored, readTexts } from '../../kernel/stored.ts'
import { optionalMember } from '../../registry/filter.ts'
import {
  bases,
  type DisclosureRecordRow,
  type DisclosureWindow,
  disclosuresApart,
  disclosuresOf,
  ownedAmong,
  readBasis,
} from './store.ts'

/** The kinds of look-ups that disclosure records tell of. */
export const disclosureKinds = ['resolve', 'check', 'destination', 'release'] as const
export type DisclosureKind = (typeof disclosureKinds)[number]

/** The answers of checks: of a name all of them, of a destination those that are neither close nor declared. */
export const verdicts = ['match', 'declared_match', 'close_match', 'no_match', 'unavailable'] as const
export type CheckVerdict = (typeof verdicts)[number]

/** The verdict on a name, as payers read it. */
export const payeeVerdictSchema = Type.Unsafe<CheckVerdict>({
  type: 'string',
  enum: [...verdicts],
  description: '`declared_match`: same name, not verified. `unavailable`: not checked, never fine',
})

/** The verdict on a destination, as payers read it. */
export const destinationVerdictSchema = Type.Unsafe<'match' | 'no_match' | 'unavailable'>({
  type: 'string',
  enum: ['match', 'no_match', 'unavailable'],
  description: '`no_match`: not registered in this form. `unavailable`: not checked, never fine',
})

/** The consumer that saw endpoints of an identity, with the alias, grant and request. Public ids; never an address. */
export const disclosure = record('disclosure', {
  identity: owner(text('idn_…')),
  consumer: owner(text('Who saw the endpoints')),
  alias: owner(text('als_…, the alias that was resolved')),
  endpoints: owner(list(text('end_…'))),
  grant: owner(nullable(text('cgr_…, the active grant, if there was one'))),
  requestId: owner(text('req_…')),
  kind: owner(one(disclosureKinds)),
  /** The verdict of a check; null for a resolution. */
  verdict: owner(nullable(one(verdicts))),
  /** By what the alias was shown; null for records of earlier versions. */
  basis: owner(nullable(one(bases))),
})

export type DisclosureRecord = RecordOf<typeof disclosure>

/** `since` is inclusive, `until` is not, so that windows tile. `consumer` is a public id; an absent one has seen nothing. */
export type DisclosureFilter = {
  consumer?: string | null | undefined
  since?: Date | null | undefined
  until?: Date | null | undefined
  kind?: string | null | undefined
  verdict?: string | null | undefined
  /** `req_…`, of the request that was answered. */
  requestId?: string | null | undefined
}

export const disclosureRecord = (row: DisclosureRecordRow): DisclosureRecord => ({
  id: encodeId('disclosureRecord', row.id),
  livemode: row.livemode,
  identity: encodeId('identity', row.identity_id),
  consumer: encodeId('consumer', row.consumer_id),
  alias: encodeId('alias', row.alias_id),
  endpoints: readTexts(row.endpoint_ids).map((id) => encodeId('endpoint', id)),
  grant: row.grant_id && encodeId('consentGrant', row.grant_id),
  requestId: encodeId('request', row.request_id),
  kind: readStored(disclosureKinds, row.kind, 'resolve'),
  verdict: row.verdict === null ? null : readStored(verdicts, row.verdict, 'unavailable'),
  basis: readBasis(row.basis),
  createdAt: readMoment(row.created_at),
  updatedAt: readMoment(row.created_at),
})

function readFilter(filter: DisclosureFilter): DisclosureWindow {
  const { consumer, since = null, until = null, kind, verdict, requestId } = filter
  return {
    consumer: consumer == null ? null : { id: decodeId('consumer', consumer) },
    request: requestId == null ? null : { id: decodeId('request', requestId) },
    kind: optionalMember(disclosureKinds, kind, 'kind'),
    verdict: optionalMember(verdicts, verdict, 'verdict'),
    since,
    until,
  }
}

/** A place in a list, to the millisecond; null at its beginning. */
export type From = { id: string; made: string } | null

type Deps = {
  /** The registry, which knows whose an identity is. */
  db: Database
  readLists: ReadLists
  /** Where records have a PostgreSQL of their own. */
  apart: { readLists: ReadLists } | null
}

export function createDisclosures({ db, readLists, apart }: Deps) {
  /** Apart from the registry, records don't know whose their identities are: it is asked first. */
  async function readRecords({ caller }: Call, identities: string[], page: Page, window: DisclosureWindow, from: From) {
    const { consumerId } = caller
    const behind = from === null ? {} : { from }
    const listing = apart
      ? disclosuresApart(await ownedAmong(db, caller, identities), window)
      : disclosuresOf(caller, window)
    const read = apart?.readLists ?? readLists
    return read<DisclosureRecordRow>(consumerId, { ...listing, ...behind }, identities, page)
  }

  return {
    /** A page of the disclosures of each identity of the caller's. */
    async listOf(
      call: Call,
      identities: readonly string[],
      page: Page,
      filter: DisclosureFilter = {},
    ): Promise<RecordPage<DisclosureRecord>[]> {
      requireScope(call, 'identities:read')
      const ids = identities.map((id) => requireId('identity', id))
      const lists = await readRecords(call, ids, page, readFilter(filter), null)
      return lists.map((list) => recordPage(list, disclosureRecord))
    },

    /** Those of one identity (a uuid), behind a place of a list that holds more than disclosures. */
    async listBehind(
      call: Call,
      identity: string,
      page: Page,
      filter: DisclosureFilter,
      from: From,
    ): Promise<RecordPage<DisclosureRecord>> {
      const [list] = await readRecords(call, [identity], page, readFilter(filter), from)
      return recordPage(list!, disclosureRecord)
    },
  }
}

export type Disclosures = ReturnType<typeof createDisclosures>
