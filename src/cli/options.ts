import { accessSync, constants, openSync, readFileSync, statSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { type Argument, type Command, Option } from 'commander'
import { isScope, type Scope, scopes } from '../kernel/scopes.ts'

/** Adds their options, subcommands and actions to commands, by the names of these. */
export type Commands = Readonly<Record<string, (command: Command) => void>>

/** A mistake of the user's: shown as a sentence, exit code 2. */
export class CliError extends Error {}

/** Parses the text of an option; `name` is its spelling: `--port`. @throws CliError */
type Read<T> = (text: string, name: string) => T

/**
 * Adds an option with a value that is checked while the command line is parsed: nothing runs before all values are
 * valid.
 */
export function valued<T>(flags: string, description: string, read: Read<T>, standard?: T): Option {
  const option = new Option(flags, description)
  option.argParser((text) => read(text, option.long!))
  return standard === undefined ? option : option.default(standard)
}

export const mandatory = (option: Option): Option => option.makeOptionMandatory()

/** Collects the values of an option that may be given several times. */
export const several = (text: string, before: string[] = []): string[] => [...before, text]

const listOf = (names: readonly string[]) => `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`

export const oneOf =
  <T extends string>(allowed: readonly T[]): Read<T> =>
  (text, name) => {
    const found = allowed.find((value) => value === text)
    if (found === undefined) throw new CliError(`${name} must be ${listOf(allowed)}.`)
    return found
  }

/** `--env`, with the value that it may have. */
export const environment = () => mandatory(valued('--env <env>', 'test or live', oneOf(['test', 'live'])))

export const wholeNumber =
  (min: number, max: number): Read<number> =>
  (text, name) => {
    const value = Number(text)
    if (!/^\d{1,15}$/.test(text) || value < min || value > max) {
      throw new CliError(`${name} must be a whole number from ${min} to ${max}.`)
    }
    return value
  }

/** Parses a number of at most 15 digits: more would be rounded. */
export const number: Read<number> = (text, name) => {
  if (!/^-?\d+(?:\.\d+)?$/.test(text) || text.replace(/\D/g, '').length > 15)
    throw new CliError(`${name} must be a number of at most 15 digits, like 10 or 0.5.`)
  return Number(text)
}

/** Parses a date or a time. */
export const moment: Read<Date> = (text, name) => {
  const at = new Date(text)
  if (!/^\d{4}-\d\d-\d\d(?:T.*)?$/.test(text) || Number.isNaN(at.getTime()))
    throw new CliError(`${name} must be a date or a time, like 2026-11-22T14:00:00Z.`)
  return at
}

const labelLimit = 200

/** Parses the name of a consumer or a key. */
export const label: Read<string> = (text, name) => {
  const value = text.trim()
  if (value.length > labelLimit || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(value) || !value.isWellFormed()) {
    throw new CliError(`${name} must be text of 1 to ${labelLimit} characters, without control characters.`)
  }
  return value
}

const known = Object.keys(scopes).join(', ')

/** Names an invalid scope, unless it might be a misplaced secret. */
export const scopeList: Read<Scope[]> = (text, name) => {
  const given = text.split(',').map((scope) => scope.trim())
  const at = given.findIndex((scope) => !isScope(scope))
  if (at < 0) return [...new Set(given as Scope[])]
  const wrong = /^[a-z_]{1,20}(?::[a-z_]{1,20})?$/.test(given[at]!) ? `"${given[at]}"` : `Number ${at + 1} in the list`
  throw new CliError(`${name}: ${wrong} is no scope. Scopes, separated by commas: ${known}.`)
}

export const httpUrl: Read<string> = (text, name) => {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '')) {
    throw new CliError(`${name} must be a URL, like http://127.0.0.1:4000.`)
  }
  return text
}

const isBlank = (text: string) => text.trim() === ''

/** INVARIANT (no blank value): the unset variable of a script is refused, never taken for a name or a file. */
export function refuseBlanks(command: Command): void {
  for (const option of command.options.filter(({ required }) => required)) guardOption(option)
  for (const argument of command.registeredArguments) guardArgument(argument)
}

function guardOption(option: Option): void {
  const { parseArg: read, long } = option
  option.argParser((text: string, before: unknown) => {
    if (isBlank(text)) throw new CliError(`${long} must not be empty.`)
    if (text.startsWith('--')) throw new CliError(`${long} needs a value.`)
    return read ? (read as (text: string, before: unknown) => unknown)(text, before) : text
  })
}

function guardArgument(argument: Argument): void {
  argument.argParser((text: string) => {
    if (isBlank(text)) throw new CliError(`The ${argument.name()} must not be empty.`)
    return text
  })
}

/** Checks that a file can be read. @throws CliError */
export function readable(path: string, name: string): string {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new CliError(`${name}: there is no file ${path}.`)
  try {
    accessSync(path, constants.R_OK)
  } catch {
    throw new CliError(`${name}: this user may not read ${path}.`)
  }
  return path
}

/** A file, or `-` for standard input. */
export const fileOption = (flags: string, description: string): Option =>
  valued(flags, `${description}; - for standard input`, (path, name) => (path === '-' ? path : readable(path, name)))

/** Reads the file of such an option. */
export const readInput = async (path: string): Promise<string> =>
  path === '-' ? text(process.stdin) : readFileSync(path, 'utf8')

/** Opens a file for writing that the user alone can read. @returns its descriptor @throws CliError */
export function writable(path: string, name: string): number {
  try {
    return openSync(path, 'w', 0o600)
  } catch (error) {
    throw new CliError(`${name}: ${path} can't be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}
