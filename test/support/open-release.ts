import { webcrypto } from 'node:crypto'

/*
 * Opens a release as a payer would who has WebCrypto alone: RFC 7516 and 7518 by hand, with no library that the service
 * uses.
 */

const { subtle } = webcrypto
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
const json = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
const number32 = (value: number) =>
  Buffer.from([value >>> 24, value >>> 16, value >>> 8, value].map((part) => part & 255))
const sized = (text: string) => Buffer.concat([number32(text.length), Buffer.from(text)])

export type PayerKey = { jwk: { kty: string; crv: string; x: string }; privateKey: webcrypto.CryptoKey }

export async function payerKey(): Promise<PayerKey> {
  const pair = (await subtle.generateKey('X25519', true, ['deriveBits'])) as webcrypto.CryptoKeyPair
  const { kty, crv, x } = await subtle.exportKey('jwk', pair.publicKey)
  return { jwk: { kty: kty!, crv: crv!, x: x! }, privateKey: pair.privateKey }
}

/** Concat KDF (NIST SP 800-56A) with SHA-256, for a key of 256 bits. */
async function wrappingKey(secret: ArrayBuffer): Promise<webcrypto.CryptoKey> {
  const other = Buffer.concat([sized('ECDH-ES+A256KW'), number32(0), number32(0), number32(256)])
  const digest = await subtle.digest('SHA-256', Buffer.concat([number32(1), Buffer.from(secret), other]))
  return subtle.importKey('raw', digest, 'AES-KW', false, ['unwrapKey'])
}

/** The header of the JWE, and the text inside. */
export async function openJwe(jwe: string, { privateKey }: PayerKey) {
  const [head = '', wrapped = '', iv = '', text = '', tag = ''] = jwe.split('.')
  const header = json(head)
  const epk = await subtle.importKey('jwk', header.epk, 'X25519', false, [])
  const secret = await subtle.deriveBits({ name: 'X25519', public: epk }, privateKey, 256)
  const aes = { name: 'AES-GCM', length: 256 }
  const kek = await wrappingKey(secret)
  const key = await subtle.unwrapKey('raw', bytes(wrapped), kek, 'AES-KW', aes, false, ['decrypt'])
  const sealed = Buffer.concat([bytes(text), bytes(tag)])
  const opened = await subtle.decrypt(
    { name: 'AES-GCM', iv: bytes(iv), additionalData: Buffer.from(head) },
    key,
    sealed,
  )
  return { header, text: Buffer.from(opened).toString('utf8') }
}

/** The claims of a JWS, whose signature holds under the pinned key of its `kid`. @throws Error otherwise */
export async function verifyJws(jws: string, pinned: readonly { kid: string; x: string }[]) {
  const [head = '', payload = '', signature = ''] = jws.split('.')
  const header = json(head)
  const jwk = pinned.find(({ kid }) => kid === header.kid)
  if (!jwk || header.alg !== 'EdDSA') throw new Error('It is signed by nobody that is pinned.')
  const key = await subtle.importKey('jwk', { kty: 'OKP', crv: 'Ed25519', x: jwk.x }, 'Ed25519', false, ['verify'])
  const isSigned = await subtle.verify('Ed25519', key, bytes(signature), Buffer.from(`${head}.${payload}`))
  if (!isSigned) throw new Error('The signature does not hold.')
  return { header, claims: json(payload) }
}
