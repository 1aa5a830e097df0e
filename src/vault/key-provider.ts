import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { withinTime } from '../kernel/long-work.ts'
import { OpeningFailed, open, seal } from './seal.ts'

/**
 * Wraps data keys with a key-encryption key, in memory or in a KMS. `context` identifies the wrapped key and is bound
 * into it. It is called at the start and when a data key is created; unwrapped keys stay in memory.
 */
export interface KeyProvider {
  /** An id of the key-encryption key that reveals nothing about it. */
  readonly id: string
  wrap(dataKey: Buffer, context: string): Promise<Buffer>
  /** @throws OpeningFailed if the key is another one; any other error if the provider could not be reached */
  unwrap(wrapped: Buffer, context: string): Promise<Buffer>
}

const wrappingKeyId = '00000000-0000-0000-0000-000000000000'

/** A key-encryption key in memory: 32 bytes. */
export function localKeyProvider(key: Buffer): KeyProvider {
  const place = (context: string) => ({ purpose: 'wrap', record: context, livemode: false })
  return {
    id: `local:${createHash('sha256').update('signpost key id').update(key).digest('hex').slice(0, 12)}`,
    wrap: async (dataKey, context) => seal(key, wrappingKeyId, place(context), dataKey),
    unwrap: async (wrapped, context) => open(key, wrappingKeyId, place(context), wrapped),
  }
}

/** Wraps with `current`, and also unwraps keys of `former`: for the time in which one replaces the other. */
export function withFormer(current: KeyProvider, former: KeyProvider): KeyProvider {
  return {
    id: current.id,
    wrap: (dataKey, context) => current.wrap(dataKey, context),
    unwrap: (wrapped, context) =>
      current.unwrap(wrapped, context).catch((error) => {
        if (!(error instanceof OpeningFailed)) throw error
        return former.unwrap(wrapped, context)
      }),
  }
}

export type RetryOptions = { timeoutMs?: number; pausesMs?: readonly number[] }

/** Retries if a provider doesn't answer, or not in time. @throws Error with a sentence for the operator in the end */
export function withRetries(
  provider: KeyProvider,
  { timeoutMs = 3_000, pausesMs = [200, 500, 1_000, 2_000] }: RetryOptions = {},
): KeyProvider {
  async function ask(work: () => Promise<Buffer>): Promise<Buffer> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await withinTime(timeoutMs, work, () => new Error('no answer in time'))
      } catch (error) {
        if (error instanceof OpeningFailed) throw error
        const wait = pausesMs[attempt]
        if (wait === undefined) {
          throw new Error(`The key provider ${provider.id} does not answer (asked ${attempt + 1} times).`)
        }
        await pause(wait)
      }
    }
  }
  return {
    id: provider.id,
    wrap: (dataKey, context) => ask(() => provider.wrap(dataKey, context)),
    unwrap: (wrapped, context) => ask(() => provider.unwrap(wrapped, context)),
  }
}

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
