import { randomBytes } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'

/** Reads 32 bytes from their base64 or hex text. @throws Error with a plain message, never the text */
export function parseKey(text: string): Buffer {
  const trimmed = text.trim()
  if (/^[0-9a-f]{64}$/i.test(trimmed)) return Buffer.from(trimmed, 'hex')
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)) return Buffer.from(trimmed, 'base64')
  throw new Error(
    'The encryption key must be 32 bytes, as base64 or as 64 hex digits: openssl rand -base64 32 makes one.',
  )
}

/** Reads a file with a secret. @throws Error if it is missing, or readable by others than its owner */
export function readSecretFile(path: string): string {
  const facts = statSync(path, { throwIfNoEntry: false })
  if (!facts?.isFile()) throw new Error(`There is no key file ${path}.`)
  if ((facts.mode & 0o177) !== 0) {
    throw new Error(`The key file ${path} is readable by others than its owner: run chmod 600 on it.`)
  }
  return readFileSync(path, 'utf8')
}

/** Reads a key file. @throws Error like `readSecretFile`, or if it has no key */
export const readKeyFile = (path: string): Buffer => parseKey(readSecretFile(path))

/** Makes a new key file, readable by its owner alone; an existing one stays. */
export function ensureKeyFile(path: string): Buffer {
  try {
    writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readKeyFile(path)
}
