import { accessSync, constants, openSync, realpathSync, statSync } from 'node:fs'
import { CliError } from './cli-error.ts'

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

/** Opens a file for writing that the user alone can read. @returns its descriptor @throws CliError */
export function writable(path: string, name: string): number {
  try {
    return openSync(path, 'w', 0o600)
  } catch (error) {
    throw new CliError(`${name}: ${path} can't be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** Returns true if two paths name one file. */
export function isSameFile(one: string, other: string): boolean {
  const [real, same] = [one, other].map((path) => {
    try {
      return realpathSync(path)
    } catch {
      return null
    }
  })
  return real !== null && real === same
}
