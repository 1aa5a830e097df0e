import { createHash, createPrivateKey, type KeyObject } from 'node:crypto'

/** The public half of the key that signs releases, for payers to pin. */
export type SigningJwk = { kty: 'OKP'; crv: 'Ed25519'; x: string; kid: string; use: 'sig'; alg: 'EdDSA' }

/** The 32-byte seed of an environment's signing key. */
export type SigningSeed = (livemode: boolean) => Buffer

/** An Ed25519 private key in PKCS #8 is this prefix and its 32 bytes. Source: RFC 8410 */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

export const signingKeyOf = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })

/** `kid` is the key's thumbprint. Source: RFC 7638 */
function jwkOf(x: string): SigningJwk {
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url')
  return { kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' }
}

export const signingJwkOf = (seed: Buffer): SigningJwk =>
  jwkOf((signingKeyOf(seed).export({ format: 'jwk' }) as { x: string }).x)

/** A key for each environment. */
export const signingJwks = (seedOf: SigningSeed): SigningJwk[] =>
  [false, true].map((livemode) => signingJwkOf(seedOf(livemode)))

const keyLength = 32
const checksum = (keys: Buffer) => createHash('sha256').update('opener_public_').update(keys).digest().subarray(0, 4)

/** `opener_public_`, and the base64url of the two public keys, test and live, and a checksum of 4 bytes. */
export function writeOpenerKey(seedOf: SigningSeed): string {
  const keys = Buffer.concat(signingJwks(seedOf).map(({ x }) => Buffer.from(x, 'base64url')))
  return `opener_public_${Buffer.concat([keys, checksum(keys)]).toString('base64url')}`
}

/** Reads the output of `writeOpenerKey`; null for any other text. */
export function readOpenerKey(text: string): SigningJwk[] | null {
  const [, digits] = /^opener_public_([\w-]{91})$/.exec(text.trim()) ?? []
  if (!digits) return null
  const bytes = Buffer.from(digits, 'base64url')
  const keys = bytes.subarray(0, 2 * keyLength)
  if (!checksum(keys).equals(bytes.subarray(2 * keyLength))) return null
  return [keys.subarray(0, keyLength), keys.subarray(keyLength)].map((key) => jwkOf(key.toString('base64url')))
}
