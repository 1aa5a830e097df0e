import type { SealingJwkInput } from '../generated/documents.ts'

export type ReadJwk = { jwk: SealingJwkInput } | { problem: string }

/**
 * Reads a pasted public key. A text with a private half is refused here.
 *
 * INVARIANT (a private key stays where it is): a text with a `d` in it never leaves the page.
 */
export function readJwk(text: string): ReadJwk {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return { problem: 'This is not JSON. Paste the key as one object, from { to }.' }
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    return { problem: 'Paste one key, from { to }.' }
  const { kty, crv, x, d } = read as Record<string, unknown>
  if (d !== undefined)
    return { problem: 'This has the private half, “d”. It was not sent. Paste the public half only.' }
  if (kty !== 'OKP' || crv !== 'X25519' || typeof x !== 'string')
    return { problem: 'The key must have "kty": "OKP", "crv": "X25519" and an "x".' }
  return { jwk: { kty, crv, x } }
}
