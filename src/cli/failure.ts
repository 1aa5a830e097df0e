import { ConfigError } from '../config/config.ts'
import { databaseHost } from '../config/database.ts'
import { type ErrorCode, errorCatalogue, SignpostError } from '../kernel/errors.ts'
import { StartFailure } from '../process/starting.ts'
import { OpeningFailed } from '../vault/seal.ts'
import { CliError } from './options.ts'

/** Returns the message of a failure and its exit code: 2 if the user can fix it, else 1. */
export function describe(error: unknown): { text: string; code: 1 | 2 } {
  const isMistake =
    error instanceof ConfigError || (error instanceof SignpostError && errorCatalogue[error.code].type !== 'api_error')
  return { text: failureText(databaseFailure(error) ?? error), code: isMistake ? 2 : 1 }
}

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

/** Turns the service's refusals with these codes into sentences with exit code 2. */
export const asMistake =
  (sentences: Partial<Record<ErrorCode, string>>) =>
  (error: unknown): never => {
    const sentence = error instanceof SignpostError ? sentences[error.code] : undefined
    throw sentence === undefined ? error : new CliError(sentence)
  }

const unreachable = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ECONNRESET|57P03)$/
const refused = /^(?:28|3D000)/
/** Causes that PostgreSQL reports below its own first line. */
const systemFailures = /no space left on device|permission denied|read-only file system|cannot allocate memory/i

const codeOf = (error: unknown): string => {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  return typeof code === 'string' ? code : cause === undefined ? '' : codeOf(cause)
}

type SystemError = { cause?: unknown; errors?: unknown[]; address?: string; hostname?: string; port?: number }

/** The variable that names a database; its value defaults to that of the environment. */
type Database = { name: string; url?: string }

/** `host:port` that was not reached: in the user's spelling if it is the variable's. */
function placeOf(error: unknown, database: Database): string {
  const { address, hostname, port, cause, errors } = (error ?? {}) as SystemError
  const inner = cause ?? errors?.[0]
  if (inner !== undefined) return placeOf(inner, database)
  const { name, url } = database
  const named = url === undefined ? databaseHost() : databaseHost({ DATABASE_URL: url })
  const host = hostname ?? address
  if (host === undefined || named?.startsWith(`${host}:`) || named?.endsWith(`:${port}`)) return named ?? name
  return port === undefined ? host : `${host}:${port}`
}

/**
 * Returns the sentence for a database that is unreachable, refuses the user or is full; null for any other failure.
 *
 * INVARIANT (no secrets): of the connection it shows host and port alone.
 */
export function databaseFailure(error: unknown, database: Database = { name: 'DATABASE_URL' }): StartFailure | null {
  const code = codeOf(error)
  const isLate = /timeout expired|timeout exceeded|connection timeout/.test(String(error))
  if (unreachable.test(code) || isLate) {
    return new StartFailure(
      `The database at ${placeOf(error, database)} does not answer (${code || 'timeout'}): check ${database.name}, and that PostgreSQL runs.`,
    )
  }
  if (code === '53100') return new StartFailure('The database is full: No space left on device.')
  if (!refused.test(code)) return null
  return new StartFailure(
    `The database at ${placeOf(error, database)} refuses the user or knows no such database (${database.name}, ${code}).`,
  )
}

/**
 * Returns the sentence for a failure of the start.
 *
 * INVARIANT (no secrets): it has no connection string, no key and no driver's message.
 */
export function startFailure(error: unknown, { host, port }: { host: string; port: number }): Error {
  if (error instanceof StartFailure || error instanceof ConfigError) return error
  if (error instanceof OpeningFailed) {
    return new StartFailure('The encryption key is not the one of this database (ENCRYPTION_KEY).')
  }
  const code = codeOf(error)
  const { syscall, message } = error as NodeJS.ErrnoException
  if (syscall === 'listen' || syscall === 'bind') return new StartFailure(listening(code, host, port))
  if (syscall === 'mkdir') return new StartFailure(`DATA_DIR can't be created (${message}).`)
  const database = databaseFailure(error)
  if (database) return database
  if (code === 'ENOENT' && syscall === 'stat') return new StartFailure('ENCRYPTION_KEY_FILE names no file.')
  const [first = '', ...rest] = failureText(error).split('\n')
  const cause = first.match(systemFailures) ? undefined : rest.join('\n').match(systemFailures)?.[0]
  return new StartFailure(cause === undefined ? first : `${first} (${cause})`)
}

function listening(code: string, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is taken: set PORT to another one.`
  if (code === 'ENOTSUP') return 'REUSE_PORT=on is not supported by this operating system: Linux has it.'
  if (code === 'EACCES') return `Port ${port} on ${host} may not be opened by this user: set PORT to another one.`
  return `The service can't listen on ${host}:${port} (${code}): check HOST and PORT.`
}
