import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * Sealed bytes: version (1) · data key id (16) · nonce (12) · ciphertext · tag (16), AES-256-GCM.
 * Source: docs/rules.md#encryption.
 */
const version = 1
const headerLength = 1 + 16 + 12
const tagLength = 16

/**
 * The place of a sealed value. It is bound into the tag: a value moved to another row, column or environment won't
 * open. `record` is the id of its row; for rows that decide who is paid it has further columns of the row
 * (registry/binding.ts).
 */
export type Place = { purpose: string; record: string; livemode: boolean }

export class OpeningFailed extends Error {
  constructor(reason: string) {
    super(`A sealed value could not be opened: ${reason}.`)
    this.name = 'OpeningFailed'
  }
}

/** The value names an absent key: its binding to the row cannot be verified. */
export class UnknownKey extends OpeningFailed {}

const associated = (keyId: string, { purpose, record, livemode }: Place) =>
  Buffer.from(`${version}|${purpose}|${record}|${livemode ? 'live' : 'test'}|${keyId}`, 'utf8')

const uuidBytes = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex')

function uuidText(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const nonceLength = 12
let drawn = Buffer.alloc(0)

/** Twelve random bytes. They are drawn in blocks, and each is used once: drawing costs more than sealing. */
function freshNonce(): Buffer {
  if (drawn.length < nonceLength) drawn = randomBytes(nonceLength * 512)
  const nonce = drawn.subarray(0, nonceLength)
  drawn = drawn.subarray(nonceLength)
  return nonce
}

/** Seals `plaintext` under the 32-byte `key` named `keyId` (a uuid), for one place. The nonce is random, never reused. */
export function seal(key: Buffer, keyId: string, place: Place, plaintext: Buffer): Buffer {
  const nonce = freshNonce()
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(associated(keyId, place))
  const body = cipher.update(plaintext)
  cipher.final()
  return Buffer.concat([Buffer.from([version]), uuidBytes(keyId), nonce, body, cipher.getAuthTag()])
}

/** The id of the data key of `sealed`. @throws OpeningFailed if it is no sealed value */
export function keyIdOf(sealed: Buffer): string {
  if (sealed.length < headerLength + tagLength) throw new OpeningFailed('too short')
  if (sealed[0] !== version) throw new OpeningFailed('unknown version')
  return uuidText(sealed.subarray(1, 17))
}

/** The inverse of `seal`. @throws OpeningFailed on any doubt; never returns partial data */
export function open(key: Buffer, keyId: string, place: Place, sealed: Buffer): Buffer {
  if (keyIdOf(sealed) !== keyId) throw new OpeningFailed('sealed under another key')
  const tagAt = sealed.length - tagLength
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(17, headerLength), { authTagLength: tagLength })
  decipher.setAAD(associated(keyId, place))
  decipher.setAuthTag(sealed.subarray(tagAt))
  // A mark has no body: an empty update costs a fifth of its opening.
  const body = tagAt > headerLength ? decipher.update(sealed.subarray(headerLength, tagAt)) : Buffer.alloc(0)
  try {
    decipher.final()
  } catch {
    throw new OpeningFailed('not authentic')
  }
  return body
}
