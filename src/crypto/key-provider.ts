import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { open, seal } from './seal.ts'

/**
 * Holds the key-encryption key, or the way to a KMS that does, and wraps data keys with it. `context` names what is
 * wrapped and is bound into it.
 */
export interface KeyProvider {
  /** Which key-encryption key this is, without telling anything of it. */
  readonly id: string
  wrap(dataKey: Buffer, context: string): Promise<Buffer>
  /** @throws OpeningFailed when the key is another one */
  unwrap(wrapped: Buffer, context: string): Promise<Buffer>
}

const wrappingKeyId = '00000000-0000-0000-0000-000000000000'

/** A key-encryption key in memory: 32 bytes. */
export function localKeyProvider(key: Buffer): KeyProvider {
  const place = (context: string) => ({ purpose: 'wrap', recordId: context, livemode: false })
  return {
    id: `local:${createHash('sha256').update('signpost key id').update(key).digest('hex').slice(0, 12)}`,
    wrap: async (dataKey, context) => seal(key, wrappingKeyId, place(context), dataKey),
    unwrap: async (wrapped, context) => open(key, wrappingKeyId, place(context), wrapped),
  }
}

/** Reads 32 bytes from their base64 or hex text. @throws Error with a plain message, never the text */
export function parseKey(text: string): Buffer {
  const trimmed = text.trim()
  const key = /^[0-9a-f]{64}$/i.test(trimmed) ? Buffer.from(trimmed, 'hex') : Buffer.from(trimmed, 'base64')
  if (key.length !== 32) throw new Error('The encryption key must be 32 bytes, as base64 or as 64 hex digits.')
  return key
}

/** Reads a key file. @throws Error when others than its owner can read it */
export function readKeyFile(path: string): Buffer {
  if ((statSync(path).mode & 0o077) !== 0) {
    throw new Error(`The key file ${path} can be read by others: run chmod 600 on it.`)
  }
  return parseKey(readFileSync(path, 'utf8'))
}

/** Makes a new key file, readable by its owner alone; keeps the one that is there. */
export function ensureKeyFile(path: string): Buffer {
  try {
    writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readKeyFile(path)
}
