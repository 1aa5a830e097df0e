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
