import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { CliError } from '../cli-error.ts'
import { readable } from '../files.ts'
import { valued } from '../options.ts'

/** A file, or `-` for standard input. */
export const fileOption = (flags: string, description: string) =>
  valued(flags, `${description}; - for standard input`, (path, name) => (path === '-' ? path : readable(path, name)))

export const bodyOption = () => fileOption('--body <file>', "further fields as JSON, in the API's form")

export const readInput = async (path: string): Promise<string> =>
  path === '-' ? text(process.stdin) : readFileSync(path, 'utf8')

async function objectIn(path: string | undefined): Promise<object> {
  if (path === undefined) return {}
  const given = await readInput(path)
  try {
    const value: unknown = JSON.parse(given)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // The parser's message would quote the input, so the error below replaces it.
  }
  throw new CliError('--body must be a JSON object.')
}

/** Builds the body of a request from `--body`; options override its fields. @throws CliError */
export async function bodyOf<T>(path: string | undefined, fields: Record<string, unknown>): Promise<T> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  const body = { ...(await objectIn(path)), ...Object.fromEntries(given) }
  if (Object.keys(body).length === 0) throw new CliError('No field was given: --help lists them.')
  return body as T
}
