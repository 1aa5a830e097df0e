import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58, hex } from '@scure/base'
import nacl from 'tweetnacl'
import { personalHash } from '../../src/ownership/wallets/signatures.ts'
import { evm } from '../../src/registry/endpoints/types/networks.ts'

export type Signer = {
  address: string
  capabilities: { asset: string; network: string; rail: string }[]
  sign(message: string): string
}

const seedOf = (name: string): Uint8Array => createHash('sha256').update(name).digest()

/** An Ethereum account that signs texts as wallets do. */
export function evmSigner(name: string, network = 'ethereum'): Signer {
  const secret = seedOf(name)
  const point = secp256k1.getPublicKey(secret, false)
  return {
    address: evm(`0x${hex.encode(keccak_256(point.subarray(1)).subarray(-20))}`)!,
    capabilities: [{ asset: 'USDC', network, rail: 'onchain' }],
    sign(message) {
      const [recovery, ...rs] = secp256k1.sign(personalHash(message), secret, { prehash: false, format: 'recovered' })
      return `0x${hex.encode(Uint8Array.from(rs))}${recovery === 0 ? '1b' : '1c'}`
    },
  }
}

/** A Solana account, by a library that the service does not use. */
export function solanaSigner(name: string): Signer {
  const { publicKey, secretKey } = nacl.sign.keyPair.fromSeed(seedOf(name))
  return {
    address: base58.encode(publicKey),
    capabilities: [{ asset: 'USDC', network: 'solana', rail: 'onchain' }],
    sign: (message) => base58.encode(nacl.sign.detached(new TextEncoder().encode(message), secretKey)),
  }
}
