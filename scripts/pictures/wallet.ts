import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'

const secret = secp256k1.utils.randomSecretKey()
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** The address of a wallet that is made for the picture, in lower case. */
export const walletAddress = `0x${hex(keccak_256(secp256k1.getPublicKey(secret, false).slice(1)).slice(-20))}`

/** Signs as wallets do (EIP-191). */
export function signMessage(message: string): string {
  const text = Buffer.from(message)
  const digest = keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`), text]))
  const [recovery, ...rs] = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' })
  return `0x${hex(Uint8Array.from(rs))}${hex(Uint8Array.of(27 + recovery!))}`
}
