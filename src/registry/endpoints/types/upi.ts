import { addressInvalid, readCaselessAddress } from './address.ts'

const shape = /^[a-z0-9][a-z0-9._-]{1,255}@[a-z][a-z0-9]{1,63}$/

/**
 * Normalizes a UPI address (VPA): lower case, because case does not matter (NPCI, UPI linking specification).
 *
 * DECISION: a handle has no dots. `account@ifsc.ifsc.npci` is a bank account, and text with a domain is an e-mail
 * address.
 */
export function normalizeUpi(address: unknown): string {
  const vpa = readCaselessAddress(address).toLowerCase()
  if (!shape.test(vpa)) throw addressInvalid()
  return vpa
}
