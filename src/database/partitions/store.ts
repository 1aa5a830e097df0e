import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { timeOfId } from '../../kernel/id.ts'
import { readClock } from '../clock.ts'
import { advisoryLocks } from '../engine.ts'
import type { Database } from '../orm.ts'
import { isLockTimeout, isRetryable } from '../violations.ts'
import {
  coveredUntil,
  isPast,
  lacking,
  type Partition,
  type PartitionedTable,
  partitionedTables,
  partitionOf,
  wantedPartitions,
} from './rules.ts'

const attempts = 40
const pauseMs = 250

const bound = (side: 'FROM' | 'TO') => sql`
  (regexp_match(pg_get_expr(c.relpartbound, c.oid), ${`${side} \\('([^']+)'\\)`}))[1]::timestamptz`

/** The partitions that there are, by the catalogue. One whose bounds are no two moments is somebody else's. */
export async function readPartitions(db: Database): Promise<Partition[]> {
  const { rows } = await sql<Partition>`
    select * from (
      select p.relname as table, c.relname as name, ${bound('FROM')} as starts, ${bound('TO')} as ends
      from pg_class p join pg_inherits i on i.inhparent = p.oid join pg_class c on c.oid = i.inhrelid
      where p.relkind = 'p' and p.relnamespace = current_schema()::regnamespace
        and p.relname = any(${partitionedTables}::text[])
    ) f where starts is not null and ends is not null order by starts`.execute(db)
  return rows
}

const quoted = (at: Date) => sql.lit(at.toISOString())

/**
 * Runs a change of partitions. It locks whole tables: it waits half a second for that, so that nobody waits longer behind
 * it and no deadlock comes of it, and tries again.
 */
async function changing<T>(db: Database, change: (trx: Database) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${advisoryLocks.partitions}), set_config('lock_timeout', '500ms', true)`.execute(
          trx,
        )
        return change(trx)
      })
    } catch (error) {
      if (attempt === attempts || !(isLockTimeout(error) || isRetryable(error))) throw error
      await pause(pauseMs)
    }
  }
}

/**
 * Foreign keys from a week to the same week of another table. Between the whole tables, a week would be dropped only after
 * PostgreSQL has read every referencing row, under a lock that all writes wait for.
 */
const references: Partial<Record<PartitionedTable, readonly [columns: string, PartitionedTable, key: string]>> = {
  webhook_delivery: ['event_id, event_created_at, livemode', 'event_body', 'id, created_at, livemode'],
  webhook_attempt: ['delivery_id, event_created_at', 'webhook_delivery', 'id, event_created_at'],
}

async function make(db: Database, one: Partition): Promise<boolean> {
  return changing(db, async (trx) => {
    // Another process may have made it meanwhile.
    if (lacking([one], await readPartitions(trx)).length === 0) return false
    await sql`
      create table ${sql.table(one.name)} partition of ${sql.table(one.table)}
      for values from (${quoted(one.starts)}) to (${quoted(one.ends)})`.execute(trx)
    const reference = references[one.table]
    if (reference) {
      const [columns, other, key] = reference
      await sql`alter table ${sql.table(one.name)} add foreign key (${sql.raw(columns)})
        references ${sql.table(partitionOf(other, one.starts).name)} (${sql.raw(key)})`.execute(trx)
    }
    return true
  })
}

const ofTable = async (db: Database, table: PartitionedTable): Promise<Partition[]> =>
  (await readPartitions(db)).filter((one) => one.table === table)

/** Makes those of the wanted partitions that are missing. @returns the names of those that it made */
export async function makePartitions(db: Database, wanted: readonly Partition[]): Promise<string[]> {
  const made: string[] = []
  for (const one of lacking(wanted, await readPartitions(db))) if (await make(db, one)) made.push(one.name)
  return made
}

/** Makes the partitions of lately, of now and of the time ahead that are missing. @returns the names of those that it made */
export async function makePartitionsAhead(db: Database): Promise<string[]> {
  const now = await readClock(db)
  return makePartitions(
    db,
    partitionedTables.flatMap((table) => wantedPartitions(table, now)),
  )
}

/** Milliseconds from now on that the partitions of each table cover. */
export async function readAhead(db: Database): Promise<Record<PartitionedTable, number>> {
  const now = await readClock(db)
  const present = await readPartitions(db)
  const aheadOf = (table: PartitionedTable) =>
    coveredUntil(
      present.filter((one) => one.table === table),
      now,
    ).getTime() - now.getTime()
  return Object.fromEntries(partitionedTables.map((table) => [table, aheadOf(table)])) as Record<
    PartitionedTable,
    number
  >
}

/** Drops the partitions of the table all of whose rows were made more than `days` ago; `tell` writes with each drop. */
export async function dropPartitionsOlderThan(
  db: Database,
  table: PartitionedTable,
  days: number,
  tell: (trx: Database) => Promise<unknown> = async () => undefined,
): Promise<void> {
  const now = await readClock(db)
  const over = (await ofTable(db, table)).filter((one) => isPast(one, now, days))
  for (const { name } of over) {
    await changing(db, async (trx) => {
      // Another process may have dropped it meanwhile.
      if (!(await ofTable(trx, table)).some((one) => one.name === name)) return
      await sql`alter table ${sql.table(table)} detach partition ${sql.table(name)}`.execute(trx)
      await sql`drop table ${sql.table(name)}`.execute(trx)
      await tell(trx)
    })
  }
}

/** Versions before 0.2 took the time of the id a moment before that of the row. */
const slackMs = 60_000

/**
 * Where the rows of these ids can be, by their `column`: so that a read opens their partitions alone. Ids without a time, of
 * versions before 0.2, may be anywhere.
 */
export function inPartitionsOf(column: string, ids: readonly string[]): RawBuilder<boolean> {
  const times = ids.map(timeOfId)
  if (times.length === 0 || times.includes(null)) return sql<boolean>`true`
  const [first, last] = [Math.min(...(times as number[])), Math.max(...(times as number[]))]
  const [from, to] = [new Date(first - slackMs), new Date(last + slackMs)]
  return sql<boolean>`(${sql.ref(column)} >= ${from} and ${sql.ref(column)} <= ${to})`
}

/** A new UUID v7 of the time in a column, as `timedId` makes them. */
export const timedUuid = (column: string): RawBuilder<string> => sql<string>`
  overlay(gen_random_uuid()::text placing
    regexp_replace(lpad(to_hex(floor(extract(epoch from ${sql.ref(column)}) * 1000)::bigint), 12, '0'), '^(.{8})', '\\1-') || '-7'
    from 1 for 15)::uuid`
