import { type RawBuilder, sql } from 'kysely'

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
