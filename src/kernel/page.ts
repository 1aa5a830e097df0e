import { SignpostError } from './errors.ts'
import { decodeId, type Kind } from './id.ts'
import { mustBeWholeNumber } from './input.ts'

/**
 * One page of a list, newest first: `after` goes to older records, `before` to newer ones. `cursor` is the id of the
 * record next to the page, which the page leaves out; null starts at the newest record for `after`, at the oldest for
 * `before`.
 */
export type Page = { limit: number; direction: 'after' | 'before'; cursor: string | null }

export type PageQuery = { limit?: unknown; startingAfter?: unknown; endingBefore?: unknown }

export type ConnectionArguments = {
  first?: number | null | undefined
  after?: string | null | undefined
  last?: number | null | undefined
  before?: string | null | undefined
}

export const defaultLimit = 10
export const maximumLimit = 100

/** Reads the page of a query string: `limit` as text or a number, and one of the two cursors. */
export function parsePage({ limit, startingAfter, endingBefore }: PageQuery): Page {
  if (startingAfter !== undefined && endingBefore !== undefined) {
    throw new SignpostError('parameter_conflict', { param: 'endingBefore' })
  }
  const size = limit === undefined ? defaultLimit : readLimit(limit, 'limit')
  if (endingBefore !== undefined) {
    return { limit: size, direction: 'before', cursor: readCursor(endingBefore, 'endingBefore') }
  }
  const cursor = startingAfter === undefined ? null : readCursor(startingAfter, 'startingAfter')
  return { limit: size, direction: 'after', cursor }
}

/**
 * Reads the page of Relay's arguments, where null means absent.
 *
 * DECISION: `first` goes with `after` and `last` with `before`; the other pairs, which Relay discourages or leaves
 * confusing, are a `parameter_conflict`. `last` alone is the oldest page.
 */
export function parseConnection({ first, after, last, before }: ConnectionArguments): Page {
  const isForward = present(first) || present(after)
  const isBackward = present(last) || present(before)
  if (isForward && isBackward) {
    throw new SignpostError('parameter_conflict', { param: present(last) ? 'last' : 'before' })
  }
  const [size, cursor, names] = isBackward
    ? ([last, before, { size: 'last', cursor: 'before' }] as const)
    : ([first, after, { size: 'first', cursor: 'after' }] as const)
  return {
    limit: present(size) ? readLimit(size, names.size) : defaultLimit,
    direction: isBackward ? 'before' : 'after',
    cursor: present(cursor) ? readCursor(cursor, names.cursor) : null,
  }
}

const present = <T>(value: T): value is NonNullable<T> => value !== null && value !== undefined

function readLimit(value: unknown, param: string): number {
  const limit = typeof value === 'string' && /^[0-9]{1,3}$/.test(value) ? Number(value) : value
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > maximumLimit) {
    throw new SignpostError('parameter_invalid', { param, rule: mustBeWholeNumber(1, maximumLimit) })
  }
  return limit
}

function readCursor(value: unknown, param: string): string {
  if (typeof value !== 'string') throw new SignpostError('cursor_invalid', { param })
  return value
}

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
