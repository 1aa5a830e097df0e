import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/orm.ts'
import { aliasRecord, capabilitiesRecord, endpointRecord, nameRecord, type Place } from '../../registry/binding.ts'
import { readCapabilities } from '../../registry/endpoints/capability.ts'
import type { SealingPurpose } from '../keyring.ts'

export type SealedColumn = {
  table: string
  column: string
  livemode: RawBuilder<boolean>
  isInSnapshot?: true
  /** Binding of its values; the id of their row when absent. */
  bound?: Bound
}

/** Columns (`t.…`) that a value is bound to besides row, identity and owner, and the function that joins them to one text. */
type Bound = { columns: readonly string[]; recordOf: (place: Place, columns: Record<string, unknown>) => string }

const ownLivemode = sql<boolean>`t.livemode`

/** Every kind of record that an owner creates has notes. */
const noted = (column: string): readonly SealedColumn[] =>
  ['identity', 'alias', 'endpoint'].map((table) => ({ table, column, livemode: ownLivemode }))

const ofEndpoint: Bound = {
  columns: ['type'],
  recordOf: (place, { type }) => endpointRecord({ ...place, type: String(type) }),
}
const ofAliasMark: Bound = {
  columns: ['type', 'value'],
  recordOf: (place, { type, value }) => aliasRecord({ ...place, type: String(type), value: String(value) }),
}
const ofEndpointMark: Bound = {
  columns: ['type', 'capabilities'],
  recordOf: (place, { type, capabilities }) =>
    capabilitiesRecord({ ...place, type: String(type) }, readCapabilities(capabilities)),
}

/**
 * The places of sealed values. Each value is bound to its row's environment, and to the id of its row or more of it.
 */
const columns: Record<SealingPurpose, readonly SealedColumn[]> = {
  address: [{ table: 'endpoint', column: 'address', livemode: ownLivemode, bound: ofEndpoint }],
  projection: [
    { table: 'endpoint', column: 'projection', livemode: ownLivemode, isInSnapshot: true, bound: ofEndpoint },
  ],
  grant_purpose: [{ table: 'consent_grant', column: 'sealed_purpose', livemode: ownLivemode }],
  request_purpose: [{ table: 'consent_request', column: 'sealed_purpose', livemode: ownLivemode }],
  release_reference: [{ table: 'release', column: 'sealed_reference', livemode: ownLivemode }],
  payee_name: [
    {
      table: 'payee_name',
      column: 'sealed',
      livemode: ownLivemode,
      bound: {
        columns: ['kind', 'basis'],
        recordOf: (place, { kind, basis }) => nameRecord({ ...place, kind: String(kind), basis: String(basis) }),
      },
    },
  ],
  mark: [
    { table: 'alias', column: 'mark', livemode: ownLivemode, bound: ofAliasMark },
    { table: 'endpoint', column: 'mark', livemode: ownLivemode, isInSnapshot: true, bound: ofEndpointMark },
  ],
  external_reference: noted('external_reference'),
  metadata: noted('metadata'),
  idempotency: [{ table: 'idempotency_record', column: 'outcome', livemode: ownLivemode }],
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
function sealedByOther({ table, column, livemode: rowLivemode }: SealedColumn, livemode: boolean, keyId: string) {
  const at = sql.ref(`t.${column}`)
  return {
    from: sql.table(table),
    at,
    where: sql<boolean>`${at} is not null and ${rowLivemode} = ${livemode} and get_byte(${at}, 0) = 1
      and substring(${at} from 2 for 16) <> uuid_send(${keyId}::uuid)`,
  }
}

/** Counts the values of a use that are not sealed by the data key `keyId`. */
export async function countSealedByOther(db: Database, { purpose, livemode }: Use, keyId: string): Promise<number> {
  let count = 0
  for (const column of columns[purpose]) {
    const { from, where } = sealedByOther(column, livemode, keyId)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${from} t where ${where}`.execute(db)
    count += rows[0]!.n
  }
  return count
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
  after: string | null,
  limit: number,
): Promise<BoundValue[]> {
  const { from, at, where } = sealedByOther(column, livemode, keyId)
  const { isInSnapshot } = column
  const { rows } = await sql<BoundRow>`
    select ${boundColumns(column)}, ${column.livemode} as livemode, ${at} as sealed from ${from} t ${joinOf(column)}
    where ${where} and (${after}::uuid is null or t.id > ${after}::uuid)
    order by t.id limit ${limit}
    for no key update of t${isInSnapshot ? sql`, i` : sql``} skip locked`.execute(db)
  return rows.map((row) => boundValue(column, row))
}

/** A row as `boundColumns` reads it. */
export type BoundRow = {
  id: string
  livemode: boolean
  sealed: Uint8Array
  identity_id: string
  consumer_id: string
} & Record<string, unknown>

/** Columns of a row (`t`, its identity `i`) that are needed to open its value. */
export const boundColumns = ({ bound }: SealedColumn): RawBuilder<unknown> =>
  bound
    ? sql.join([sql`t.id, t.identity_id, i.consumer_id`, ...bound.columns.map((name) => sql.ref(`t.${name}`))])
    : sql`t.id`

export const joinOf = ({ bound }: SealedColumn): RawBuilder<unknown> =>
  bound ? sql`join identity i on i.id = t.identity_id` : sql``

export function boundValue({ bound }: SealedColumn, row: BoundRow): BoundValue {
  const { id, livemode, identity_id: identityId, consumer_id: consumerId, sealed } = row
  const record = bound ? bound.recordOf({ id, livemode, identityId, consumerId }, row) : id
  return { id, livemode, record, sealed: Buffer.from(sealed) }
}

/** The next rows after the row `after` that match `where`, with or without a value. */
export async function readBound(
  db: Database,
  column: SealedColumn,
  where: RawBuilder<boolean>,
  after: string | null,
  limit: number,
): Promise<(Omit<BoundValue, 'sealed'> & { sealed: Buffer | null })[]> {
  const { rows } = await sql<Omit<BoundRow, 'sealed'> & { sealed: Uint8Array | null }>`
    select ${boundColumns(column)}, t.livemode, ${sql.ref(`t.${column.column}`)} as sealed
    from ${sql.table(column.table)} t ${joinOf(column)}
    where ${where} and (${after}::uuid is null or t.id > ${after}::uuid) order by t.id limit ${limit}`.execute(db)
  return rows.map((row) => {
    const value = boundValue(column, { ...row, sealed: row.sealed ?? Buffer.alloc(0) } as BoundRow)
    return { ...value, sealed: row.sealed && value.sealed }
  })
}

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
