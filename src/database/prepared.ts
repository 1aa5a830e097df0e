import type { RawBuilder } from 'kysely'
import type { Pool } from 'pg'
import type { Database } from './orm.ts'

/** Runs a statement that reads or writes, and returns its rows. Its text is the same under one name. */
export type Ask = <R>(name: string, statement: RawBuilder<R>) => Promise<R[]>

export type AskOptions = {
  readonly db: Database
  readonly pool: Pick<Pool, 'query'>
  /** Off where a pooler gives each statement another connection. */
  readonly prepared: boolean
}

/**
 * Each connection plans a statement once, and knows it by its name: PostgreSQL plans the joins of a check ten times as long as it
 * runs them.
 */
export const createAsk = ({ db, pool, prepared }: AskOptions): Ask =>
  async function ask<R>(name: string, statement: RawBuilder<R>): Promise<R[]> {
    const { sql: text, parameters } = statement.compile(db)
    const { rows } = await pool.query({ ...(prepared && { name }), text, values: [...parameters] })
    return rows
  }

/** Asks inside a transaction, where the statement is planned each time. */
export const askIn =
  (db: Database): Ask =>
  async (_, statement) =>
    (await statement.execute(db)).rows
