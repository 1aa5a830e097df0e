import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import {
  type AliasPlace,
  aliasRecord,
  capabilitiesRecord,
  endpointRecord,
  type NamePlace,
  nameRecord,
} from '../../registry/binding.ts'
import { readCapabilities } from '../../registry/endpoints/capability.ts'
import { columnNames } from '../../registry/record-store.ts'
import type { SealingPurpose } from '../keyring.ts'

export type SealedColumn = {
  table: string
  column: string
  /** Environment of its values; that of their row when absent. */
  livemode?: RawBuilder<boolean>
  isInSnapshot?: true
  /** Binding of its values; the id of their row when absent. */
  bound?: Bound
}

/** Columns (`t.…`) that a value is bound to besides row, identity and owner, and the function that joins them to one text. */
type Bound = { columns: readonly (keyof BoundPlace)[]; recordOf: (place: BoundPlace) => string }
type BoundPlace = AliasPlace & NamePlace & { readonly capabilities: unknown }

const ownLivemode = sql<boolean>`t.livemode`

/** Every kind of record that an owner creates has notes. */
const noted = (column: string): readonly SealedColumn[] =>
  ['identity', 'alias', 'endpoint'].map((table) => ({ table, column }))

const ofEndpoint: Bound = { columns: ['type'], recordOf: endpointRecord }
const ofName: Bound = { columns: ['kind', 'basis'], recordOf: nameRecord }
const ofAliasMark: Bound = { columns: ['type', 'value'], recordOf: aliasRecord }
const ofEndpointMark: Bound = {
  columns: ['type', 'capabilities'],
  recordOf: (place) => capabilitiesRecord(place, readCapabilities(place.capabilities)),
}

/**
 * The places of sealed values. Each value is bound to its row's environment, and to the id of its row or more of it.
 */
const columns: Record<SealingPurpose, readonly SealedColumn[]> = {
  address: [{ table: 'endpoint', column: 'address', bound: ofEndpoint }],
  projection: [{ table: 'endpoint', column: 'projection', isInSnapshot: true, bound: ofEndpoint }],
  grant_purpose: [{ table: 'consent_grant', column: 'sealed_purpose' }],
  request_purpose: [{ table: 'consent_request', column: 'sealed_purpose' }],
  release_reference: [{ table: 'release', column: 'sealed_reference' }],
  payee_name: [{ table: 'payee_name', column: 'sealed', bound: ofName }],
  mark: [
    { table: 'alias', column: 'mark', bound: ofAliasMark },
    { table: 'endpoint', column: 'mark', isInSnapshot: true, bound: ofEndpointMark },
  ],
  external_reference: noted('external_reference'),
  metadata: noted('metadata'),
  idempotency: [{ table: 'idempotency_record', column: 'outcome' }],
  webhook_secret: [
    {
      table: 'webhook_secret',
      column: 'sealed',
      livemode: sql<boolean>`(select w.livemode from webhook w where w.id = t.webhook_id)`,
    },
  ],
}

/** The columns whose values are sealed for a purpose. */
export const sealedColumns = (purpose: SealingPurpose): readonly SealedColumn[] => columns[purpose]

export type Use = { purpose: SealingPurpose; livemode: boolean }
export type SealedValue = { id: string; sealed: Buffer }
/** `record` is the text that the value is bound to. */
export type BoundValue = SealedValue & { record: string; livemode: boolean }

/** Sealed by a data key of ours (version 1) other than `keyId`. */
function sealedByOther(
  { column, livemode: rowLivemode = ownLivemode }: SealedColumn,
  livemode: boolean,
  keyId: string,
) {
  const at = sql.ref(`t.${column}`)
  return sql<boolean>`${at} is not null and ${rowLivemode} = ${livemode} and get_byte(${at}, 0) = 1
      and substring(${at} from 2 for 16) <> uuid_send(${keyId}::uuid)`
}

/** Counts the values of a use that are not sealed by the data key `keyId`. */
export async function countSealedByOther(db: Database, { purpose, livemode }: Use, keyId: string): Promise<number> {
  let count = 0
  for (const column of columns[purpose]) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(column.table)} t
      where ${sealedByOther(column, livemode, keyId)}`.execute(db)
    count += rows[0]!.n
  }
  return count
}

/** A value's row, with those columns of it, and of its identity, that it is bound to. */
type Row = Omit<BoundPlace, 'identityId' | 'consumerId'> & {
  identity_id: string
  consumer_id: string
  sealed: Uint8Array | null
}

/**
 * Reads a column's values, and what `added` selects, in the rows (`t`, and the identity `i` of a bound value) that the
 * rest of the statement finds. `sealed` is null if it finds rows without a value.
 */
export async function readValues<Read extends object = { sealed: Buffer }>(
  db: Database,
  { table, column, livemode = ownLivemode, bound }: SealedColumn,
  rest: RawBuilder<unknown>,
  added: RawBuilder<unknown> = sql``,
): Promise<(Omit<BoundValue, 'sealed'> & Read)[]> {
  const binding = bound && columnNames(bound.columns.map((name) => `t.${name}`))
  const { rows } = await sql<Row & Read>`
    select t.id, ${livemode} as livemode, ${sql.ref(`t.${column}`)} as sealed ${added}
      ${binding ? sql`, t.identity_id, i.consumer_id, ${binding}` : sql``}
    from ${sql.table(table)} t ${bound ? sql`join identity i on i.id = t.identity_id` : sql``} ${rest}`.execute(db)
  return rows.map((row) => {
    const { identity_id: identityId, consumer_id: consumerId, sealed } = row
    const record = bound ? bound.recordOf({ ...row, identityId, consumerId }) : row.id
    return { ...row, record, sealed: sealed && Buffer.from(sealed) }
  })
}

/**
 * The next values of a column after the row `after` that are not sealed by `keyId`, locked to the end of the
 * transaction. Rows that a request has locked are skipped, which prevents a deadlock; a later pass finds them. The
 * identity is locked too if its snapshot contains the value.
 */
export async function lockSealedByOther(
  db: Database,
  column: SealedColumn,
  livemode: boolean,
  keyId: string,
  after: string,
  limit: number,
): Promise<BoundValue[]> {
  return readValues(
    db,
    column,
    sql`where ${sealedByOther(column, livemode, keyId)} and t.id > ${after}::uuid
    order by t.id limit ${limit}
    for no key update of t${column.isInSnapshot ? sql`, i` : sql``} skip locked`,
  )
}

/** The next rows after the row `after` that match `where`, with or without a value. */
export const readBound = (
  db: Database,
  column: SealedColumn,
  where: RawBuilder<boolean>,
  after: string,
  limit: number,
) =>
  readValues<{ sealed: Buffer | null }>(
    db,
    column,
    sql`where ${where} and t.id > ${after}::uuid order by t.id limit ${limit}`,
  )

export async function replaceSealed(
  db: Database,
  { table, column }: SealedColumn,
  values: readonly SealedValue[],
): Promise<void> {
  const ids = values.map(({ id }) => id)
  await sql`
    update ${sql.table(table)} t set ${sql.ref(column)} = v.sealed
    from unnest(${ids}::uuid[], ${values.map(({ sealed }) => sealed)}::bytea[]) as v (id, sealed)
    where t.id = v.id`.execute(db)
}
