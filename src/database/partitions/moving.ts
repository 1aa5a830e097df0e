import { sql } from 'kysely'
import type { Database } from '../orm.ts'
import { inTransaction } from '../retry.ts'
import { type PartitionedTable, partitionOf } from './rules.ts'
import { makePartitions } from './store.ts'

/*
 * Moves the rows of tables that became partitioned. A migration renames such a table to `…_former`, makes the new one, and
 * names it in `moving`. Nothing writes to a former table any more, so it is read in the order of its pages. How far that went
 * is written in the transaction that copies: killed at any point, it goes on where it stopped.
 */

/** How a former table's rows (`f`) become rows of the new one. Its column `at` says the partition, and is `made` there. */
type Move = { table: PartitionedTable; columns: string; at: string; made: string; joins: string }

const former = (table: string) => `${table}_former`
const event = `join ${former('event')} e on e.id`

/** What refers to another table comes after it. */
const moves: readonly Move[] = [
  {
    table: 'disclosure_record',
    columns: 'id, livemode, identity_id, consumer_id, alias_id, endpoint_ids, grant_id, request_id, kind, verdict',
    at: 'created_at',
    made: 'f.created_at',
    joins: '',
  },
  {
    table: 'event',
    columns: 'id, livemode, consumer_id, grantee_id, type, body',
    at: 'created_at',
    made: 'f.created_at',
    joins: '',
  },
  {
    table: 'webhook_delivery',
    columns:
      'id, livemode, event_id, webhook_id, kind, state, attempts, next_at, lease_token, asked, created_at, updated_at',
    at: 'event_created_at',
    made: 'e.created_at',
    joins: `${event} = f.event_id`,
  },
  {
    table: 'webhook_attempt',
    columns: 'id, delivery_id, n, started_at, ms, status, error, answer',
    at: 'event_created_at',
    made: 'e.created_at',
    joins: `join ${former('webhook_delivery')} d on d.id = f.delivery_id ${event} = d.event_id`,
  },
]

/** What is left to do: pages of former tables. */
export type MoveProgress = { done: number; total: number }

export type MoveOptions = {
  /** Pages (8 KiB) in a transaction. */
  pages?: number
  onProgress?: (progress: MoveProgress) => void
}

const pagesAtOnce = 400

/** Whether rows are still to be moved. */
export async function isMoving(db: Database): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select to_regclass('moving') is not null as is`.execute(db)
  return rows[0]!.is
}

/** Which tables have rows to be moved, and since when. */
async function readMoving(db: Database): Promise<{ left: Move[]; began: Date }> {
  const { rows } = await sql<{ name: string; began: Date }>`
    select name, min(began) over () as began from moving`.execute(db)
  const names = new Set(rows.map(({ name }) => name))
  return { left: moves.filter(({ table }) => names.has(table)), began: rows[0]!.began }
}

/** A moment that no partition can have (one by hand, such as infinity) becomes that of the migration. */
const moment = (made: string, now: Date) => sql<Date>`
  case when ${sql.raw(made)} >= '0100-01-01Z' and ${sql.raw(made)} < '10000-01-01Z' then ${sql.raw(made)}
    else ${now}::timestamptz end`

async function pagesOf(db: Database, table: string): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select (pg_relation_size(${table}::regclass) / current_setting('block_size')::bigint)::int as pages`.execute(db)
  return rows[0]!.pages
}

/** The partitions that the rows need, a day of each. */
async function daysOf(db: Database, { table, made, joins }: Move, now: Date): Promise<Date[]> {
  const { rows } = await sql<{ day: Date }>`
    select distinct date_trunc('day', ${moment(made, now)}, 'UTC') as day
    from ${sql.table(former(table))} f ${sql.raw(joins)}`.execute(db)
  return rows.map(({ day }) => day)
}

/** Copies some pages, unless another process did meanwhile. @returns the page that is next */
async function copyPages(db: Database, move: Move, pages: number, now: Date): Promise<number> {
  const { table, columns, at, made, joins } = move
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<{ next: number }>`
      select next_block::int as next from moving where name = ${table} for update`.execute(trx)
    const from = rows[0]!.next
    const { numAffectedRows } = await sql`
      insert into ${sql.table(table)} (${sql.raw(columns)}, ${sql.ref(at)})
      select ${sql.raw(columns.replace(/\w+/g, 'f.$&'))}, ${moment(made, now)}
      from ${sql.table(former(table))} f ${sql.raw(joins)}
      where f.ctid >= ${`(${from},0)`}::tid and f.ctid < ${`(${from + pages},0)`}::tid`.execute(trx)
    await sql`
      update moving set next_block = ${from + pages}, rows = rows + ${numAffectedRows ?? 0n}
      where name = ${table}`.execute(trx)
    return from + pages
  })
}

async function finish(db: Database, done: readonly Move[]): Promise<void> {
  await inTransaction(db, async (trx) => {
    for (const { table } of done.toReversed()) {
      const { rows } = await sql<{ moved: string; there: string }>`
        select (select rows from moving where name = ${table})::text as moved,
          (select count(*) from ${sql.table(former(table))})::text as there`.execute(trx)
      if (rows[0]!.moved !== rows[0]!.there) throw new Error(`${table} has more rows than were moved.`)
      await sql`drop table ${sql.table(former(table))}`.execute(trx)
    }
    await sql`drop table moving`.execute(trx)
  })
  for (const { table } of done) await sql`analyze ${sql.table(table)}`.execute(db)
}

/** Moves what is left to be moved, and then removes the former tables. */
export async function moveRows(db: Database, { pages = pagesAtOnce, onProgress }: MoveOptions = {}): Promise<void> {
  if (!(await isMoving(db))) return
  const { left, began } = await readMoving(db)
  const sizes = new Map<Move, number>()
  for (const move of left) sizes.set(move, await pagesOf(db, former(move.table)))
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  let before = 0
  for (const [move, size] of sizes) {
    if (size > 0) {
      const days = await daysOf(db, move, began)
      await makePartitions(db, [
        ...new Map(days.map((day) => partitionOf(move.table, day)).map((one) => [one.name, one])).values(),
      ])
    }
    for (let next = 0; next < size; ) {
      next = await copyPages(db, move, pages, began)
      onProgress?.({ done: before + Math.min(next, size), total })
    }
    before += size
  }
  await finish(db, left)
}
