import { createPublicKey, diffieHellman, generateKeyPairSync } from 'node:crypto'
import { SignpostError } from '../../kernel/errors.ts'
import { isRecord } from '../../kernel/input.ts'

/** The public half of an X25519 key pair, in the form of RFC 8037. */
export type SealingJwk = { readonly kty: 'OKP'; readonly crv: 'X25519'; readonly x: string }

export const sealingKeyInvalid = () => new SignpostError('sealing_key_invalid', { param: 'jwk' })

const keyLength = 32
/** 32 bytes in base64url. */
const keyText = 43
/** 2^255 − 19, little-endian from its second byte on: 0xff to the last, 0x7f there. */
const isReduced = (bytes: Buffer): boolean => {
  if ((bytes[31]! & 0x80) !== 0) return false
  const isTop = bytes[31] === 0x7f && bytes.subarray(1, 31).every((byte) => byte === 0xff)
  return !isTop || bytes[0]! < 0xed
}

/**
 * The shared secret of a point of low order is all zeros, whatever the other key: everybody could open what is sealed
 * to it.
 */
function isOfLowOrder(jwk: SealingJwk): boolean {
  try {
    const publicKey = createPublicKey({ format: 'jwk', key: { ...jwk } })
    const secret = diffieHellman({ privateKey: generateKeyPairSync('x25519').privateKey, publicKey })
    return secret.every((byte) => byte === 0)
  } catch {
    return true
  }
}

/** Members of a public JWK that describe it (RFC 7517, WebCrypto's export): they change nothing and are ignored. */
const describing = ['use', 'key_ops', 'alg', 'kid', 'ext']

/**
 * Reads a payer's public key: its three members, a point of X25519 in its canonical encoding. @throws
 * SignpostError sealing_key_private · sealing_key_invalid
 */
export function readSealingJwk(sent: unknown): SealingJwk {
  if (!isRecord(sent)) throw sealingKeyInvalid()
  if (sent.d !== undefined) throw new SignpostError('sealing_key_private', { param: 'jwk' })
  const { kty, crv, x, ...others } = sent
  if (kty !== 'OKP' || crv !== 'X25519' || typeof x !== 'string' || x.length !== keyText) throw sealingKeyInvalid()
  if (Object.keys(others).some((name) => others[name] !== undefined && !describing.includes(name)))
    throw sealingKeyInvalid()
  const bytes = Buffer.from(x, 'base64url')
  const isWritten = bytes.length === keyLength && bytes.toString('base64url') === x
  if (!isWritten || !isReduced(bytes)) throw sealingKeyInvalid()
  const jwk: SealingJwk = { kty, crv, x }
  if (isOfLowOrder(jwk)) throw sealingKeyInvalid()
  return jwk
}
