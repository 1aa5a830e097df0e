import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58, hex } from '@scure/base'
import type { WalletFamily } from '../../registry/endpoints/types/wallets.ts'

const utf8 = new TextEncoder()

/** EIP-191, version 0x45: the hash of a text that a wallet signs. */
export function personalHash(message: string): Uint8Array {
  const text = utf8.encode(message)
  return keccak_256(Uint8Array.of(...utf8.encode(`\x19Ethereum Signed Message:\n${text.length}`), ...text))
}

/** r, s and v, in the wallets' encoding. One encoding, so that a signature can't be altered. */
const evmShape = /^0x([0-9a-f]{64})([0-9a-f]{64})(1b|1c)$/

/** EIP-2: of the two valid signatures of a text by a key, only the one with the low s. */
function signedByEvm(message: string, signature: string, address: string): boolean {
  const [, r = '', s = '', v] = evmShape.exec(signature) ?? []
  if (v === undefined) return false
  const parsed = new secp256k1.Signature(BigInt(`0x${r}`), BigInt(`0x${s}`), v === '1b' ? 0 : 1)
  if (parsed.hasHighS()) return false
  const key = parsed.recoverPublicKey(personalHash(message)).toBytes(false)
  return `0x${hex.encode(keccak_256(key.subarray(1)).subarray(-20))}` === address.toLowerCase()
}

/** RFC 8032 strictly (no ZIP 215): keys of small order, for which anybody can sign, are refused. */
function signedBySolana(message: string, signature: string, address: string): boolean {
  const bytes = base58.decode(signature)
  if (bytes.length !== 64 || base58.encode(bytes) !== signature) return false
  return ed25519.verify(bytes, utf8.encode(message), base58.decode(address), { zip215: false })
}

const signedBy = { evm: signedByEvm, solana: signedBySolana } satisfies Record<WalletFamily, unknown>

/** Verifies the signature of the wallet's key. False for a signature that can't be read. */
export function isSigned(family: WalletFamily, message: string, signature: string, address: string): boolean {
  try {
    return signature.length <= 200 && signedBy[family](message, signature, address)
  } catch {
    return false
  }
}
