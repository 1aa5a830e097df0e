import { type RawBuilder, sql } from 'kysely'
import type { Database } from './orm.ts'

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

const momentOf = (at: string | RawBuilder<unknown> | null): RawBuilder<unknown> =>
  typeof at === 'string' ? sql`${at}::timestamptz` : (at ?? sql`now()`)

/**
 * Checks that an end has passed, by the clock of the answering database or at a given time; null for no end. Under a
 * lock the time is read after it (`readTime`).
 *
 * INVARIANT (fail-closed): an end that no answer can show (`infinity`, or after the year 9999) counts as passed.
 */
export const isExpired = (column: string, at: string | RawBuilder<unknown> | null = null): RawBuilder<boolean | null> =>
  sql<boolean | null>`(${sql.ref(column)} <= ${momentOf(at)} or ${sql.ref(column)} >= '10000-01-01Z')`

/** Makes a check for waiting rows of a job: they are due if one of the conditions holds. */
export type DueLook = (...conditions: readonly RawBuilder<boolean>[]) => () => Promise<boolean>

/**
 * Checks many jobs at once: checks in one turn of the event loop share one statement, so that jobs that check each
 * second cost an idle service nearly nothing.
 */
export function createDueLook(db: Database): DueLook {
  const questions: RawBuilder<boolean>[] = []
  let asking: Promise<boolean[]> | null = null

  async function askAll(): Promise<boolean[]> {
    const { rows } = await sql<{ due: boolean[] }>`select array[${sql.join(questions)}] as due`.execute(db)
    return rows[0]!.due
  }

  function shared(): Promise<boolean[]> {
    if (asking) return asking
    asking = askAll()
    queueMicrotask(() => {
      asking = null
    })
    return asking
  }

  return (...conditions) => {
    const index = questions.push(sql<boolean>`(${sql.join(conditions, sql` or `)})`) - 1
    return async () => (await shared())[index]!
  }
}
