import { once } from 'node:events'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { from } from 'pg-copy-streams'
import type { Database, RowOf } from '../../database/orm.ts'
import type { Listing } from '../../database/pages.ts'
import { uniqueViolationOf } from '../../database/violations.ts'
import type { Owner } from '../../kernel/call.ts'

/** By what the alias was shown: to everybody, to who knows it, or by the grant. Which endpoints a grant opened follows from the record. */
export const bases = ['public', 'unlisted', 'grant'] as const
type Basis = (typeof bases)[number]

/** As they are stored, in one byte. */
const letters = { public: 'p', unlisted: 'u', grant: 'g' } as const satisfies Record<Basis, string>

/** An unknown basis reads as none. */
export const readBasis = (stored: string | null): Basis | null =>
  bases.find((basis) => letters[basis] === stored) ?? null

/** One disclosure, as it is stored. Ids are uuids; that of the record says when it was made. */
export type NewDisclosureRecord = {
  id: string
  livemode: boolean
  identityId: string
  consumerId: string
  aliasId: string
  endpointIds: readonly string[]
  grantId: string | null
  requestId: string
  kind: string
  /** A word of ours, without quotes or commas. */
  verdict: string | null
  basis: Basis
  createdAt: Date
}

export type DisclosureRecordRow = RowOf<'disclosure_record'>

const columns =
  'id, livemode, identity_id, consumer_id, alias_id, endpoint_ids, grant_id, request_id, kind, verdict, basis, created_at'

/** The records of one answer share their moment: its text is made once. */
let lastMoment = { at: new Date(Number.NaN), text: '' }
function momentText(at: Date): string {
  if (lastMoment.at !== at) lastMoment = { at, text: at.toISOString() }
  return lastMoment.text
}

/** The columns of a record as text. Uuids, moments and our own words need no escapes. */
const textsOf = <None>(record: NewDisclosureRecord, none: None): (string | None)[] => [
  record.id,
  String(record.livemode),
  record.identityId,
  record.consumerId,
  record.aliasId,
  `{${record.endpointIds.join(',')}}`,
  record.grantId ?? none,
  record.requestId,
  record.kind,
  record.verdict ?? none,
  letters[record.basis],
  momentText(record.createdAt),
]

/**
 * Appends the records in one statement. A record that is there already, from an insert whose answer was lost, is kept.
 */
export async function insertDisclosureRecords(db: Database, records: readonly NewDisclosureRecord[]): Promise<void> {
  const rows = records.map((record) => sql`(${sql.join(textsOf(record, null))})`)
  await sql`
    insert into disclosure_record (${sql.raw(columns)}) values ${sql.join(rows)}
    on conflict (identity_id, created_at, id) do nothing`.execute(db)
}

/** One row of COPY. */
const rowOf = (record: NewDisclosureRecord): string => `${textsOf(record, '\\N').join('\t')}\n`

/** @throws what the server refuses; then nothing is stored */
async function copyRecords(pool: Pool, records: readonly NewDisclosureRecord[]): Promise<void> {
  const client = await pool.connect()
  let failure: unknown
  try {
    const stream = client.query(from(`copy disclosure_record (${columns}) from stdin`))
    // A connection that ends tells the stream again after `once` has heard of it: unheard, that would end the process.
    stream.on('error', () => undefined)
    stream.end(records.map(rowOf).join(''))
    await once(stream, 'finish')
  } catch (error) {
    failure = error
    throw error
  } finally {
    // A refusal of the server, which has a SQLSTATE, leaves the connection usable.
    client.release(failure !== undefined && !isRefusal(failure))
  }
}

const isRefusal = (error: unknown): boolean => /^[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code))

/**
 * Appends records by COPY, which costs two thirds of an insert. COPY refuses a batch with a record that is there already, from
 * an attempt whose answer was lost: such a batch is inserted, and that record is kept.
 */
export async function appendDisclosureRecords(
  { db, pool }: { db: Database; pool: Pool },
  records: readonly NewDisclosureRecord[],
): Promise<void> {
  try {
    await copyRecords(pool, records)
  } catch (error) {
    if (uniqueViolationOf(error) === null) throw error
    await insertDisclosureRecords(db, records)
  }
}

/** `consumer` and `request` are null when all are asked for; an id is null when it was malformed, which matches nothing. */
export type DisclosureWindow = {
  consumer: { id: string | null } | null
  request: { id: string | null } | null
  kind: string | null
  verdict: string | null
  since: Date | null
  until: Date | null
}

/** `since` is inclusive, `until` is not. */
const within = ({ consumer, request, kind, verdict, since, until }: DisclosureWindow) =>
  sql<boolean>`t.consumer_id is not null and t.alias_id is not null and t.request_id is not null and ${consumer === null ? sql`true` : sql`t.consumer_id = ${consumer.id}::uuid`}
    and ${request === null ? sql`true` : sql`t.request_id = ${request.id}::uuid`}
    and ${kind === null ? sql`true` : sql`t.kind = ${kind}`}
    and ${kind === 'check' || kind === 'destination' ? sql`t.verdict is not null` : sql`true`}
    and ${verdict === null ? sql`true` : sql`t.verdict = ${verdict}`}
    and t.created_at >= coalesce(${since}::timestamptz, '-infinity')
    and t.created_at < coalesce(${until}::timestamptz, 'infinity')`

/** The disclosures of each identity of the owner's. */
export const disclosuresOf = ({ consumerId, livemode }: Owner, window: DisclosureWindow): Listing => ({
  table: 'disclosure_record_owned',
  kind: 'disclosureRecord',
  belongs: sql<boolean>`t.identity_id = q.id and t.owner_id = ${consumerId} and t.livemode = ${livemode}`,
  shown: within(window),
  timed: 't.created_at',
})

/** The same on a server that has the records alone. `owned` are the identities that the registry knows to be the owner's. */
export const disclosuresApart = (owned: readonly string[], window: DisclosureWindow): Listing => ({
  table: 'disclosure_record',
  kind: 'disclosureRecord',
  belongs: sql<boolean>`t.identity_id = q.id and q.id = any(${owned}::uuid[])`,
  shown: within(window),
  timed: 't.created_at',
})

/** Those of the identities that are the owner's, by the registry. */
export async function ownedAmong(
  db: Database,
  { consumerId, livemode }: Owner,
  identities: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('identity')
    .select('id')
    .where('consumer_id', '=', consumerId)
    .where('livemode', '=', livemode)
    .where(sql<boolean>`id = any(${identities}::uuid[])`)
    .execute()
  return rows.map(({ id }) => id)
}
