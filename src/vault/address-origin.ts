import { timingSafeEqual } from 'node:crypto'
import type { Keyring } from './keyring.ts'
import { OpeningFailed } from './seal.ts'

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
