import { type RawBuilder, sql } from 'kysely'

/**
 * Whether an end has come, by the database's clock; null where there is none.
 *
 * INVARIANT (fail-closed): an end that no answer can show (`infinity`, and what follows the year 9999) has come too.
 */
export const isOver = (column: string): RawBuilder<boolean | null> =>
  sql<boolean | null>`(${sql.ref(column)} <= now() or ${sql.ref(column)} >= '10000-01-01Z')`
