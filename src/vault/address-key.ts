import { createHash, timingSafeEqual } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import type { Keyring } from './keyring.ts'
import { OpeningFailed } from './seal.ts'

/** HPKE in base mode: X25519, HKDF-SHA256, AES-256-GCM. Source: RFC 9180; docs/rules.md#encryption. */
export const suite = new CipherSuite({
  kem: new DhkemX25519HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
})

/** A record: version (1) · key id (16) · encapsulated key (32) · ciphertext · tag (16). */
export const version = 2
const keyIdLength = 16
const encLength = 32
const headerLength = 1 + keyIdLength + encLength
const tagLength = 16

export const info = Buffer.from('signpost address')

/** Kind of value sealed to an address key: an endpoint's address, and a release's reference on its way to the opener. */
export type AddressKeyUse = 'address' | 'reference'

/**
 * The place of a value. It is bound into the tag: a value moved to another row, use or environment won't open. `record`
 * is the id of a release, or the text that an address is bound to (registry/binding.ts).
 */
export const associated = (keyId: string, record: string, livemode: boolean, use: AddressKeyUse): Buffer =>
  Buffer.from(`${version}|${use}|${record}|${livemode ? 'live' : 'test'}|${keyId}`)

/** Names a key pair: 32 hex digits, out of its public half. */
export const keyIdOf = (publicKey: Buffer): string =>
  createHash('sha256')
    .update('signpost address key')
    .update(publicKey)
    .digest('hex')
    .slice(0, keyIdLength * 2)

export type SealedAddress = { keyId: string; enc: Buffer; body: Buffer }

/** @throws OpeningFailed if it is no address that was sealed to a public key */
export function readSealed(sealed: Buffer): SealedAddress {
  if (sealed.length < headerLength + tagLength) throw new OpeningFailed('too short')
  if (sealed[0] !== version) throw new OpeningFailed('not sealed to a public key')
  return {
    keyId: sealed.subarray(1, 1 + keyIdLength).toString('hex'),
    enc: sealed.subarray(1 + keyIdLength, headerLength),
    body: sealed.subarray(headerLength),
  }
}

type KeyHalf = 'public' | 'private'

const checksum = (half: KeyHalf, key: Buffer) =>
  createHash('sha256').update(`address_${half}_`).update(key).digest().subarray(0, 4)

/** `address_public_` or `address_private_`, and the base64url of the key's 32 bytes and a checksum of 4. */
export const writeKey = (half: KeyHalf, key: Buffer): string =>
  `address_${half}_${Buffer.concat([key, checksum(half, key)]).toString('base64url')}`

/**
 * Reads the output of `writeKey`. Both halves have a spelling and a checksum: a value sealed to a mistyped key could
 * never be opened.
 *
 * @throws Error with a plain message, never the text
 */
export function readKey(half: KeyHalf, text: string): Buffer {
  const [, found, digits] = /^address_(public|private)_([\w-]{48})$/.exec(text.trim()) ?? []
  if (!found || !digits) throw new Error(`This is no ${half} address key: it must read address_${half}_…`)
  if (found !== half)
    throw new Error(`This is the ${found} half of an address key pair, where the ${half} one belongs.`)
  const bytes = Buffer.from(digits, 'base64url')
  const key = bytes.subarray(0, 32)
  if (!checksum(half, key).equals(bytes.subarray(32))) {
    throw new Error(`The ${half} address key is mistyped: its checksum is wrong.`)
  }
  return key
}

/** The public half of an address key pair: it seals, and cannot open. */
export type AddressSealer = {
  keyId: string
  seal(record: string, livemode: boolean, value: string | Buffer, use?: AddressKeyUse): Promise<Buffer>
}

/** @throws Error with a plain message if the text is no public key */
export function addressSealer(text: string): AddressSealer {
  const publicKey = readKey('public', text)
  const keyId = keyIdOf(publicKey)
  const importing = suite.kem.deserializePublicKey(publicKey)
  return {
    keyId,
    async seal(record, livemode, value, use = 'address') {
      const { enc, ct } = await suite.seal(
        { recipientPublicKey: await importing, info },
        Buffer.from(value),
        associated(keyId, record, livemode, use),
      )
      return Buffer.concat([Buffer.from([version]), Buffer.from(keyId, 'hex'), Buffer.from(enc), Buffer.from(ct)])
    },
  }
}

/** The public key that the configuration names, if any. @throws Error with a plain message */
export function chooseAddressSealer({
  addressPublicKey,
  addressPublicKeyFile,
}: {
  addressPublicKey: string | undefined
  addressPublicKeyFile: string | undefined
}): AddressSealer | null {
  if (addressPublicKey && addressPublicKeyFile) {
    throw new Error('Set one of ADDRESS_PUBLIC_KEY and ADDRESS_PUBLIC_KEY_FILE, not both.')
  }
  if (addressPublicKeyFile) return addressSealer(readPublicKeyFile(addressPublicKeyFile))
  return addressPublicKey ? addressSealer(addressPublicKey) : null
}

/** An attacker who changed it would receive all future addresses. */
function readPublicKeyFile(path: string): string {
  const facts = statSync(path, { throwIfNoEntry: false })
  if (!facts?.isFile()) throw new Error(`There is no key file ${path}.`)
  if ((facts.mode & 0o022) !== 0) {
    throw new Error(`The key file ${path} can be changed by others than its owner: run chmod 644 on it.`)
  }
  return readFileSync(path, 'utf8')
}

/*
 * Everyone with the public key can seal to it. To stop a writer of the database from inserting another account, an
 * address is marked with the key ring before it is sealed: marker (1) · HMAC (32) · address. The mark is inside the
 * sealed text, where only the opener sees it, and stays when the address is sealed to another key.
 */

/** No address, and no destination with details, begins with it. */
const marker = 2
const macLength = 32
const headLength = 1 + macLength

const macOf = (keyring: Keyring, record: string, livemode: boolean, address: Buffer): Buffer =>
  keyring.hash('address_origin', livemode, `${record}|${address.toString('base64')}`)

const isMarked = (opened: Buffer): boolean => opened.length > headLength && opened[0] === marker

/** Marks an address as this service's. `record` is the text that it is bound to (registry/binding.ts). */
export const markOrigin = (keyring: Keyring, record: string, livemode: boolean, address: Buffer): Buffer =>
  Buffer.concat([Buffer.from([marker]), macOf(keyring, record, livemode, address), address])

/** Returns the address if this service sealed it for this row. @throws OpeningFailed otherwise */
export function requireOrigin(keyring: Keyring, record: string, livemode: boolean, opened: Buffer): Buffer {
  if (!isMarked(opened)) throw new OpeningFailed('it has no mark of a gateway')
  const address = opened.subarray(headLength)
  const expected = macOf(keyring, record, livemode, address)
  if (!timingSafeEqual(opened.subarray(1, headLength), expected)) throw new OpeningFailed('its mark is not authentic')
  return address
}
