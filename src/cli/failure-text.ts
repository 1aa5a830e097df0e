import { ConfigError } from '../config/config.ts'
import { SignpostError } from '../kernel/errors.ts'
import { StartFailure } from '../process/start-warnings.ts'
import { OpeningFailed } from '../vault/seal.ts'
import { CliError } from './cli-error.ts'

export { CliError }

const written = [CliError, StartFailure, ConfigError, SignpostError, OpeningFailed]
const sqlState = /^[0-9A-Z]{5}$/

const frames = ({ stack = '' }: Error): string[] => stack.split('\n').filter((line) => /^\s+at /.test(line))

/** True for a message of this repository: a plain Error that its code threw. */
const isOurs = (error: Error): boolean =>
  error.constructor === Error &&
  !('code' in error) &&
  frames(error).length > 0 &&
  !/node_modules|\bnode:/.test(frames(error)[0]!)

/**
 * Returns the message of the command line for a failure.
 *
 * INVARIANT (no values): a library's message may quote its input (a cell of a CSV, JSON, a statement's values), so only
 * messages of this repository, and the operating system's messages on files, are repeated. For other errors it names
 * the kind and the place in the code.
 */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return 'It failed for an unknown reason.'
  const { code, syscall } = error as NodeJS.ErrnoException
  if (written.some((kind) => error instanceof kind) || typeof syscall === 'string' || isOurs(error))
    return error.message
  const state = typeof code === 'string' && sqlState.test(code) ? code : undefined
  const kind = `${error.name}${typeof code === 'string' ? ` ${code}` : ''}`
  const what = state ? `The database refused a statement (${state}).` : `An unexpected failure (${kind}).`
  return [what, ...frames(error).slice(0, 8)].join('\n')
}

/** Turns a failure to read user input into a sentence with exit code 2. */
export function given<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new CliError(failureText(error))
  }
}

/** Turns the failure to find a record into a sentence with exit code 2. */
export const absentAs =
  (sentence: string) =>
  (error: unknown): never => {
    throw error instanceof SignpostError && error.code === 'resource_missing' ? new CliError(sentence) : error
  }
