import { sql } from 'kysely'

/** The rows that transactions lock FOR SHARE. */
type Shared = 'identity' | 'consumer' | 'sealing_key'

const turn = (take: string) => (table: Shared, id: `${string}.id`) =>
  sql<unknown>`lateral ${sql.raw(take)}(hashtextextended(${`${table} `}::text || ${sql.ref(id)}, 0))`

/**
 * Joins a turn to a row that the statement locks, taken before the lock and kept to the end of the transaction.
 *
 * Row locks alone can keep a writer waiting without end: PostgreSQL gives a share lock to everyone who comes while
 * another one is held. Advisory locks are given in the order of their requests, so later readers wait for the writer.
 * A turn is taken for rows that the statement finds, never for those of others.
 */
export const turnToShare = turn('pg_advisory_xact_lock_shared')

/** The writer's turn: see `turnToShare`. */
export const turnToWrite = turn('pg_advisory_xact_lock')

/** Turns for several rows, in the order of their ids. */
export const inTurns = (take: typeof turnToShare, table: Shared, ids: readonly string[]) =>
  sql`(select q.id from unnest(${[...ids].sort()}::uuid[]) as q (id), ${take(table, 'q.id')} offset 0)`
