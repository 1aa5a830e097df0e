import type { Database } from './orm.ts'
import { isRetryable } from './violations.ts'

const attempts = 4

/** Repeats a transaction after a serialization failure or a deadlock, at most three times. */
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
 * Runs `work` in a transaction, and repeats all of it after a serialization failure or a deadlock: `work` has no other
 * effects, and returns its results.
 */
export const inTransaction = <T>(db: Database, work: (trx: Database) => Promise<T>): Promise<T> =>
  retried(() => db.transaction().execute(work))
