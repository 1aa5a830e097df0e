import { timingSafeEqual } from 'node:crypto'
import type { Keyring } from '../../vault/keyring.ts'

/** Context that a token is bound to and does not carry. Ids are uuids. */
export type Bound = { consumerId: string; livemode: boolean; identityId: string; family: string; address: string }

export type Carried = { nonce: Buffer; chainId: number; expiresAt: number }

const nonceBytes = 16
const carriedBytes = nonceBytes + 8 + 8
const allBytes = carriedBytes + 32

/**
 * Tokens of wallet challenges: a nonce, the chain and the end, under a keyed hash of them and of the wallet's owner. A
 * token is stored only when it is used.
 */
export function createWalletTokens(keyring: Keyring) {
  function mac({ consumerId, livemode, identityId, family, address }: Bound, carried: Buffer): Buffer {
    const whose = [consumerId, identityId, family, address].join('|')
    return keyring.hash('challenge', livemode, `wallet|${carried.toString('hex')}|${whose}`)
  }

  return {
    write(bound: Bound, { nonce, chainId, expiresAt }: Carried): string {
      const numbers = Buffer.alloc(16)
      numbers.writeBigUInt64BE(BigInt(chainId), 0)
      numbers.writeBigUInt64BE(BigInt(expiresAt), 8)
      const carried = Buffer.concat([nonce, numbers])
      return Buffer.concat([carried, mac(bound, carried)]).toString('base64url')
    },

    /** Null for a token that was not issued for `bound`. */
    read(bound: Bound, token: string): Carried | null {
      const bytes = Buffer.from(token.slice(0, 200), 'base64url')
      // One encoding: the last letter has spare bits.
      if (bytes.length !== allBytes || bytes.toString('base64url') !== token) return null
      const carried = bytes.subarray(0, carriedBytes)
      if (!timingSafeEqual(bytes.subarray(carriedBytes), mac(bound, carried))) return null
      return {
        nonce: carried.subarray(0, nonceBytes),
        chainId: Number(carried.readBigUInt64BE(nonceBytes)),
        expiresAt: Number(carried.readBigUInt64BE(nonceBytes + 8)),
      }
    },
  }
}
