import { ConfigError } from '../config/config.ts'
import { SignpostError } from '../kernel/errors.ts'
import { failureText } from './failure-text.ts'
import { databaseFailure } from './start-failure.ts'

/** Returns the message of a failure and its exit code: 2 if the user can fix it, else 1. */
export function describe(error: unknown): { text: string; code: 1 | 2 } {
  const isMistake = error instanceof SignpostError || error instanceof ConfigError
  return { text: failureText(databaseFailure(error) ?? error), code: isMistake ? 2 : 1 }
}
