import { decodeId, type Kind } from './id.ts'

/** A page of records, newest first. */
export type RecordPage<R> = { records: R[]; hasMore: boolean }

/** Result of a removal. */
export type Removed = { id: string; livemode: boolean }

type RowPage<Row> = { rows: readonly Row[]; hasMore: boolean }

/** Renders a page of rows as records. */
export const recordPage = <Row, R>({ rows, hasMore }: RowPage<Row>, recordOf: (row: Row) => R): RecordPage<R> => ({
  records: rows.map((row) => recordOf(row)),
  hasMore,
})

/** Decrypts a page of rows and renders them as records. */
export const openedPage = async <Row, R>(
  { rows, hasMore }: RowPage<Row>,
  recordOf: (row: Row) => Promise<R>,
): Promise<RecordPage<R>> => ({ records: await Promise.all(rows.map((row) => recordOf(row))), hasMore })

/** Returns records for public ids, in their order: null for each malformed id, and for each id without a row. */
export async function recordsByIds<Row extends { readonly id: string }, R>(
  kind: Kind,
  ids: readonly string[],
  find: (uuids: string[]) => Promise<readonly Row[]>,
  recordOf: ((row: Row) => R | Promise<R>) | { open: (rows: readonly Row[]) => Promise<R[]> },
): Promise<(R | null)[]> {
  const uuids = ids.map((id) => decodeId(kind, id))
  const rows = await find(uuids.filter((id) => id !== null))
  const opened = typeof recordOf === 'function' ? Promise.all(rows.map((row) => recordOf(row))) : recordOf.open(rows)
  const made = await opened
  const records = new Map(rows.map((row, index) => [row.id, made[index]!]))
  return uuids.map((id) => (id === null ? null : (records.get(id) ?? null)))
}
