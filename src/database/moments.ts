import { type RawBuilder, sql } from 'kysely'

/**
 * Whether an end has come, by the clock of the database that answers or at a moment that is given; null where there is none.
 *
 * INVARIANT (fail-closed): an end that no answer can show (`infinity`, and what follows the year 9999) has come too.
 */
export const isOver = (column: string, at: Date | RawBuilder<unknown> | null = null): RawBuilder<boolean | null> =>
  sql<boolean | null>`(${sql.ref(column)} <= ${at ?? sql`now()`} or ${sql.ref(column)} >= '10000-01-01Z')`
