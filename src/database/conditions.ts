import { type RawBuilder, sql } from 'kysely'

/** Times from `gte` or after `gt`, to `lte` or before `lt`. */
export type MomentRange = {
  gte?: Date | null | undefined
  gt?: Date | null | undefined
  lte?: Date | null | undefined
  lt?: Date | null | undefined
}

/** Precision of `DateTime`: rows have microseconds. */
const shownMs = 1
const justAfter = (moment: Date): Date => new Date(moment.getTime() + shownMs)

/** Compares at the precision of answers, so that a record is found by the time in its answer. */
export function within(column: string, range: MomentRange | null | undefined): RawBuilder<boolean>[] {
  const { gte, gt, lte, lt } = range ?? {}
  const at = sql.ref(column)
  return [
    ...(gte ? [sql<boolean>`${at} >= ${gte}`] : []),
    ...(gt ? [sql<boolean>`${at} >= ${justAfter(gt)}`] : []),
    ...(lte ? [sql<boolean>`${at} < ${justAfter(lte)}`] : []),
    ...(lt ? [sql<boolean>`${at} < ${lt}`] : []),
  ]
}

/** Joins conditions with `and`; true without any. */
export const every = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
