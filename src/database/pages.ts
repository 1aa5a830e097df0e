import { type RawBuilder, sql } from 'kysely'
import { SignpostError } from '../kernel/errors.ts'
import { decodeId, type Kind, noId } from '../kernel/id.ts'
import type { Page } from '../kernel/page.ts'
import { isExpired } from './conditions.ts'
import { inPartitionsOf } from './partitions/store.ts'

/** Runs a statement on one of the connections. */
export type Read = <R>(statement: RawBuilder<R>) => Promise<R[]>

export type Rows<R> = { rows: R[]; hasMore: boolean }

export type Listing = {
  table: string
  /** Kind of id in the cursors of this list. */
  kind: Kind
  /** Condition that a row (`t`) belongs to the parent (`q.id`): the owner filter of the list. */
  belongs: RawBuilder<boolean>
  /** Condition that a row (`t`) is shown. Hidden rows stay valid cursors. */
  shown?: RawBuilder<boolean>
  /** A further such condition, at the time by which ends are judged. */
  shownAt?: (now: RawBuilder<unknown>) => RawBuilder<boolean>
  /** For an index with a further column: every value of the column, so that each part is read in order. */
  anyOf?: readonly RawBuilder<boolean>[]
  /** Additional columns, of the page's rows (`p`) alone. */
  adds?: RawBuilder<unknown>
  /** Adds the column `ran_out` to its rows: true when their `expires_at` has passed. */
  ends?: true
  /** The place behind which the page begins, which its reader has judged: no cursor is looked for. */
  from?: { id: string; made: string }
  /** Where ids say the time of their row: the column that says it too, and names the partition. */
  timed?: string
}

/** `anyOf` for a column with few values: the requested one, or each of them. */
export const eachOf = (column: string, values: readonly string[], value?: string | null): RawBuilder<boolean>[] =>
  (value == null ? values : [value]).map((one) => sql<boolean>`${sql.ref(column)} = ${one}`)

/**
 * A row without a date has no place in the order: it is left out, for it would end every list that it begins.
 *
 * One page for each of `parents` (uuids), in one statement whatever their number: newest first by (created_at, id),
 * compared in SQL at full precision.
 *
 * `now` is given on a replica, whose own clock is not believed: ends are judged by it, and each row tells which process
 * read it (`list_process`).
 *
 * @throws SignpostError cursor_invalid when the cursor is no row of the (single) parent's list
 */
export async function readPages<R>(
  read: Read,
  {
    table,
    kind,
    belongs,
    shown = sql<boolean>`true`,
    shownAt = () => sql<boolean>`true`,
    anyOf = [sql<boolean>`true`],
    ends,
    adds,
    from: place,
    timed,
  }: Listing,
  parents: readonly string[],
  { limit, direction, cursor }: Page,
  now: string | null = null,
): Promise<Rows<R>[]> {
  const from = sql.table(table)
  const found = () => findCursor(read, from, belongs, parents, decodeId(kind, cursor), timed)
  const at = place ?? (cursor === null ? null : await found())
  if (at === undefined) {
    throw new SignpostError('cursor_invalid', { param: direction === 'after' ? 'startingAfter' : 'endingBefore' })
  }
  const forward = direction === 'after'
  const order = forward ? sql`desc` : sql`asc`
  const side = forward ? sql`<` : sql`>`
  // The second condition excludes the partitions on the other side.
  const beyond = at
    ? sql<boolean>`(t.created_at, t.id) ${side} (${at.made}::timestamptz, ${at.id}::uuid) and t.created_at ${side}= ${at.made}::timestamptz`
    : sql<boolean>`true`
  const ordered = (row: 't' | 'a') =>
    sql`order by ${sql.ref(`${row}.created_at`)} ${order}, ${sql.ref(`${row}.id`)} ${order} limit ${limit + 1}`
  const time = now === null ? sql`now()` : sql`${now}::timestamptz`
  const arms = anyOf.map(
    (arm) =>
      sql`(select t.* from ${from} t where ${belongs} and t.created_at is not null and ${shown} and ${shownAt(time)} and ${arm} and ${beyond} ${ordered('t')})`,
  )
  const onReplica =
    now === null
      ? sql``
      : sql`, pg_backend_pid() as list_process${ends ? sql`, ${isExpired('p.expires_at', time)} as ran_out` : sql``}`
  const rows = await read(sql<R & { list_ord: string }>`
    select p.*, q.ord as list_ord${onReplica} ${adds ? sql`, ${adds}` : sql``}
    from unnest(${parents}::uuid[]) with ordinality as q (id, ord)
    cross join lateral (
      select a.* from (${sql.join(arms, sql` union all `)}) a ${ordered('a')}
    ) p
    order by q.ord, p.created_at ${order}, p.id ${order}`)

  const lists: R[][] = parents.map(() => [])
  for (const row of rows) lists[Number(row.list_ord) - 1]!.push(row)
  return lists.map((list) => {
    const kept = list.slice(0, limit)
    return { rows: forward ? kept : kept.reverse(), hasMore: list.length > limit }
  })
}

type Cursor = { id: string; made: string | null }

/** The cursor's row, at full precision; undefined if it is not in the parent's list. */
async function findCursor(
  read: Read,
  from: RawBuilder<unknown>,
  belongs: RawBuilder<boolean>,
  parents: readonly string[],
  at: string | null,
  timed: string | undefined,
): Promise<Cursor | undefined> {
  if (at === null) return undefined
  const found = await read(sql<Cursor>`
    select t.id, t.created_at::text as made from unnest(${parents}::uuid[]) as q (id) join ${from} t on ${belongs}
    where t.id = ${at} and ${timed === undefined ? sql`true` : inPartitionsOf(timed, [at])}`)
  return found.length < parents.length ? undefined : found[0]
}

/**
 * Walks rows by id, in batches, until `next` finds none after a given id, at first after `noId`, which is below all: a
 * condition that may be absent would keep a generic plan from the index. A row that changes meanwhile is visited once or not
 * at all, whatever a batch does with its rows.
 */
export async function* walk<Row extends { readonly id: string }>(
  next: (after: string) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[], void> {
  for (let after = noId; ; ) {
    const batch: readonly Row[] = await next(after)
    const last = batch.at(-1)
    if (!last) return
    yield batch
    after = last.id
  }
}
