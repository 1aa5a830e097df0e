import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { crc32 } from 'node:zlib'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = digits[Number(rest % 62n)] + text
  return text
}

const checksum = (text: string) => base62(BigInt(crc32(text)), 6)

/** A new API key: `spk_test_` or `spk_live_`, 43 base62 digits of 32 random bytes, 6 of the CRC-32 of all before. */
export function newApiKey(livemode: boolean): string {
  const body = `spk_${livemode ? 'live' : 'test'}_${base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43)}`
  return body + checksum(body)
}

const apiKeyShape = /^spk_(?:test|live)_[0-9A-Za-z]{49}$/

/** Checks that `text` has the form and checksum of an API key: other text is refused without a query. */
export function isApiKey(text: string): boolean {
  return apiKeyShape.test(text) && checksum(text.slice(0, -6)) === text.slice(-6)
}

/** A new webhook signing secret: `whsec_` and the base64 of 32 random bytes, the format of Standard Webhooks. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

const redacted = '[redacted]'

/** Protects a secret from loggers, templates and serializers: every way to print it gives `[redacted]`. */
export class Sensitive<T = string> {
  readonly #value: T

  constructor(value: T) {
    this.#value = value
  }

  /** The secret itself. Call it only where the secret leaves the process on purpose. */
  reveal(): T {
    return this.#value
  }

  toString(): string {
    return redacted
  }

  toJSON(): string {
    return redacted
  }

  [inspect.custom](): string {
    return redacted
  }
}
