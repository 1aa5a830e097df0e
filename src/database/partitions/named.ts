import { type RawBuilder, sql } from 'kysely'
import { timeOfId } from '../../kernel/timed-id.ts'

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
