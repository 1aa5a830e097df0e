import type { Database } from './orm.ts'
import { isRetryable } from './violations.ts'

const attempts = 4

/** Runs a transaction again that lost to another one: after a serialization failure or a deadlock, three times at most. */
export async function retried<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw error
    }
  }
}

/**
 * Runs `work` in a transaction, and all of it again when that lost to another one: `work` keeps what it gathers to itself, and
 * hands it back.
 */
export const inTransaction = <T>(db: Database, work: (trx: Database) => Promise<T>): Promise<T> =>
  retried(() => db.transaction().execute(work))
