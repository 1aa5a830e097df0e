export type Step = 'month' | 'week'

/**
 * The tables that shed their past, by what each of their partitions spans, in UTC, how many of them there must be
 * beyond the current one, and how many days ago rows may still be made: by a node whose clock is behind. These days are
 * at most the shortest retention that the table can have, so that no partition is made only to be dropped. What another
 * table refers to comes first.
 */
export const partitioned = {
  disclosure_record: { step: 'month', ahead: 3, behindDays: 1 },
  event: { step: 'month', ahead: 3, behindDays: 7 },
  audit_subject: { step: 'month', ahead: 3, behindDays: 7 },
  audit_network: { step: 'week', ahead: 8, behindDays: 7 },
  event_body: { step: 'week', ahead: 8, behindDays: 7 },
  event_notice: { step: 'week', ahead: 8, behindDays: 7 },
  webhook_delivery: { step: 'week', ahead: 8, behindDays: 7 },
  webhook_attempt: { step: 'week', ahead: 8, behindDays: 7 },
  request_record: { step: 'week', ahead: 8, behindDays: 1 },
} as const satisfies Record<string, { step: Step; ahead: number; behindDays: number }>

export type PartitionedTable = keyof typeof partitioned

export const partitionedTables = Object.keys(partitioned) as PartitionedTable[]

/** Rows that were made from `starts` on, and before `ends`. */
export type Range = { readonly starts: Date; readonly ends: Date }

export type Partition = Range & { readonly table: PartitionedTable; readonly name: string }

const dayMs = 86_400_000

/** The first moment of the month or week (a Monday) that `at` is in. */
function startOf(step: Step, at: Date): Date {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  if (step === 'month') return utc(year, month, 1)
  return utc(year, month, day - ((at.getUTCDay() + 6) % 7))
}

/** `Date.UTC` takes a year before 100 for one of the twentieth century. */
function utc(year: number, month: number, day: number): Date {
  const at = new Date(0)
  at.setUTCFullYear(year, month, day)
  return at
}

const following = (step: Step, starts: Date): Date =>
  step === 'month' ? utc(starts.getUTCFullYear(), starts.getUTCMonth() + 1, 1) : new Date(starts.getTime() + 7 * dayMs)

/** The partition of the table that a moment is in. */
export function partitionOf(table: PartitionedTable, at: Date): Partition {
  const { step } = partitioned[table]
  const starts = startOf(step, at)
  const day = starts.toISOString().slice(0, step === 'month' ? 7 : 10)
  return { table, name: `${table}_p${day.replaceAll('-', '_')}`, starts, ends: following(step, starts) }
}

/** The partitions from that of the oldest row that may still be made to as many as there must be beyond the current one. */
export function wantedPartitions(table: PartitionedTable, now: Date): Partition[] {
  const { ahead, behindDays } = partitioned[table]
  const current = partitionOf(table, now)
  const oldest = partitionOf(table, new Date(now.getTime() - behindDays * dayMs))
  const wanted = oldest.name === current.name ? [current] : [oldest, current]
  for (let n = 0; n < ahead; n++) wanted.push(partitionOf(table, wanted.at(-1)!.ends))
  return wanted
}

/** Checks that all rows of the range were created `days` ago or before. */
export const isPast = ({ ends }: Range, now: Date, days: number): boolean =>
  ends.getTime() <= now.getTime() - days * dayMs

/** The wanted partitions that no present one of their table overlaps. */
export const lacking = (wanted: readonly Partition[], present: readonly Partition[]): Partition[] =>
  wanted.filter(
    (one) => !present.some(({ table, starts, ends }) => table === one.table && starts < one.ends && one.starts < ends),
  )

/** Until when every moment from now on has its partition; now, where the current one is missing. */
export function coveredUntil(ranges: readonly Range[], now: Date): Date {
  let until = now
  for (const { starts, ends } of [...ranges].sort((a, b) => a.starts.getTime() - b.starts.getTime())) {
    if (starts <= until && ends > until) until = ends
  }
  return until
}

/** Below it somebody must look: the job has rested for weeks. */
export const leastAheadMs = 21 * dayMs
