import { addressInvalid, readAddress } from './address.ts'

const written = /^(?:\$|https:\/\/)(?=[^\s\\?#@/$])[^\s\\?#@]+$/i
/** A DNS host with more than one label, and no IP address. */
export const publicHost = /^(?=.*[a-z])(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/

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
