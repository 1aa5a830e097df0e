import { ConfigError } from '../app/config.ts'
import { StartFailure } from '../process/start-failure.ts'
import { OpeningFailed } from '../vault/seal.ts'
import { failureText } from './failure-text.ts'

const unreachable = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ECONNRESET|57P03)$/
const refused = /^(?:28|3D000)/

const codeOf = (error: unknown): string => {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  return typeof code === 'string' ? code : cause === undefined ? '' : codeOf(cause)
}

/** The sentence for a database that can't be reached or turns the user away; null for any other failure. */
export function databaseFailure(error: unknown): StartFailure | null {
  const code = codeOf(error)
  if (unreachable.test(code) || /timeout expired|timeout exceeded|connection timeout/.test(String(error))) {
    return new StartFailure('The database does not answer: is DATABASE_URL right, and does PostgreSQL run?')
  }
  if (!refused.test(code)) return null
  return new StartFailure('The database refuses the user or knows no such database (DATABASE_URL).')
}

/** The sentence for a failure of the start. INVARIANT (no secrets): no connection string, no key, no driver's message. */
export function startFailure(error: unknown, { host, port }: { host: string; port: number }): Error {
  if (error instanceof StartFailure || error instanceof ConfigError) return error
  if (error instanceof OpeningFailed) {
    return new StartFailure('The encryption key is not the one that this database was made with (ENCRYPTION_KEY).')
  }
  const code = codeOf(error)
  const { syscall } = error as NodeJS.ErrnoException
  if (syscall === 'listen' || syscall === 'bind') return new StartFailure(listening(code, host, port))
  const database = databaseFailure(error)
  if (database) return database
  if (code === 'ENOENT' && syscall === 'stat') return new StartFailure('ENCRYPTION_KEY_FILE names no file.')
  return new StartFailure(failureText(error).split('\n')[0]!)
}

function listening(code: string, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is taken: set PORT to another one.`
  if (code === 'ENOTSUP') return 'REUSE_PORT=on is not supported by this operating system: Linux has it.'
  if (code === 'EACCES') return `Port ${port} on ${host} may not be opened by this user: set PORT to another one.`
  return `Nothing can listen on ${host}:${port} (${code}): check HOST and PORT.`
}
