import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { addressInvalid, readAddress, readCaselessAddress } from './address.ts'

const written = /^(?:\$|https:\/\/)(?=[^\s\\?#@/$])[^\s\\?#@]+$/i
/** A DNS host with more than one label, and no IP address. */
const publicHost = /^(?=.*[a-z])(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/

/**
 * Normalizes a payment pointer to its https URL. `$host` alone stands for `/.well-known/pay` (Payment Pointers, section
 * 4).
 *
 * DECISION: the URL is a public name, disclosed in full, so it has a DNS host and a path only: no user information,
 * port, query or fragment, which may contain secrets, and no IP address.
 */
export function normalizePaymentPointer(address: unknown): string {
  const pointer = readAddress(address)
  if (!written.test(pointer)) throw addressInvalid()
  const url = URL.parse(pointer.startsWith('$') ? `https://${pointer.slice(1)}` : pointer)
  if (url?.port !== '' || !publicHost.test(url.hostname)) throw addressInvalid()
  if (pointer.startsWith('$') && url.pathname === '/') url.pathname = '/.well-known/pay'
  return readAddress(url.href)
}

const writtenLightning = /^([a-z0-9._+-]{1,64})@([^\s\\?#@/$:%]+)$/

/**
 * Normalizes a Lightning address: a name and a public DNS host, in lower case (LUD-16). It has no port and no IP
 * address.
 */
export function normalizeLightningAddress(address: unknown): string {
  const [, name, domain] = writtenLightning.exec(readCaselessAddress(address).toLowerCase()) ?? []
  if (name === undefined || domain === undefined) throw addressInvalid()
  const host = URL.parse(`https://${domain}`)?.hostname ?? ''
  if (!publicHost.test(host)) throw addressInvalid()
  return readCaselessAddress(`${name}@${host}`)
}

const vpaShape = /^[a-z0-9][a-z0-9._-]{1,255}@[a-z][a-z0-9]{1,63}$/

/**
 * Normalizes a UPI address (VPA): lower case, because case does not matter (NPCI, UPI linking specification).
 *
 * DECISION: a handle has no dots. `account@ifsc.ifsc.npci` is a bank account, and text with a domain is an e-mail
 * address.
 */
export function normalizeUpi(address: unknown): string {
  const vpa = readCaselessAddress(address).toLowerCase()
  if (!vpaShape.test(vpa)) throw addressInvalid()
  return vpa
}

const writtenShape = /^\+[0-9 ().-]+$/
const punctuation = /[ ().-]+/g

/** Normalizes a mobile money account: its phone number in E.164. A number without `+` and country code is refused. */
export function normalizeMobileMoney(address: unknown): string {
  const written = readAddress(address)
  if (!writtenShape.test(written)) throw addressInvalid()
  // Without its punctuation the library's own patterns cannot backtrack, and the result is the same.
  const phone = parsePhoneNumberFromString(written.replace(punctuation, ''))
  if (!phone?.isPossible()) throw addressInvalid()
  return phone.number
}
