import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCliConfig } from '../../config/cli.ts'
import { CliError } from '../options.ts'
import { invocation } from '../terminal.ts'

/** A key with its service. They belong together: a stored key is sent to its own service alone. */
export type Credentials = { url: string; key: string }

export const standardUrl = 'http://127.0.0.1:4000'

const folder = () => join(readCliConfig().configFolder, 'signpost')
const file = () => join(folder(), 'credentials.json')

/**
 * Reads the credentials that `signpost login` stored, or null. @throws CliError if other users may read the file, or it
 * is malformed
 */
export function readStoredCredentials(): Credentials | null {
  const facts = statSync(file(), { throwIfNoEntry: false })
  if (!facts) return null
  if ((facts.mode & 0o077) !== 0) throw new CliError(`${file()} can be read by others: run chmod 600 on it.`)
  try {
    const { url, key } = JSON.parse(readFileSync(file(), 'utf8')) as Partial<Credentials>
    if (typeof url === 'string' && URL.canParse(url) && typeof key === 'string') return { url, key }
  } catch {
    // The parser's message would quote the file, so the error below replaces it.
  }
  throw new CliError(`${file()} holds no credentials: run ${invocation()} login again.`)
}

/** Stores the credentials, readable by this user alone. @returns the file's path */
export function storeCredentials(credentials: Credentials): string {
  mkdirSync(folder(), { recursive: true, mode: 0o700 })
  const partial = `${file()}.${process.pid}`
  rmSync(partial, { force: true })
  writeFileSync(partial, `${JSON.stringify(credentials)}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(partial, file())
  return file()
}

/** @returns true if there were any */
export function forgetCredentials(): boolean {
  const there = statSync(file(), { throwIfNoEntry: false }) !== undefined
  rmSync(file(), { force: true })
  return there
}

/** @throws CliError if the text is not a key; the message doesn't repeat it */
export function requireKey(text: string): string {
  if (/^spk_(?:test|live)_\w+$/.test(text)) return text
  throw new CliError('The key is no API key: one is like spk_test_…, copied whole.')
}

/**
 * Chooses the service of a command, and its key. A key of the environment wins, and belongs to the URL that is given
 * beside it; a stored key belongs to the service that it was stored for.
 *
 * @throws CliError
 */
export function chooseCredentials(given: string | undefined): Credentials {
  const { apiKey, url: named } = readCliConfig()
  const url = given ?? named
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new CliError(`${given ? '--url' : 'SIGNPOST_URL'} must be a URL, like ${standardUrl}.`)
  }
  if (apiKey !== undefined) return { url: url ?? standardUrl, key: requireKey(apiKey) }
  const stored = readStoredCredentials()
  if (stored === null) throw new CliError(`A key is needed: run ${invocation()} login, or set SIGNPOST_API_KEY.`)
  if (url !== undefined && new URL(url).origin !== new URL(stored.url).origin) {
    throw new CliError(
      `The stored key is for another service: run ${invocation()} login --url, or set SIGNPOST_API_KEY.`,
    )
  }
  return { url: url ?? stored.url, key: requireKey(stored.key) }
}
