import { ConnectionError, RefusedError, TimeoutError } from '../../client/errors.ts'
import { CliError } from '../cli-error.ts'
import { invocation, starting } from '../invocation.ts'
import { paint } from '../paint.ts'
import { printable } from '../table.ts'

/** Error types of a mistake in the command: exit code 2. */
const mistakes = new Set(['invalid_request_error', 'authentication_error', 'permission_error'])

/**
 * Prints the reason of a refusal, and sets the exit code: 2 for a mistake of the user's, else 1.
 *
 * @throws CliError if no service answers, or another server does; other errors are rethrown
 */
export async function explain(error: unknown, { url, json }: { url: string; json: boolean }): Promise<void> {
  if (error instanceof ConnectionError) throw new CliError(unanswered(error, new URL(url).origin))
  if (!(error instanceof RefusedError)) throw error
  const { type, code, message, param, requestId } = error
  if (json) console.log(JSON.stringify({ error: { type, code, message, param, request_id: requestId } }))
  else console.error(sentence(error))
  process.exitCode = mistakes.has(type) ? 2 : 1
}

/** Describes a refusal in one line. The message is the service's, which repeats no value. */
export function sentence({ type, code, message, param, requestId }: RefusedError): string {
  const details = [param && `field ${param}`, requestId].filter((detail) => detail !== undefined).join(', ')
  const todo = type === 'authentication_error' ? `\nKeys are made by: ${invocation()} keys create --help` : ''
  return (
    printable(`${code}: ${message}${details && ` (${details})`}`).replace(/^\S+/, (word) => paint('red', word, 2)) +
    todo
  )
}

/** An answer that is not JSON has no cause: its text is not repeated. */
function unanswered(error: ConnectionError, origin: string): string {
  if (error instanceof TimeoutError) return `${origin} does not answer in time.`
  if (error.cause === undefined) return 'The server there is not Signpost: its answer is not JSON.'
  return `No service answers at ${origin}: start it with ${starting()}, or give another with --url.`
}
