import type { Command } from 'commander'
import type { Signpost } from '../../client/client.ts'
import { ConnectionError, RefusedError, TimeoutError } from '../../client/errors.ts'
import { snakeName } from '../../kernel/camel.ts'
import { CliError, fileOption, httpUrl, readInput, valued } from '../options.ts'
import { invocation, paint, printable, starting } from '../terminal.ts'
import { chooseCredentials } from './credentials.ts'

/** Input of a command that calls a running service: the client, and the choice of JSON output. */
type CommandContext = { client: Signpost; json: boolean }

type Common = { url?: string; json?: boolean }

export const urlOption = () =>
  valued('--url <url>', 'the service; SIGNPOST_URL, else the one of signpost login, when absent', httpUrl)

/** Makes a client of the chosen service. Its code is loaded on demand, because help needs none of it. */
export async function connect(
  given: string | undefined,
  retries: { maxRetries?: number } = { maxRetries: 1 },
): Promise<{ client: Signpost; url: string }> {
  const { url, key } = chooseCredentials(given)
  const { createSignpost } = await import('../../client/client.ts')
  return { client: createSignpost({ apiKey: key, baseUrl: url, ...retries }), url }
}

/**
 * Turns a command into a client of a running service: it uses a key and HTTP, like any caller. Its options come before
 * its arguments; `--url` and `--json` are added.
 */
export function ask<O>(
  command: Command,
  work: (asked: CommandContext, options: O, ...args: string[]) => Promise<void>,
): void {
  command.addOption(urlOption()).option('--json', 'print JSON, one object per line')
  command.action(async (...given: unknown[]) => {
    const { url: named, json = false, ...options } = given.at(-2) as Common
    const { client, url } = await connect(named)
    try {
      await work({ client, json }, options as O, ...(given.slice(0, -2) as string[]))
    } catch (error) {
      await explain(error, { url, json })
    }
  })
}

export const bodyOption = () => fileOption('--body <file>', "further fields as JSON, in the API's form")

const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }

/** Keeps a number as it is written: the service judges its digits. */
const asWritten = (_: string, value: unknown, { source }: { source: string }) =>
  typeof value === 'number' ? rawJSON(source) : value

async function objectIn(path: string | undefined): Promise<object> {
  if (path === undefined) return {}
  const given = await readInput(path)
  try {
    const value: unknown = JSON.parse(given, asWritten as Parameters<typeof JSON.parse>[1])
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // The parser's message would quote the input, so the error below replaces it.
  }
  throw new CliError('--body must be a JSON object.')
}

/** The options of a command that sends a body. */
export type BodyOptions = { body?: string; [option: string]: unknown }

/**
 * Builds the body of a request from `--body`; options override its fields.
 *
 * @param fields the field of each option whose name is another one @throws CliError
 */
export async function bodyOf<T>(
  { body: path, ...options }: BodyOptions,
  fields: Readonly<Record<string, string>> = {},
): Promise<T> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  const named = given.map(([option, value]) => [fields[option] ?? snakeName(option), value])
  const body = { ...(await objectIn(path)), ...Object.fromEntries(named) }
  if (Object.keys(body).length === 0) throw new CliError('No field was given: --help lists them.')
  return body as T
}

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
  const { type, code, message, param, existing, requestId } = error
  if (json) console.log(JSON.stringify({ error: { type, code, message, param, existing, request_id: requestId } }))
  else console.error(sentence(error))
  process.exitCode = mistakes.has(type) ? 2 : 1
}

/** Describes a refusal in one line. The message is the service's, which repeats no value. */
export function sentence({ type, code, message, param, existing, requestId }: RefusedError): string {
  const named = [param && `field ${param}`, existing && `existing ${existing}`, requestId]
  const details = named.filter((detail) => detail !== undefined).join(', ')
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
